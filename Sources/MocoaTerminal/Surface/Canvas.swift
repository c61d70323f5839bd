/// The one way to write on a surface: sanitised, measured, clipped.
///
/// A canvas has its own coordinates, (0, 0) being its upper left corner, and nothing that is
/// written on it appears outside its size.
public struct Canvas {
  /// The extent that can be written on.
  public private(set) var size: Size
}

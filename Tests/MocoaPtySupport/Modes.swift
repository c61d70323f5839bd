import Glibc

/// The modes of a terminal that the kernel keeps (`stty -a`).
public struct Modes: Equatable, Sendable, CustomStringConvertible {
  /// Input, output, control and local flags.
  public var flags: [UInt32]

  /// The control characters.
  public var characters: [UInt8]

  /// The modes of the terminal at a descriptor; empty if it is none.
  public init(of descriptor: Int32) {
    var modes = termios()
    let isTerminal = tcgetattr(descriptor, &modes) == 0
    self.init(modes)
    if !isTerminal { (flags, characters) = ([], []) }
  }

  init(_ modes: termios) {
    var modes = modes
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: &modes.c_cc) { Array($0) }
  }

  /// Whether lines are edited by the kernel and typed characters shown.
  public var isCooked: Bool {
    flags.count == 4 && flags[3] & UInt32(ICANON | ECHO) == UInt32(ICANON | ECHO)
  }

  /// The flags in octal.
  public var description: String {
    flags.map { String($0, radix: 8) }.joined(separator: ":") + " \(characters)"
  }
}

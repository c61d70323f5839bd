import Glibc

/// The modes of a terminal in the kernel, as `stty -a` prints them.
public struct Modes: Equatable, Sendable, CustomStringConvertible {
  /// The input, output, control and local flags.
  public var flags: [UInt32]

  /// The control characters.
  public var characters: [UInt8]

  /// Creates the modes of a descriptor, which are empty if it is not a terminal.
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

  /// A Boolean value that indicates whether the kernel edits lines and echoes typed characters.
  public var isCooked: Bool {
    flags.count == 4 && flags[3] & UInt32(ICANON | ECHO) == UInt32(ICANON | ECHO)
  }

  /// The flags in octal.
  public var description: String {
    flags.map { String($0, radix: 8) }.joined(separator: ":") + " \(characters)"
  }
}

internal import Glibc
internal import Mocoa

extension RecordsPage {
  /// The path of the file if an editor can show its records; `nil` for a pipe or a compressed file.
  var editablePath: String? {
    var status = stat()
    guard url["path"] != nil, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/"),
      stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 4)
    guard read(descriptor, &start, start.count) >= 0 else { return nil }
    let isCompressed = start.starts(with: [0x1F, 0x8B]) || start == [0x28, 0xB5, 0x2F, 0xFD]
    return isCompressed ? nil : path
  }
}

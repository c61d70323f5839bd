import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@Suite("A copy for an editor")
struct EditorCopyTests {
  /// Creates a copy, and returns it with its folder.
  private func make() throws -> (copy: EditorCopy, folder: String) {
    let copy = try EditorCopy(Array("old".utf8))
    return (copy, String(copy.path.dropLast("/item.json".count)))
  }

  private func remove(_ folder: String) {
    for name in ["item.json", ".original", "other"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  @Test("reports the files that another program kept", arguments: [false, true])
  func keptElsewhere(hasOther: Bool) throws {
    let (copy, folder) = try make()
    let kept = folder.replacing("/copy-", with: "/kept-")
    defer { remove(kept) }
    if hasOther { close(open("\(folder)/other", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
    unlink("\(folder)/.original")
    try #require(rename(folder, kept) == 0)
    #expect(copy.end() == (hasOther ? .leftFiles(kept) : .changed("\(kept)/item.json")))
  }

  @Test("is removed if another program removed it")
  func removedElsewhere() throws {
    let (copy, folder) = try make()
    remove(folder)
    #expect(copy.end() == .removed)
  }

  @Test("remains while an editor holds its lock")
  func inUse() throws {
    let (copy, folder) = try make()
    defer { remove(folder) }
    let editor = dup(copy.lock)
    #expect(copy.end() == .inUse(copy.path))
    close(editor)
    #expect(access(copy.path, F_OK) == 0)
  }
}

import Glibc
import MocoaModel
import MocoaQuery
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData

@Suite("FolderSource")
@MainActor
struct FolderSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func entries(_ list: ListSnapshot) -> [FolderEntry] {
    let items = list.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? FolderEntry }
  }

  private func read(_ path: String, follows: Bool = false) async throws -> FolderSource {
    let source = try FolderSource(path: path, follows: follows)
    await eventually("it is read") { if case .loading = source.phase { false } else { true } }
    return source
  }

  @Test("lists folders first, then other entries by name, with their properties")
  func kinds() async throws {
    _ = try folder.write("b.json", "[1]")
    _ = try folder.write("A.txt", "four")
    _ = try folder.write(".hidden", "")
    mkdir(folder.path(of: "zoo"), 0o700)
    mkdir(folder.path(of: "Yard"), 0o700)
    mkfifo(folder.path(of: "pipe"), 0o600)
    symlink("A.txt", folder.path(of: "link"))
    symlink("zoo", folder.path(of: "way"))
    symlink("nowhere", folder.path(of: "lost"))
    let source = try await read(folder.path(of: "."))
    let entries = entries(source.snapshot)
    #expect(
      entries.map(\.name) == [
        "Yard", "zoo", ".hidden", "A.txt", "b.json", "link", "lost", "pipe", "way",
      ])
    #expect(
      entries.map(\.kind) == [
        .folder, .folder, .file, .file, .file, .file, .link, .pipe, .folder,
      ])
    #expect(entries.compactMap(\.size) == [0, 4, 3, 4])
    #expect(entries.compactMap(\.target) == ["A.txt", "nowhere", "zoo"])
    let changed = try #require(entries[3].field("changed")?.scalarString)
    #expect(changed.count == 19 && changed.hasPrefix("20"))
  }

  @Test("shows names that are not UTF-8 but no text paths for them")
  func names() async throws {
    let bytes: [UInt8] = Array(folder.path(of: ".").utf8) + [0x2F, 0x61, 0xFF, 0x1B, 0]
    let descriptor = bytes.withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
    }
    close(descriptor)
    let source = try await read(folder.path(of: "."))
    let entry = try #require(entries(source.snapshot).first)
    #expect(!entry.hasUTF8Name && entry.name.hasPrefix("a\u{FFFD}"))
    let items = ItemSubset(allOf: source.snapshot)
    #expect(
      ItemSerializer.line(of: entry) == Array(bytes.dropLast()), "other programs get the bytes")
    #expect(try FormatTemplate("{path}").bytes(of: entry) == Array(bytes.dropLast()))
    for command in ["rm {path}", "rm {}"] {
      #expect(throws: ShellTemplate.SubstitutionError.self) {
        try ShellTemplate(command).command(for: items)
      }
    }
    #expect(try ShellTemplate("echo {kind}").command(for: items) == "echo 'file'")
  }

  @Test("has paths as last fields, which match only qualified filters")
  func paths() async throws {
    _ = try folder.write("-a b.json", "[1]")
    for path in [folder.folder, folder.folder + "/"] {
      let source = try await read(path)
      let entry = try #require(entries(source.snapshot).first)
      let expected = folder.path(of: "-a b.json")
      #expect(entry.path == expected && entry.fieldNames.last == "path")
      let items = ItemSubset(allOf: source.snapshot)
      #expect(try ShellTemplate("ls {path}").command(for: items) == "ls '\(expected)'")
      #expect(String(decoding: ItemSerializer.line(of: entry), as: UTF8.self) == expected)
      #expect(
        String(decoding: ItemSerializer.json(of: entry), as: UTF8.self)
          .hasSuffix(",\"path\":\"\(expected)\"}"))
      let name = try #require(folder.folder.split(separator: "/").last)
      for (text, isFound) in [("a b", true), (String(name), false), ("path:\(name)", true)] {
        let list = QueryResults(source)
        list.query.filter = try Filter(text)
        await eventually(text) { list.progress == nil && (list.itemCount == 1) == isFound }
      }
    }
    let names = ["-a", "+a", "a"].map { name in
      FolderEntry(
        name: name, kind: .file, target: nil, size: 0, modificationTime: nil, isExecutable: false,
        folder: ".",
        rawName: nil
      ).path
    }
    #expect(names == ["./-a", "./+a", "a"], "none is an option for other programs")
  }

  @Test("publishes many entries in parts")
  func many() async throws {
    for number in 0..<3000 { _ = try folder.write("file \(number)", "") }
    let source = try FolderSource(path: folder.path(of: "."))
    let heard = UpdateRecorder(source)
    await eventually("it is read") { source.phase == .finished }
    #expect(source.snapshot.itemCount == 3000)
    let again = entries(source.snapshot)
    try source.reload()
    await eventually("it is read again") { source.phase == .finished }
    #expect(entries(source.snapshot) == again)
    withExtendedLifetime(heard) {}
  }

  @Test("throws if the folder cannot be read")
  func faults() async throws {
    #expect(throws: SourceError.self) { try FolderSource(path: folder.path(of: "missing")) }
    let path = folder.path(of: "gone")
    mkdir(path, 0o700)
    let source = try await read(path)
    rmdir(path)
    #expect(throws: SourceError.self) { try source.reload() }
    #expect(FolderSource.isFolder(folder.path(of: ".")))
    #expect(try !FolderSource.isFolder(folder.write("file", "")))
  }

  @Test("follows added, removed and written entries")
  func following() async throws {
    _ = try folder.write("a", "")
    let source = try await read(folder.path(of: "."), follows: true)
    _ = try folder.write("b", "12")
    await eventually("it has come") { entries(source.snapshot).map(\.name) == ["a", "b"] }
    _ = try folder.write("a", "123")
    await eventually("it has grown") { entries(source.snapshot).first?.size == 3 }
    unlink(folder.path(of: "a"))
    await eventually("it has gone") { entries(source.snapshot).map(\.name) == ["b"] }
  }
}

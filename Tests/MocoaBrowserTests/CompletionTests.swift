import Testing

@testable import MocoaBrowser

@Suite("Completion in the prompt")
struct CompletionTests {
  private static let pages = [
    "mocoa://home/", "mocoa://music/", "mocoa://music/artist", "mocoa://music/artist/album",
  ]

  private var completion = Completion(
    candidates: ["back", "debug", "help", "home"] + Self.pages + ["mocoa://music/", "mocoa://x/é"])

  /// Returns the lines that a number of Tabs produce, in order.
  private func tabs(_ count: Int, _ line: String, _ direction: Completion.Direction = .forward)
    -> [String]
  {
    var completion = completion
    var line = line
    return (0..<count).map { _ in
      line = completion.complete(line, direction)
      return line
    }
  }

  @Test("completes a single candidate and keeps it")
  func single() {
    #expect(tabs(2, "de") == ["debug", "debug"])
    #expect(tabs(2, "mocoa://h") == ["mocoa://home/", "mocoa://home/"])
  }

  @Test("completes the last of several words, with quotes if needed")
  func words() {
    var fields = Completion(fields: ["year", "title", "tilt", "full name", "full price"])
    func tab(_ line: String) -> String { fields.complete(line, .forward) }
    #expect(tab("year ye") == "year year")
    #expect(tab("year -t") == "year -ti")
    #expect(tab("year -ti") == "year -title")
    #expect(tab("year -title") == "year -tilt")
    #expect(fields.offer(for: "year -tilt") == .init(candidates: ["title", "tilt"], chosen: 1))
    #expect(tab("year ") == "year year")
    #expect(tab("fu") == #""full "#)
    #expect(tab(#"year "full n"#) == #"year "full name""#)
    #expect(tab(#""full name" ye"#) == #""full name" year"#)
    #expect(tab("year x") == "year x")
  }

  @Test("completes a URL without a scheme and inserts the scheme")
  func bare() {
    #expect(tabs(1, "music/artist/") == ["mocoa://music/artist/album"])
    #expect(tabs(1, "mus") == ["mocoa://music/"])
    #expect(tabs(1, "m") == ["mocoa://"])
  }

  @Test("inserts the common prefix, then cycles through the candidates")
  func cycle() {
    #expect(
      tabs(5, "mu") == [
        "mocoa://music/", "mocoa://music/artist", "mocoa://music/artist/album", "mocoa://music/",
        "mocoa://music/artist",
      ])
    #expect(
      tabs(4, "mu", .backward) == [
        "mocoa://music/", "mocoa://music/artist/album", "mocoa://music/artist", "mocoa://music/",
      ])
  }

  @Test("cycles immediately if the common prefix is already typed")
  func cycleAtOnce() {
    #expect(tabs(4, "h") == ["help", "home", "mocoa://home/", "h"])
    #expect(tabs(2, "h", .backward) == ["mocoa://home/", "home"])
    #expect(tabs(2, "home") == ["mocoa://home/", "home"])
    #expect(tabs(1, "") == ["back"])
  }

  @Test("keeps a text without candidates")
  func none() {
    #expect(tabs(2, "zzz") == ["zzz", "zzz"])
    #expect(tabs(1, "mocoa://x/e") == ["mocoa://x/e"], "é does not begin with e")
    var none = Completion()
    #expect(none.complete("", .backward) == "")
    #expect(none.offer(for: "").candidates == [])
  }

  @Test("shows candidates after the first Tab and narrows them while typing")
  func offers() {
    var completion = completion
    #expect(completion.offer(for: "h").candidates == [], "no request was made yet")
    _ = completion.complete("h", .forward)
    #expect(
      completion.offer(for: "help")
        == .init(candidates: ["help", "home", "mocoa://home/"], chosen: 0))
    #expect(completion.offer(for: "ho") == .init(candidates: ["home", "mocoa://home/"]))
    #expect(completion.offer(for: "home") == .init(candidates: ["mocoa://home/"]))
    #expect(completion.offer(for: "hox").candidates == [])
    #expect(completion.complete("he", .forward) == "help")
    #expect(completion.offer(for: "help").candidates == [])
  }
}

@Suite("The history of a prompt")
struct PromptHistoryTests {
  @Test("recalls lines in order, and then the typed text")
  func recall() {
    var history = PromptHistory()
    #expect(history.recall(.older, from: "x") == "x")
    for line in ["one", "two", "three", "one"] { history.append(line) }
    #expect(history.recall(.newer, from: "dra") == "dra")
    #expect(history.recall(.older, from: "dra") == "one")
    #expect(history.recall(.older, from: "one") == "three")
    #expect(history.recall(.older, from: "three") == "two")
    #expect(history.recall(.older, from: "two") == "two")
    #expect(history.recall(.newer, from: "two") == "three")
    history.rewind()
    #expect(history.recall(.older, from: "new") == "one")
    #expect(history.recall(.newer, from: "one") == "new")
  }

  @Test("drops the oldest lines beyond the limit")
  func limit() {
    var history = PromptHistory()
    for number in 0...PromptHistory.limit { history.append("\(number)") }
    for _ in 0...PromptHistory.limit { _ = history.recall(.older, from: "") }
    #expect(history.recall(.older, from: "") == "1")
  }
}

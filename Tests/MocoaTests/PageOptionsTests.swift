import Mocoa
import MocoaModel
import Testing

/// F66 and scenario 92 of XZMocoa.
@Suite("The options of a page")
struct PageOptionsTests {
  private func options(
    _ query: String, _ explicit: [String: (any Sendable)?] = [:]
  ) throws -> PageOptions {
    PageOptions(url: try ModuleURL("mocoa://h/a?" + query), overrides: explicit)
  }

  @Test("a query has texts, nil, empty texts and repeated texts")
  func query() throws {
    let options = try options("a=1&a=2&b&c=&d=x%20y+z&e&e=1")
    #expect(options["a"] as? [String] == ["1", "2"])
    #expect(options["b"] == nil)
    #expect(options.contains("b"))
    #expect(options["c"] as? String == "")
    #expect(options["d"] as? String == "x y+z")
    #expect(options["e"] as? [String] == ["", "1"])
    #expect(options["f"] == nil)
    #expect(!options.contains("f"))
    #expect(options.names == ["a", "b", "c", "d", "e"])
  }

  @Test("explicit options override the query, and nil hides it")
  func explicit() throws {
    let options = try options("a=1&b=2&c=3", ["a": 7, "b": nil, "z": "y"])
    #expect(options["a"] as? Int == 7)
    #expect(options["b"] == nil)
    #expect(options.contains("b"))
    #expect(options["c"] as? String == "3")
    #expect(options.names == ["a", "b", "c", "z"])
    #expect(try options.int("a") == 7)
    #expect(try options.optionalInt("b") == nil)
    #expect(try !options.bool("b"), "hidden, and so not even there")
  }

  @Test("typed values come from texts and from explicit options")
  func typed() throws {
    let url = try ModuleURL("mocoa://h/b")
    let options = try options(
      "i=-5&d=2.5&t=x&yes&no=off&u=mocoa://h/b&l=1&l=2",
      ["whole": UInt8(3), "half": Float(0.5), "truth": true, "url": url, "item": 5..<7])
    #expect(try options.int("i") == -5)
    #expect(try options.double("i") == -5)
    #expect(try options.double("d") == 2.5)
    #expect(try options.string("t") == "x")
    #expect(try options.bool("yes"))
    #expect(try !options.bool("no"))
    #expect(try !options.bool("nowhere"))
    #expect(try options.moduleURL("u") == url)
    #expect(try options.strings("l") == ["1", "2"])
    #expect(try options.strings("t") == ["x"])
    #expect(try options.strings("nowhere") == [])
    #expect(try options.int("whole") == 3)
    #expect(try options.double("whole") == 3)
    #expect(try options.double("half") == 0.5)
    #expect(try options.bool("truth"))
    #expect(try options.moduleURL("url") == url)
    #expect(try options.value("item", as: Range<Int>.self) == 5..<7)
    #expect(try options.optionalString("nowhere") == nil)
    #expect(try options.optionalDouble("nowhere") == nil)
  }

  @Test("missing or mistyped options are reported in one line")
  func errors() throws {
    let options = try options(
      "a=x&r=1&r=2&n=nan&e=1e400&flag&big=99999999999999999999&nl=%0Ax&s=mocoa:/", ["m": 1.5])
    func told(_ read: (PageOptions) throws -> Void) -> String {
      do {
        try read(options)
        return "nothing"
      } catch {
        return "\(error)"
      }
    }
    #expect(told { _ = try $0.int("id") } == "missing option \"id\": a whole number")
    #expect(told { _ = try $0.int("flag") } == "missing option \"flag\": a whole number")
    #expect(told { _ = try $0.int("a") } == "option \"a\": \"x\" is not a whole number")
    #expect(told { _ = try $0.optionalInt("a") } == "option \"a\": \"x\" is not a whole number")
    #expect(told { _ = try $0.int("m") } == "option \"m\": \"1.5\" is not a whole number")
    #expect(told { _ = try $0.double("n") } == "option \"n\": \"nan\" is not a number")
    #expect(told { _ = try $0.double("e") } == "option \"e\": \"inf\" is not a number")
    #expect(told { _ = try $0.bool("a") } == "option \"a\": \"x\" is not true or false")
    #expect(told { _ = try $0.string("m") } == "option \"m\": \"1.5\" is not a string")
    #expect(told { _ = try $0.moduleURL("s") }.hasSuffix("is not the URL of a module"))
    #expect(told { _ = try $0.value("a", as: Int.self) } == "option \"a\": \"x\" is not a Int")
    #expect(told { _ = try $0.int("big") }.hasSuffix("is not a whole number"))
    for line in [told { _ = try $0.int("r") }, told { _ = try $0.int("nl") }] {
      #expect(!line.contains("\n") && line.hasSuffix("is not a whole number"), "\(line)")
    }
  }

  @Test("create a page, and a wrong option rejects it")
  @MainActor
  func making() throws {
    final class Numbered: PageViewModel {
      let number: Int

      override init(options: PageOptions) {
        number = -1
        super.init(options: options)
      }

      init(reading options: PageOptions) throws {
        number = try options.int("id")
        super.init(options: options)
      }
    }
    let registry = ModuleRegistry()
    registry.define("mocoa://h/n").page("Number") { try Numbered(reading: $0) }
    let navigator = Navigator(registry: registry)
    let page = try navigator.push(try ModuleURL("mocoa://h/n?id=5"), options: ["id": 6])
    #expect((page as? Numbered)?.number == 6)
    #expect(page.url.description == "mocoa://h/n?id=5")
    let url = try ModuleURL("mocoa://h/n?id=six")
    let error = #expect(throws: Navigator.NavigationError.self) { try navigator.push(url) }
    #expect(error?.description == "option \"id\": \"six\" is not a whole number")
    #expect(navigator.focusedPage === page)
    #expect(registry.define("mocoa://h/n").pageTitle == "Number")
  }
}

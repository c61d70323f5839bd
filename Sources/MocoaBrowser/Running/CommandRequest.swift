internal import MocoaData
internal import MocoaLanguage
internal import MocoaModel

/// A command as the user typed it.
struct CommandRequest: Equatable {
  let text: String

  /// A Boolean value that indicates whether it receives its target items at standard input, as JSON.
  let isPipe: Bool

  /// A Boolean value that indicates whether text with a line end was pasted into it.
  var hasPastedLineEnd = false

  /// The reason why a command cannot run.
  enum ExpansionError: Error, Equatable, CustomStringConvertible {
    case noItems
    case tooManyItems
    case template(ShellTemplate.Fault)

    var description: String {
      switch self {
      case .noItems: phrase("nothing here to run it on")
      case .tooManyItems: phrase("too many items for one command")
      case .template(let fault): "\(fault)"
      }
    }
  }

  /// The command for a shell, with the values of its target items.
  struct Expansion: Equatable {
    let text: String

    /// A Boolean value that indicates whether values are quoted in it, as a POSIX shell reads them.
    let isQuoted: Bool

    /// The number of items that it is for; 0 if it is for none.
    let itemCount: Int
  }

  /// Returns the command for items.
  ///
  /// - Parameters:
  ///   - items: the target items; nil if the page has none.
  ///   - limit: the number of items whose values are in the text; all items decide which names are fields.
  func expansion(
    for items: ChosenItems?, showing limit: Int = .max
  ) throws(ExpansionError) -> Expansion {
    let template = ShellTemplate(text)
    guard let items else {
      if template.namesItems || isPipe { throw .noItems }
      return Expansion(text: text, isQuoted: false, itemCount: 0)
    }
    let fields = template.fields(of: items)
    let namesItems = !fields.isEmpty
    let count = items.count
    if namesItems, count > ShellTemplate.mostItems { throw .tooManyItems }
    do throws(ShellTemplate.Fault) {
      return Expansion(
        text: try template.command(for: items.prefix(limit), fields: fields), isQuoted: namesItems,
        itemCount: namesItems || isPipe ? count : 0)
    } catch {
      throw .template(error)
    }
  }

  /// Returns `true` if the command is for items, of those that the page had.
  func isFor(_ items: ChosenItems) -> Bool { isPipe || ShellTemplate(text).names(items) }

  /// With more items, a command counts as another one rather than be compared for each item.
  private static let mostCompared = 1_000

  /// Returns `true` if a command for some items differs from that for others only by items that are gone.
  func isReduced(from former: ChosenItems, to items: ChosenItems) -> Bool {
    guard items.count < former.count, former.count <= Self.mostCompared else { return false }
    var rest = words(for: items)[...]
    for word in words(for: former) where word == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The commands for single items.
  private func words(for items: ChosenItems) -> [String?] {
    let template = ShellTemplate(text)
    var words: [String?] = []
    for part in items.parts {
      for run in part.runs {
        for item in run.range {
          let path = ItemPath(section: run.section, item: item)
          words.append(try? template.command(for: ChosenItems(part.list, path)))
        }
      }
    }
    return words
  }
}

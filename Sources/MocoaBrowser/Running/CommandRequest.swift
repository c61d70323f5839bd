internal import MocoaLocalization
internal import MocoaModel

/// A shell command as the user typed it, before field values replace its placeholders.
struct CommandRequest: Equatable {
  let text: String

  /// A Boolean value that indicates whether the command receives its target items as JSON on
  /// standard input.
  let isPipe: Bool

  /// A Boolean value that indicates whether the typed text contains pasted text with a line end.
  var hasPastedLineEnd = false

  /// An error that indicates why a command cannot run.
  enum ExpansionError: Error, Equatable, CustomStringConvertible {
    case noItems
    case tooManyItems
    case template(ShellTemplate.SubstitutionError)

    var description: String {
      switch self {
      case .noItems: localized("no item to run on")
      case .tooManyItems: localized("too many items for one command")
      case .template(let fault): "\(fault)"
      }
    }
  }

  /// The command line for a shell, with the values of the target items.
  struct Expansion: Equatable {
    let text: String

    /// A Boolean value that indicates whether the text contains values in POSIX quotes.
    let isQuoted: Bool

    /// The number of target items, or 0 if the command has none.
    let itemCount: Int
  }

  /// Returns the command line for target items.
  ///
  /// - Parameters:
  ///   - items: The target items, or `nil` if the page has none.
  ///   - limit: The maximum number of items whose values are inserted.
  ///   - fields: The names in braces that are names of fields. If it is `nil`, all items are
  ///     examined for these fields.
  /// - Throws: ``ExpansionError`` if the command cannot run on the items.
  func expansion(
    for items: ItemSubset?, showing limit: Int = .max, fields: Set<String>? = nil
  ) throws(ExpansionError) -> Expansion {
    let template = ShellTemplate(text)
    guard let items else {
      if template.hasItemPlaceholders || isPipe { throw .noItems }
      return Expansion(text: text, isQuoted: false, itemCount: 0)
    }
    let fields = fields ?? template.fields(of: items)
    let namesItems = !fields.isEmpty
    let count = items.count
    if namesItems, count > ShellTemplate.maxItems { throw .tooManyItems }
    do throws(ShellTemplate.SubstitutionError) {
      return Expansion(
        text: try template.command(for: items.prefix(limit), fields: fields), isQuoted: namesItems,
        itemCount: namesItems || isPipe ? count : 0)
    } catch {
      throw .template(error)
    }
  }

  /// Returns `true` if the command uses target items.
  ///
  /// - Parameter items: The target items of the page.
  func isFor(_ items: ItemSubset) -> Bool {
    isPipe || ShellTemplate(text).hasPlaceholders(for: items)
  }

  /// The maximum number of items for which `isReduced` compares command lines.
  ///
  /// For more items, `isReduced` returns `false`.
  private static let maxCompared = 1_000

  /// Returns `true` if the only difference between the commands for two sets of items is that some
  /// items were removed.
  ///
  /// - Parameters:
  ///   - former: The target items before the change.
  ///   - items: The target items after the change.
  func isReduced(from former: ItemSubset, to items: ItemSubset) -> Bool {
    guard items.count < former.count, former.count <= Self.maxCompared else { return false }
    var rest = words(for: items)[...]
    for word in words(for: former) where word == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Returns the command line for each item separately.
  private func words(for items: ItemSubset) -> [String?] {
    let template = ShellTemplate(text)
    var words: [String?] = []
    for part in items.slices {
      for run in part.runs {
        for item in run.range {
          let path = ItemPath(section: run.section, item: item)
          words.append(try? template.command(for: ItemSubset(part.list, path)))
        }
      }
    }
    return words
  }
}

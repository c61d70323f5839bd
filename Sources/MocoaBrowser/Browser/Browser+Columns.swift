internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The fields of a list that are shown, in columns.
extension Browser {
  /// More columns have room in no window, and reading them would take its time.
  private static let mostColumns = 100

  /// So many fields are offered to choose from.
  private static let mostOffered = 20

  func openColumns() {
    guard listPage != nil else { return say(phrase("there is no list here")) }
    let names = fieldNames
    completion = Completion(candidates: names.map(FieldWords.word))
    let shown = screen?.rowColumns?.fields ?? Array(names.prefix(Self.mostOffered))
    open(Prompt(.columns, shown.map(FieldWords.word).joined(separator: " ")))
  }

  /// Shows the fields that were typed, `*` being all of them, and `-title` all others; without any, items
  /// as their modules say.
  func showColumns(_ text: String) {
    let words = FieldWords.words(text)
    let left = words.filter(\.isMinus).map(\.name)
    let named = words.filter { !$0.isMinus }.flatMap { $0.name == "*" ? fieldNames : [$0.name] }
    let names = (named.isEmpty && !left.isEmpty ? fieldNames : named).filter { !left.contains($0) }
    screen?.rowColumns = names.isEmpty ? nil : Self.columns(of: names, isChosen: true)
    if names.count > Self.mostColumns {
      warn(phrase("\(names.count) columns are too many; these are the first \(Self.mostColumns)"))
    } else {
      warnOfUnknown(names)
    }
  }

  static func columns(of names: [String], isChosen: Bool = false) -> RowColumns {
    let names = names.prefix(mostColumns)
    return RowColumns(Array(names), isChosen: isChosen) { item, count in
      // A group has a heading of its own, and of what cannot be read one is to see why.
      if item is ItemGroup || (item as? any FieldReadable)?.problem != nil { return nil }
      return ItemExport.values(at: names.prefix(count), of: item)
    }
  }

  /// Shows the rows of a table in its columns from the beginning, where no module says otherwise.
  func chooseColumns(for screen: any Screen) {
    guard let page = screen.page as? ListPageViewModel, let path = page.list.snapshot.firstPath,
      hasColumnsChosen.insert(ObjectIdentifier(page)).inserted
    else { return }
    guard screen.rowColumns == nil, page.list.cell(at: path).isGeneric,
      let names = ItemExport.columnNames(of: page.list.snapshot.element(at: path))
    else { return }
    screen.rowColumns = Self.columns(of: names)
  }

  /// The fields that are to be written of each item: those in columns that were asked for; nil for all,
  /// and where groups are shown, which have other fields.
  var shownFields: [String]? {
    queried?.query.group == nil ? screen?.rowColumns?.chosenFields : nil
  }
}

package import Mocoa
package import MocoaModel
package import MocoaTerminal

/// A page that explains why an item cannot be opened.
@MainActor
package protocol FailureExplaining: PageViewModel {
  /// Returns the reason why an item cannot be opened, in one line, or `nil`.
  func openFailureReason(of cell: AnyCellViewModel) -> String?
}

/// A list page with items that perform an action of the browser instead of opening a page.
@MainActor
protocol ActionListPage: ListPageViewModel {
  /// Returns the action that opening an item performs, or `nil`.
  func action(of cell: AnyCellViewModel) -> Action?
}

/// A page that shows all or a part of a source that can be reopened.
@MainActor
package protocol ReopenablePage: FailureExplaining {
  /// The URL of the whole source, or `nil` if it cannot be reopened.
  var sourceURL: ModuleURL? { get }

  /// A Boolean value that indicates whether the page leads to other sources, as a folder does.
  ///
  /// If the user only passes through such a page, it is not recorded as recent.
  var isFolder: Bool { get }

  /// A Boolean value that indicates whether the list stays unchanged until the page is reloaded.
  var hasEnded: Bool { get }

  /// Returns the file or another object that an editor opens for an item.
  ///
  /// - Returns: `nil` if the editor opens a copy of the item.
  func editTarget(for item: any CellModel) -> EditTarget?
}

/// An object that an editor opens for an item.
package enum EditTarget {
  /// A file, with the number of the line at which the item begins, from 1, or `nil`.
  case file(path: String, line: Int?)

  /// A folder, which an editor cannot open.
  case folder

  /// An item that cannot be opened, with the reason in one line.
  case unavailable(reason: String)
}

/// A list page that can show the rows of a table, even if the table has no rows.
@MainActor
package protocol TablePage: ListPageViewModel {
  /// The column names of the source, or `nil` if it is not a table or a module defines its cells.
  var columnNames: [String]? { get }

  /// The columns that a terminal shows instead of the cells of the page, or `nil`.
  var tableLayout: TableLayout? { get }
}

extension TablePage {
  package var tableLayout: TableLayout? { nil }
}

/// The columns that a terminal shows instead of the cells of a page.
///
/// If another module defines the cells, the page has no columns. Printed rows are the texts of the
/// cells.
@MainActor
package struct TableLayout {
  /// The names of the fields, in column order.
  let fields: [String]

  /// The view model of the cells that the columns replace.
  let cell: AnyCellViewModel.Type

  /// The appearance of columns by the names of their fields.
  let styles: [String: ColumnStyle]

  /// Creates a layout.
  package init(
    _ fields: [String], insteadOf cell: AnyCellViewModel.Type, styles: [String: ColumnStyle]
  ) {
    (self.fields, self.cell, self.styles) = (fields, cell, styles)
  }
}

/// A list page whose fields may lead to other pages.
@MainActor
package protocol FieldLinking: ListPageViewModel {
  /// Returns the URL of the page to which a field of an item refers, or `nil`.
  func destination(of cell: AnyCellViewModel, field: String) -> ModuleURL?
}

/// A page whose result determines the exit status of a program that opens it.
@MainActor
package protocol OutcomePage: PageViewModel {
  /// The exit status after the user has closed the page.
  var exitStatus: Int32 { get }

  /// The line that the program prints instead of the page, or when it ends, or `nil`.
  var closingText: String? { get }
}

/// A list source that may replace its items when it recognizes another format in later bytes.
@MainActor
package protocol ProvisionalSource: ListSource {
  /// A Boolean value that indicates whether later bytes may replace the items.
  var isProvisional: Bool { get }

  /// The number of times that later bytes replaced all items.
  var restartCount: Int { get }
}

extension ListPageViewModel {
  /// The option with an open page whose source a new page shares.
  package static var sharedPageOption: String { "page" }
}

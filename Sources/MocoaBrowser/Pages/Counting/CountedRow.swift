internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The number of items with one value of a field, or with values between two edges.
struct CountedRow: CellModel, FieldReadable, Equatable {
  let itemID: ItemID

  /// The name of the column with the value.
  let name: String

  /// The value or the lower edge, or `nil` if the items do not have the field.
  let value: FieldValue?

  /// The value as it is displayed.
  let label: FieldValue

  let count: Int

  /// The share of the items in per cent, with one decimal.
  let share: String

  /// The length of the bar, from 0 to 1.
  let barLength: Double

  /// The filter text for the items, or `nil` if a filter cannot describe them.
  let condition: String?

  static let countField = ItemGroup.countField
  static let shareField = "share"

  var fieldNames: [String] {
    (value == nil ? [] : [name]) + [Self.countField, Self.shareField]
  }

  func field(_ name: String) -> FieldValue? {
    switch name {
    case self.name: value
    case Self.countField: .int(Int64(count))
    case Self.shareField: .decimal(share)
    default: nil
    }
  }

  /// Returns the name of the column with the values of a field, which differs from the names of the
  /// other columns.
  static func columnName(of field: String) -> String {
    [countField, shareField].contains(field) ? "value" : field
  }

  /// Returns a share in per cent with one decimal.
  static func share(_ count: Int, of total: Int) -> String {
    guard total > 0 else { return "0.0" }
    let tenths = (count * 2000 + total) / (2 * total)
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The total of the counts in a list.
struct CountedTotal: CellModel, Equatable, TableFooter {
  /// The label, such as `total`, with the number of values that are not listed.
  let label: String

  let count: Int

  var itemID: ItemID { "total" }
}

/// The text of a count for plain text and line mode.
final class CountedRowViewModel: CellViewModel<CountedRow> {
  override var content: TextContent? {
    TextContent([
      .init(model.label.scalarString ?? "", .title),
      .init(NumberFormatting.grouped(model.count), .number), .init(model.share + " %", .detail),
    ])
  }
}

/// The text of a total for plain text and line mode.
final class CountedTotalViewModel: CellViewModel<CountedTotal> {
  override var content: TextContent? {
    TextContent([
      .init(model.label, .detail), .init(NumberFormatting.grouped(model.count), .detail),
      .init("100.0 %", .detail),
    ])
  }
}

extension TableColumns {
  /// Creates the columns of counts: the value, the count, and the share with a bar.
  ///
  /// - Parameter name: The name of the column with the values.
  static func counts(of name: String) -> TableColumns {
    let fields = [name, CountedRow.countField, CountedRow.shareField]
    let columns = TableColumns(.all(fields)) { item, names in
      if let total = item as? CountedTotal {
        return names.map { field in
          switch field {
          case CountedRow.countField: .int(Int64(total.count))
          case CountedRow.shareField: .string("100.0 %")
          default: .string(total.label)
          }
        }
      }
      guard let row = item as? CountedRow else { return nil }
      return names.map { field in
        switch field {
        case row.name: row.label
        case CountedRow.shareField: .string(row.share + " %")
        default: row.field(field)
        }
      }
    }
    columns.styles = [
      CountedRow.countField: ColumnStyle(isNumeric: true),
      CountedRow.shareField: ColumnStyle(isNumeric: true, bar: { ($0 as? CountedRow)?.barLength }),
    ]
    return columns
  }
}

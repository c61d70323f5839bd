internal import Mocoa
public import MocoaModel

extension TableColumns {
  /// Returns the names of the fields in one line, in the format of `text(of:upTo:)`.
  ///
  /// - Parameter count: The maximum number of fields.
  public func fieldsText(upTo count: Int = .max) -> String {
    fields.prefix(count).joined(separator: "  ")
  }

  /// Returns the values of an item in one line, in the format for printing and line mode.
  ///
  /// An empty value becomes `-`. A screen reader does not speak a gap, so the next value would seem
  /// to belong to the empty column.
  ///
  /// - Parameters:
  ///   - item: The view model of the item.
  ///   - count: The maximum number of fields.
  /// - Returns: The text, or `nil` if the item is not shown as a table row.
  public func text(of item: any CellModel, upTo count: Int = .max) -> String? {
    let fields = count < fields.count ? Array(fields.prefix(count)) : fields
    guard let values = values(of: item, in: Array(fields.indices)) else { return nil }
    func text(of value: FieldValue?) -> String {
      let text = value.map { $0.isNull ? "" : $0.scalarString ?? $0.summary(limit: .max) } ?? ""
      return text.isEmpty ? "-" : text
    }
    var texts = values.map(text)
    if let compared = item as? any ComparedItem {
      if let former = formerValues(of: item, fields) {
        for index in fields.indices where former[index] != values[index] {
          texts[index] = "\(text(of: former[index]))\(ComparedCell.arrow)\(texts[index])"
        }
      }
      texts.insert(compared.difference.sign ?? " ", at: 0)
    }
    if let record = item as? any FieldReadable, let remark = record.warningMessage {
      // Keep the values after the common columns too.
      let others = requestedFields != nil ? [] : record.fieldNames.dropFirst(fields.count)
      texts += others.map { text(of: record.field($0)) }
      texts.append("✗ \(remark)")
    }
    return texts.joined(separator: "  ")
  }
}

extension FieldValue {
  /// A Boolean value that indicates whether the value is null.
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }
}

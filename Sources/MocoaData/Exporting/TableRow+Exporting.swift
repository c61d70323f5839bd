internal import MocoaQuery

extension TableRow: ExportableItem {
  package var columnNames: [String]? { errorMessage == nil ? fieldNames : nil }
}

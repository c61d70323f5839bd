package import MocoaModel
internal import MocoaQuery

extension RecordChunk: QueryableChunk {
  func visitItems(in indices: Range<Int>, by visitor: inout some ItemVisitor) -> Int {
    let required = visitor.required
    var end = indices.lowerBound
    forEachText(in: indices) { index, text, form in
      end = index + 1
      // The bytes are searched here, so that most items cause no call of the visitor.
      switch form {
      case .text:
        let line = LineSubject(bytes: text)
        if let required, !line.mayHold(required) { return }
        visitor.visit(index, line)
      case .delimited(let table):
        let row = RowSubject(bytes: text, table)
        if let required, !row.mayHold(required) { return }
        visitor.visit(index, row)
      default:
        let record = JSONSubject(bytes: text, layout: form)
        if let required, !record.mayHold(required) { return }
        visitor.visit(index, record)
      }
    }
    return end
  }
}

extension Record: QueryableElement {
  package var hasEmptyTexts: Bool { isJSON }
}

extension FolderEntry: QueryableElement {
  package var searchedFields: [FieldValue.Field]? {
    // The path of a folder entry is mostly the same for all entries, so a filter searches only the
    // name.
    fields.filter { $0.name != "path" }
  }
}

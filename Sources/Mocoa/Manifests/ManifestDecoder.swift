internal import MocoaLocalization
internal import MocoaModel

/// Decodes a manifest, and records all errors.
struct ManifestDecoder {
  private(set) var diagnostics: [ManifestDiagnostic] = []
  private let reservedKeys: Set<Unicode.Scalar>

  /// The maximum number of errors that are recorded.
  private static let diagnosticLimit = 100

  /// The allowed heights of a row, in lines.
  ///
  /// Terminal windows cannot show larger rows.
  private static let heights = 1...20

  /// The maximum number of kinds.
  ///
  /// Each kind is one module.
  private static let kindLimit = 1000

  init(reservedKeys: Set<Unicode.Scalar>) {
    self.reservedKeys = reservedKeys
  }

  private mutating func report(_ diagnostic: ManifestDiagnostic) {
    if diagnostics.count < Self.diagnosticLimit { diagnostics.append(diagnostic) }
  }

  private mutating func report(_ path: ManifestPath, _ reason: String, suggestion: String? = nil) {
    report(ManifestDiagnostic(path, reason, suggestion: suggestion))
  }

  /// Returns the members of an object by name.
  ///
  /// Unknown and repeated members are recorded as errors.
  private mutating func members(
    of value: FieldValue, at path: ManifestPath, allowed: [ManifestMember]
  ) -> [ManifestMember: FieldValue]? {
    guard case .object(let fields) = value else {
      report(path, localized("expected an object, found \(value.kindName)"))
      return nil
    }
    var members: [ManifestMember: FieldValue] = [:]
    for field in fields {
      let memberPath = path.appending(.field(field.name))
      guard let member = ManifestMember(rawValue: field.name), allowed.contains(member) else {
        let nearest = Suggestion.nearest(to: field.name, among: allowed.map(\.rawValue))
        report(
          ManifestDiagnostic(
            memberPath, localized("unknown field"), suggestion: nearest, isAboutName: true))
        continue
      }
      if members.updateValue(field.value, forKey: member) != nil {
        report(ManifestDiagnostic(memberPath, localized("is given twice"), isAboutName: true))
      }
    }
    return members
  }

  // MARK: - The manifest

  mutating func manifest(_ value: FieldValue) -> Manifest? {
    guard let members = members(of: value, at: .root, allowed: ManifestMember.allCases) else {
      return nil
    }
    let url = self.url(members[.url])
    let title = text(members, .title)
    let fallback = url?.path.last?.name ?? url?.domain ?? ""
    let sources = self.sources(members[.source])
    let (id, kind, section) = (text(members, .id), text(members, .kind), text(members, .section))
    let header = members[.header].flatMap { template($0, at: .init([.field("header")])) }
    let footer = members[.footer].flatMap { template($0, at: .init([.field("footer")])) }
    let own = members[.row] == nil ? nil : self.kind(members, at: .root)
    let kinds = members[.kinds].map { self.kinds($0) } ?? []
    if members[.row] == nil {
      for member in [ManifestMember.height, .opens, .keys] where members[member] != nil {
        report(path(member), localized("requires \"row\""))
      }
      if members[.kinds] == nil {
        report(.root, localized("missing \"row\" (or \"kinds\" with a \"row\" each)"))
      }
    }
    guard let url, diagnostics.isEmpty else { return nil }
    var manifest = Manifest(url: url, title: title ?? fallback)
    manifest.sources = sources
    (manifest.idField, manifest.kindField, manifest.sectionField) = (id, kind, section)
    // Without a header in the manifest, the header of a section shows the common value of its
    // records.
    let usual =
      section == nil ? nil : try? LineTemplate("{section:heading} >> {count:detail grouped}")
    (manifest.header, manifest.footer) = (header ?? usual, footer)
    (manifest.defaultKind, manifest.kinds) = (own, kinds)
    return manifest
  }

  private func path(_ member: ManifestMember) -> ManifestPath {
    ManifestPath([.field(member.rawValue)])
  }

  // MARK: - Members

  private mutating func url(_ value: FieldValue?) -> ModuleURL? {
    guard let value else {
      report(.root, localized("needs a \"url\", as in \"url\": \"mocoa://invoices/\""))
      return nil
    }
    guard let text = text(value, at: path(.url)) else { return nil }
    do throws(ModuleURL.ParseError) {
      let url = try ModuleURL(text)
      guard url.options.isEmpty, url.fragment == nil else {
        report(path(.url), localized("illegal URL: the address of a module has no ? and no #"))
        return nil
      }
      // The cells of the section are two steps below the list.
      let steps = url.path.count + 2
      guard steps <= ModuleURL.depthLimit else {
        report(
          path(.url),
          localized(
            "illegal URL: its rows would be at \(ModuleURL.ParseError.tooDeep(steps: steps))"))
        return nil
      }
      return url
    } catch {
      report(path(.url), localized("illegal URL: \(error)"))
      return nil
    }
  }

  private mutating func text(
    _ members: [ManifestMember: FieldValue], _ member: ManifestMember
  ) -> String? {
    members[member].flatMap { text($0, at: path(member)) }
  }

  private mutating func text(_ value: FieldValue, at path: ManifestPath) -> String? {
    guard case .string(let text) = value else {
      report(path, localized("expected a string, found \(value.kindName)"))
      return nil
    }
    if text.isEmpty { report(path, localized("is empty")) }
    return text.isEmpty ? nil : text
  }

  private mutating func sources(_ value: FieldValue?) -> [SourcePattern] {
    texts(value, at: path(.source)).map { SourcePattern($0.text) }
  }

  /// Returns one text, or the texts in an array, each with its path in the manifest.
  private mutating func texts(_ value: FieldValue?, at path: ManifestPath)
    -> [(path: ManifestPath, text: String)]
  {
    guard let value else { return [] }
    guard case .array(let values) = value else {
      if case .string = value { return text(value, at: path).map { [(path, $0)] } ?? [] }
      report(path, localized("expected a string or a list of strings, found \(value.kindName)"))
      return []
    }
    if values.isEmpty { report(path, localized("is empty")) }
    var texts: [(ManifestPath, String)] = []
    for (position, value) in values.enumerated() {
      let elementPath = path.appending(.index(position))
      if let text = text(value, at: elementPath) { texts.append((elementPath, text)) }
    }
    return texts
  }

  private mutating func template(_ value: FieldValue, at path: ManifestPath) -> LineTemplate? {
    text(value, at: path).map { template($0, at: path) }
  }

  private mutating func template(_ text: String, at path: ManifestPath) -> LineTemplate {
    let (template, errors) = LineTemplate.compile(text)
    for error in errors { report(error, at: path) }
    return template
  }

  private mutating func report(_ error: TemplateError, at path: ManifestPath) {
    report(
      ManifestDiagnostic(
        path, localized("\(error.reason) at character \(error.position + 1)"),
        suggestion: error.suggestion,
        position: error.position))
  }
}

// MARK: - Kinds

extension ManifestDecoder {
  private mutating func kinds(_ value: FieldValue) -> [(name: String, kind: Manifest.Kind)] {
    let path = ManifestPath([.field("kinds")])
    guard case .object(let fields) = value else {
      report(path, localized("expected an object, found \(value.kindName)"))
      return []
    }
    if fields.isEmpty { report(path, localized("is empty")) }
    if fields.count > Self.kindLimit {
      report(path, localized("has more than \(Self.kindLimit) kinds"))
      return []
    }
    var kinds: [(String, Manifest.Kind)] = []
    var seen: Set<String> = []
    for field in fields {
      let kindPath = ManifestPath.kind(field.name)
      if field.name.isEmpty {
        let reason = localized(
          "empty kind name (use \"row\" for the default kind)")
        report(ManifestDiagnostic(kindPath, reason, isAboutName: true))
      } else if let error = ModuleSegment.validationError(in: field.name) {
        report(
          ManifestDiagnostic(
            kindPath, localized("is not a valid name: it \(error)"), isAboutName: true))
      } else if !seen.insert(field.name).inserted {
        report(ManifestDiagnostic(kindPath, localized("is given twice"), isAboutName: true))
      }
      guard let members = members(of: field.value, at: kindPath, allowed: ManifestMember.ofKind)
      else {
        continue
      }
      if members[.row] == nil { report(kindPath, localized("needs a \"row\"")) }
      if let kind = kind(members, at: kindPath) { kinds.append((field.name, kind)) }
    }
    return kinds
  }

  private mutating func kind(
    _ members: [ManifestMember: FieldValue], at path: ManifestPath
  ) -> Manifest.Kind? {
    func memberPath(_ member: ManifestMember) -> ManifestPath {
      path.appending(.field(member.rawValue))
    }
    let lines = texts(members[.row], at: memberPath(.row)).map { template($0.text, at: $0.path) }
    if lines.count > Self.heights.upperBound {
      report(memberPath(.row), localized("has more than \(Self.heights.upperBound) lines"))
    }
    var height = max(1, lines.count)
    if let value = members[.height] {
      height = self.height(value, at: memberPath(.height), lines: lines.count) ?? height
    }
    let opens = members[.opens].flatMap { urlTemplate($0, at: memberPath(.opens)) }
    let keys = members[.keys].map { self.keys($0, at: memberPath(.keys)) } ?? []
    guard !lines.isEmpty else { return nil }
    return Manifest.Kind(
      template: CellTemplate(lines: lines, opens: opens, keys: keys), height: height)
  }

  private mutating func height(_ value: FieldValue, at path: ManifestPath, lines: Int) -> Int? {
    guard case .int(let number) = value, let height = Int(exactly: number),
      Self.heights.contains(height)
    else {
      let range = localized("\(Self.heights.lowerBound) to \(Self.heights.upperBound)")
      let found = value.isContainer ? value.kindName : value.summary(limit: 40)
      report(path, localized("expected a number of rows, \(range), found \(found)"))
      return nil
    }
    if height < lines {
      report(path, localized("is less than the \(lines) lines of the row"))
    }
    return height
  }

  private mutating func urlTemplate(_ value: FieldValue, at path: ManifestPath) -> URLTemplate? {
    guard let text = text(value, at: path) else { return nil }
    do throws(TemplateError) {
      return try URLTemplate(text)
    } catch {
      if error.isAboutTemplate {
        report(path, error.reason, suggestion: error.suggestion)
      } else {
        report(error, at: path)
      }
      return nil
    }
  }

  private mutating func keys(_ value: FieldValue, at path: ManifestPath) -> [CellTemplate.KeyAction]
  {
    guard case .object(let fields) = value else {
      report(
        path, localized("expected an object with one URL for each key, found \(value.kindName)"))
      return []
    }
    var actions: [CellTemplate.KeyAction] = []
    for field in fields {
      let actionPath = path.appending(.field(field.name))
      let scalars = Array(field.name.unicodeScalars)
      if scalars.count != 1 || scalars[0].value <= 0x20 || scalars[0].value == 0x7F {
        let reason = localized("not a key (use one character, for example \"o\")")
        report(ManifestDiagnostic(actionPath, reason, isAboutName: true))
      } else if reservedKeys.contains(scalars[0]) {
        let reason = localized("reserved key (choose another)")
        report(ManifestDiagnostic(actionPath, reason, isAboutName: true))
      } else if actions.contains(where: { $0.key == scalars[0] }) {
        report(ManifestDiagnostic(actionPath, localized("is given twice"), isAboutName: true))
      }
      if let url = urlTemplate(field.value, at: actionPath), let key = scalars.first {
        actions.append(CellTemplate.KeyAction(key: key, url: url))
      }
    }
    return actions
  }
}

/// The members of the objects in a manifest.
///
/// A test checks that `manifest.schema.json` has the same members.
package enum ManifestMember: String, CaseIterable, Sendable {
  case schema = "$schema"
  case url, title, source, id, kind, section, header, footer, row, height, opens, keys, kinds

  /// The members that describe the records of one kind.
  package static let ofKind: [ManifestMember] = [.row, .height, .opens, .keys]
}

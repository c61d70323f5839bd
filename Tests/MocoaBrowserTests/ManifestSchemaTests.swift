import Foundation
import Mocoa
import MocoaData
import MocoaModel
import MocoaSystem
import Testing

@testable import MocoaBrowser

@Suite("The manifest schema")
struct ManifestSchemaTests {
  private let schema: FieldValue

  init() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appending(path: "Resources/Modules/manifest.schema.json").path
    schema = try JSON.parse(try #require(try SmallFile.read(path, limit: 1 << 20)))
  }

  private func names(_ value: FieldValue?) -> Set<String> { Set(value?.fieldNames ?? []) }

  @Test("defines exactly the members of manifests")
  func members() {
    #expect(names(schema.field("properties")) == Set(ManifestMember.allCases.map(\.rawValue)))
    let kind = schema.field("properties")?.field("kinds")?.field("additionalProperties")
    #expect(names(kind?.field("properties")) == Set(ManifestMember.ofKind.map(\.rawValue)))
  }

  @Test("accepts the bundled manifests")
  func bundled() throws {
    for (name, bytes) in Resources.manifests.map({ ($0.name, $0.bytes()) }) {
      #expect(try SchemaCheck(schema).allows(JSON.parse(bytes)), "\(name)")
    }
  }

  @Test(
    "accepts exactly the manifests that the parser accepts",
    arguments: [
      (#"{"url": "mocoa://a/", "row": "{x}"}"#, true),
      (
        #"{"url": "mocoa://a/", "row": ["{x}", "y"], "height": 20, "keys": {"v": "mocoa://b/"}}"#,
        true
      ),
      (#"{"url": "mocoa://a/", "kinds": {"b": {"row": "{x}", "opens": "mocoa://b/"}}}"#, true),
      (
        #"{"url": "mocoa://a/", "row": "{x}", "source": ["a"], "title": "t", "$schema": "s"}"#, true
      ),
      (#"{"url": "mocoa://a/", "row": "{x}", "header": "h", "footer": "f", "section": "s"}"#, true),
      (#"[]"#, false), (#"{}"#, false), (#"{"url": "mocoa://a/"}"#, false),
      (#"{"row": "{x}"}"#, false), (#"{"url": 1, "row": "{x}"}"#, false),
      (#"{"url": "mocoa://a/", "rows": "{x}"}"#, false),
      (#"{"url": "mocoa://a/", "row": []}"#, false), (#"{"url": "mocoa://a/", "row": ""}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "source": []}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "source": 1}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "title": ""}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "height": 0}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "height": 21}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "height": 1.5}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "keys": {"oo": "mocoa://b/"}}"#, false),
      (#"{"url": "mocoa://a/", "row": "{x}", "keys": []}"#, false),
      (#"{"url": "mocoa://a/", "kinds": {}}"#, false),
      (#"{"url": "mocoa://a/", "kinds": {"b": {}}}"#, false),
      (#"{"url": "mocoa://a/", "kinds": {"b": {"row": "{x}", "title": "t"}}}"#, false),
    ])
  func agrees(text: String, isRight: Bool) throws {
    let value = try JSON.parse(Array(text.utf8))
    #expect(SchemaCheck(schema).allows(value) == isRight)
    #expect(ManifestFile(name: "m", bytes: Array(text.utf8)).errorMessages.isEmpty == isRight)
  }
}

/// A validator for the part of JSON Schema that the manifest schema uses.
private struct SchemaCheck {
  private let root: FieldValue

  init(_ root: FieldValue) {
    self.root = root
  }

  func allows(_ value: FieldValue) -> Bool { allows(value, by: root) }

  private func allows(_ value: FieldValue, by schema: FieldValue) -> Bool {
    schema.fields.allSatisfy { rule in
      switch rule.name {
      case "$ref": return referred(rule.value).map { allows(value, by: $0) } ?? false
      case "type": return hasType(value, rule.value.scalarString ?? "")
      case "minLength": return length(value).map { $0 >= number(rule.value) } ?? true
      case "maxLength": return length(value).map { $0 <= number(rule.value) } ?? true
      case "minItems": return count(value).map { $0 >= number(rule.value) } ?? true
      case "maxItems": return count(value).map { $0 <= number(rule.value) } ?? true
      case "minimum":
        guard case .int(let int) = value else { return true }
        return int >= number(rule.value)
      case "maximum":
        guard case .int(let int) = value else { return true }
        return int <= number(rule.value)
      case "minProperties": return !isObject(value) || value.fields.count >= number(rule.value)
      case "required":
        guard case .array(let names) = rule.value, isObject(value) else { return true }
        return names.allSatisfy { value.field($0.scalarString ?? "") != nil }
      case "anyOf", "oneOf":
        guard case .array(let schemas) = rule.value else { return false }
        let fitting = schemas.count { allows(value, by: $0) }
        return rule.name == "oneOf" ? fitting == 1 : fitting >= 1
      case "items":
        guard case .array(let values) = value else { return true }
        return values.allSatisfy { allows($0, by: rule.value) }
      case "properties":
        return value.fields.allSatisfy { field in
          rule.value.field(field.name).map { allows(field.value, by: $0) } ?? true
        }
      case "additionalProperties":
        let known = Set(schema.field("properties")?.fieldNames ?? [])
        return value.fields.allSatisfy { field in
          known.contains(field.name)
            || (rule.value != .bool(false) && allows(field.value, by: rule.value))
        }
      case "propertyNames":
        return value.fields.allSatisfy { allows(.string($0.name), by: rule.value) }
      case "pattern":
        guard case .string(let text) = value, let pattern = rule.value.scalarString else {
          return true
        }
        return text.range(of: pattern, options: .regularExpression) != nil
      case "$schema", "$defs", "title", "description": return true
      default:
        Issue.record("the check does not know \(rule.name)")
        return false
      }
    }
  }

  private func referred(_ reference: FieldValue) -> FieldValue? {
    let steps = (reference.scalarString ?? "").split(separator: "/").dropFirst()
    return steps.reduce(root) { $0?.field(String($1)) }
  }

  private func hasType(_ value: FieldValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.object, "object"), (.array, "array"), (.string, "string"), (.int, "integer"): true
    default: false
    }
  }

  private func isObject(_ value: FieldValue) -> Bool {
    if case .object = value { true } else { false }
  }

  private func length(_ value: FieldValue) -> Int64? {
    if case .string(let text) = value { Int64(text.unicodeScalars.count) } else { nil }
  }

  private func count(_ value: FieldValue) -> Int64? {
    if case .array(let values) = value { Int64(values.count) } else { nil }
  }

  private func number(_ value: FieldValue) -> Int64 {
    if case .int(let number) = value { number } else { 0 }
  }
}

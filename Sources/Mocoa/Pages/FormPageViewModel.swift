internal import MocoaLanguage

/// A page that is a form: texts that are typed, and taken when they are confirmed.
///
/// Leaving it in any other way changes nothing; who has opened it is told that there is no answer.
///
/// ```swift
/// final class RenamePage: FormPageViewModel {
///   init(options: PageOptions) throws {
///     super.init(options: options, fields: [Field("name", try options.text("name"))])
///   }
///
///   override func confirm() { answer(fields[0].text) }
/// }
/// ```
@MainActor
open class FormPageViewModel: PageViewModel {
  /// A line of text, and what it is.
  public struct Field: Sendable, Equatable {
    /// What is to be typed, in a word or two.
    public let label: String

    /// What was typed.
    public fileprivate(set) var text: String

    /// Whether the form cannot be confirmed while there is nothing to be seen in it.
    public let isRequired: Bool

    /// A field from its parts.
    public init(_ label: String, _ text: String = "", isRequired: Bool = true) {
      (self.label, self.text, self.isRequired) = (label, text, isRequired)
    }
  }

  /// The fields, from above.
  public private(set) final var fields: [Field]

  /// A form that was opened with options.
  public init(options: PageOptions, fields: [Field]) {
    self.fields = fields
    super.init(options: options)
  }

  /// Takes note of what was typed in a field; renderers say it.
  public final func setText(_ text: String, ofField place: Int) {
    guard fields.indices.contains(place) else { return }
    fields[place].text = text
  }

  /// Confirms what was typed.
  ///
  /// - Throws: why it was not taken; the form stays as it is.
  public final func submit() throws(FormFault) {
    if let blank = fields.firstIndex(where: { $0.isRequired && $0.text.isInvisible }) {
      let reason =
        fields[blank].text.allSatisfy(\.isWhitespace)
        ? phrase("is empty") : phrase("cannot be seen")
      throw FormFault("\(fields[blank].label) \(reason)", field: blank)
    }
    do {
      try confirm()
    } catch let fault as FormFault {
      throw fault
    } catch {
      throw FormFault("\(error)")
    }
  }

  /// Takes what was typed, with something to be seen in every required field; to be overridden, mostly
  /// to end with `answer(_:)`.
  ///
  /// - Throws: why it cannot be taken: a `FormFault` that says where, or an error that describes itself
  ///   in one line.
  open func confirm() throws {}
}

extension String {
  /// Whether it has nothing but blanks and characters that leave no mark, as U+200B does.
  fileprivate var isInvisible: Bool {
    unicodeScalars.allSatisfy { scalar in
      // Blank for whoever reads it, though Unicode calls it a symbol.
      if scalar == "\u{2800}" { return true }
      return switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }
}

/// Why what was typed in a form is not taken.
public struct FormFault: Error, Hashable, CustomStringConvertible {
  /// The reason in one line.
  public let description: String

  /// The field that is to be changed; nil where it is none in particular.
  public let field: Int?

  /// A reason, and the field that it concerns.
  public init(_ reason: String, field: Int? = nil) {
    (description, self.field) = (reason, field)
  }
}

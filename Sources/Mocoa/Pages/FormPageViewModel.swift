internal import MocoaLocalization

/// A page with a form: text fields whose values are applied when the form is submitted.
///
/// If the user leaves the page without submitting the form, nothing changes, and the opener
/// receives `nil`.
///
/// ```swift
/// final class RenamePage: FormPageViewModel {
///   init(options: PageOptions) throws {
///     super.init(options: options, fields: [Field("name", try options.text("name"))])
///   }
///
///   override func confirm() { finish(with: fields[0].text) }
/// }
/// ```
@MainActor
open class FormPageViewModel: PageViewModel {
  /// A text field with its label.
  public struct Field: Sendable, Equatable {
    /// The label, in one or two words.
    public let label: String

    /// The text of the field.
    public fileprivate(set) var text: String

    /// A Boolean value that indicates whether the field must contain visible text before the form
    /// can be submitted.
    public let isRequired: Bool

    /// Creates a field.
    public init(_ label: String, _ text: String = "", isRequired: Bool = true) {
      (self.label, self.text, self.isRequired) = (label, text, isRequired)
    }
  }

  /// The fields, from top to bottom.
  public private(set) final var fields: [Field]

  /// Creates a form that was opened with options.
  public init(options: PageOptions, fields: [Field]) {
    self.fields = fields
    super.init(options: options)
  }

  /// Sets the text of a field.
  ///
  /// Renderers call this method after input. An invalid index is ignored.
  public final func setText(_ text: String, forFieldAt index: Int) {
    guard fields.indices.contains(index) else { return }
    fields[index].text = text
  }

  /// Submits the form.
  ///
  /// - Throws: `FormError` if the input was not accepted. The form is then unchanged.
  public final func submit() throws(FormError) {
    if let blank = fields.firstIndex(where: { $0.isRequired && $0.text.isInvisible }) {
      let reason =
        fields[blank].text.allSatisfy(\.isWhitespace)
        ? localized("is empty") : localized("has no visible characters")
      throw FormError("\(fields[blank].label) \(reason)", field: blank)
    }
    do {
      try confirm()
    } catch let error as FormError {
      throw error
    } catch {
      throw FormError("\(error)")
    }
  }

  /// Applies the input.
  ///
  /// The method is called if every required field contains visible text. Override this method,
  /// usually with a call of `finish(with:)`.
  ///
  /// - Throws: An error if the input is not accepted: a `FormError` with the field, or an error
  ///   with a one-line description.
  open func confirm() throws {}
}

extension String {
  /// A Boolean value that indicates whether the text contains only whitespace and invisible
  /// characters, such as U+200B.
  fileprivate var isInvisible: Bool {
    unicodeScalars.allSatisfy { scalar in
      // Blank, although its Unicode category is a symbol.
      if scalar == "\u{2800}" { return true }
      return switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }
}

/// An error that explains why the input of a form was not accepted.
public struct FormError: Error, Hashable, CustomStringConvertible {
  /// The reason in one line.
  public let description: String

  /// The index of the field to correct, or `nil` if no field is the cause.
  public let field: Int?

  /// Creates an error with a reason and a field.
  public init(_ reason: String, field: Int? = nil) {
    (description, self.field) = (reason, field)
  }
}

internal import CSimdjson
internal import MocoaModel

/// Creates a value from the events that simdjson reports for a text.
///
/// It is iterative, so that nested data cannot overflow the stack.
struct JSONBuilder {
  /// An array or object whose end has not been reached.
  private struct Frame {
    var values: [FieldValue] = []
    var fields: [FieldValue.Field] = []
    var name = ""
    var isObject: Bool
  }

  private var frames: [Frame] = []
  private var result = FieldValue.null

  /// Returns the value that the events describe.
  static func value(of events: UnsafeBufferPointer<mocoa_json_event>) -> FieldValue {
    var builder = JSONBuilder()
    for event in events { builder.take(event) }
    return builder.result
  }

  private mutating func take(_ event: mocoa_json_event) {
    switch event.kind {
    case .null: add(.null)
    case .false: add(.bool(false))
    case .true: add(.bool(true))
    case .int: add(.int(event.number.integer))
    case .double: add(.double(event.number.real))
    case .long_number: add(FieldValue(digits: event.string))
    case .text: add(.string(event.string))
    case .name: frames[frames.count - 1].name = event.string
    case .list:
      frames.append(Frame(isObject: false))
      frames[frames.count - 1].values.reserveCapacity(Int(event.number.length))
    case .object:
      frames.append(Frame(isObject: true))
      frames[frames.count - 1].fields.reserveCapacity(Int(event.number.length))
    case .list_end, .object_end:
      guard let frame = frames.popLast() else { return }
      add(frame.isObject ? .object(frame.fields) : .array(frame.values))
    }
  }

  private mutating func add(_ value: FieldValue) {
    let top = frames.count - 1
    if top < 0 {
      result = value
    } else if frames[top].isObject {
      frames[top].fields.append(FieldValue.Field(name: frames[top].name, value: value))
    } else {
      frames[top].values.append(value)
    }
  }
}

extension mocoa_json_event {
  /// The text that the event refers to.
  fileprivate var string: String {
    String(
      decoding: UnsafeBufferPointer(start: text, count: Int(number.length)), as: UTF8.self)
  }
}

internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel

/// The JSON members of an event in the log file, after the members `event` and `time`.
extension ActivityEvent {
  /// The JSON members that describe this kind of event.
  var fields: [FieldValue.Field] {
    switch self {
    case .module(let activity): activity.fields
    case .batch(let activity): activity.fields
    case .emission(let activity): activity.fields
    case .miss(let activity): activity.fields
    case .note(let activity): activity.fields
    }
  }
}

extension ModuleActivity {
  fileprivate var fields: [FieldValue.Field] {
    switch self {
    case .registered(let url, let new): Self.fields("registered", url, new)
    case .replaced(let replacement):
      Self.fields("replaced", replacement.url, replacement.new) + [
        .init(name: "former", value: .object(Self.fields(replacement.old)))
      ]
    case .unregistered(let url, let old): Self.fields("unregistered", url, old)
    case .rejected(let reason): [.text("change", "rejected"), .text("reason", reason)]
    }
  }

  private static func fields(_ change: String, _ url: ModuleURL, _ it: Module.Registration)
    -> [FieldValue.Field]
  {
    [.text("change", change), .text("url", "\(url)"), .text("slot", "\(it.slot)")] + fields(it)
  }

  private static func fields(_ registration: Module.Registration) -> [FieldValue.Field] {
    [.text("type", registration.type), .text("origin", "\(registration.origin)")]
  }
}

extension BatchActivity {
  fileprivate var fields: [FieldValue.Field] {
    [.text("url", "\(page ?? list)"), .text("list", "\(list)")] + step.fields
  }
}

extension BatchActivity.Step {
  fileprivate var fields: [FieldValue.Field] {
    switch self {
    case .began: [.text("step", "began")]
    case .ended: [.text("step", "ended")]
    case .rolledBack: [.text("step", "rolled back")]
    case .computing(let items): [.text("step", "computing"), .number("items", items)]
    case .superseded: [.text("step", "superseded")]
    case .applied(let counts, let strategy):
      [
        .text("step", "applied"), .text("strategy", strategy.rawValue),
        .init(name: "sections", value: counts.sections.value),
        .init(name: "items", value: counts.items.value),
      ]
    }
  }
}

extension BatchActivity.Counts.Group {
  fileprivate var value: FieldValue {
    .object([
      .number("deletions", deletions), .number("insertions", insertions),
      .number("moves", moves), .number("updates", updates),
    ])
  }
}

extension EmissionActivity {
  fileprivate var fields: [FieldValue.Field] {
    [.text("name", name.text)] + (value.map { [.text("value", $0)] } ?? [])
      + [
        .text("source", "\(source)"),
        .init(name: "receivers", value: .array(receivers.map { .string("\($0)") })),
        .text("outcome", outcome.word),
      ]
  }
}

extension EmissionActivity.Outcome {
  fileprivate var word: String {
    switch self {
    case .consumed: "consumed"
    case .ignored: "ignored"
    case .dropped: "dropped"
    }
  }
}

extension MissActivity {
  fileprivate var fields: [FieldValue.Field] {
    let all = tried.map { candidate in
      FieldValue.object([
        .text("url", candidate.url),
        .text("outcome", MessageCatalog.withEnglish { "\(candidate.outcome)" }),
      ])
    }
    return [.text("requested", requested), .text("reason", reason)]
      + (all.isEmpty ? [] : [.init(name: "tried", value: .array(all))])
  }
}

extension NoteActivity {
  fileprivate var fields: [FieldValue.Field] {
    [.text("url", "\(url)"), .text("text", text), .init(name: "warning", value: .bool(isWarning))]
  }
}

extension FieldValue.Field {
  fileprivate static func text(_ name: String, _ text: String) -> Self {
    .init(name: name, value: .string(text))
  }

  fileprivate static func number(_ name: String, _ number: Int) -> Self {
    .init(name: name, value: .int(Int64(number)))
  }
}

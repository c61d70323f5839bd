public import MocoaModel

/// Where the items of a binding come from.
@MainActor
public struct BindingInput<Item: CellModel> {
  enum Form {
    case items([Item])
    case source(any ListSource)
    case values(@Sendable (BindingSender<Item>) async -> Void)
    case calls
  }

  let form: Form

  /// These items.
  ///
  /// They are a value: what becomes of the array afterwards is not seen, and `update(_:)` shows others.
  public static func items(_ items: [Item]) -> BindingInput {
    BindingInput(form: .items(items))
  }

  /// A source, which tells of its changes itself; they are taken as they are, never compared again.
  public static func source(_ source: some ListSource) -> BindingInput {
    BindingInput(form: .source(source))
  }

  /// The arrays of an asynchronous sequence, each in place of the one before.
  ///
  /// The sequence is read in a task of its own, off the main actor. Only the newest array counts: of
  /// those that come while the main actor is busy the others are never shown. Reading a sequence
  /// resumes continuations, and these have the system wake once a second for as long as the program
  /// runs, whatever the binding does; a program that is to rest while nothing happens, and can have
  /// its data by callbacks, takes `calls`.
  public static func values<Values: AsyncSequence & Sendable>(_ values: Values) -> BindingInput
  where Values.Element == [Item] {
    reading(values) { $0 }
  }

  /// The same for arrays that may be missing: nil is no item.
  public static func values<Values: AsyncSequence & Sendable>(_ values: Values) -> BindingInput
  where Values.Element == [Item]? {
    reading(values) { $0 ?? [] }
  }

  /// What the binding is told by its methods, or by its sender on any thread.
  public static var calls: BindingInput { BindingInput(form: .calls) }

  private static func reading<Values: AsyncSequence & Sendable>(
    _ values: Values, items: @escaping @Sendable (Values.Element) -> [Item]
  ) -> BindingInput {
    BindingInput(
      form: .values { sender in
        do {
          for try await value in values {
            // Not every sequence ends when its task is cancelled.
            if Task.isCancelled { return }
            sender.update(items(value))
          }
          sender.finish()
        } catch {
          sender.fail("\(error)")
        }
      })
  }
}

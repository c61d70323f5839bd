public import MocoaModel

/// The origin of the items that a binding shows.
@MainActor
public struct BindingInput<Item: CellModel> {
  enum Form {
    case items([Item])
    case source(any ListSource)
    case values(@Sendable (BindingSender<Item>) async -> Void)
    case calls
  }

  let form: Form

  /// Creates an input with a fixed array of items.
  ///
  /// The binding copies the array and does not observe later changes to it. `update(_:)` replaces
  /// the items.
  public static func items(_ items: [Item]) -> BindingInput {
    BindingInput(form: .items(items))
  }

  /// Creates an input with the items of a list source.
  ///
  /// The binding applies the change sets of the source without comparing lists.
  public static func source(_ source: some ListSource) -> BindingInput {
    BindingInput(form: .source(source))
  }

  /// Creates an input from an asynchronous sequence of arrays, each of which replaces the previous
  /// one.
  ///
  /// A separate task reads the sequence off the main actor. If several arrays arrive while the main
  /// actor is busy, only the newest is shown.
  ///
  /// Reading a sequence starts threads of the Swift concurrency pool, which wake once a second
  /// until the program ends. For a program that must be idle between events, use `manual` and
  /// supply the items in callbacks.
  public static func values<Values: AsyncSequence & Sendable>(_ values: Values) -> BindingInput
  where Values.Element == [Item] {
    reading(values) { $0 }
  }

  /// Creates an input from an asynchronous sequence of optional arrays, each of which replaces the
  /// previous one.
  ///
  /// `nil` is shown as an empty list.
  public static func values<Values: AsyncSequence & Sendable>(_ values: Values) -> BindingInput
  where Values.Element == [Item]? {
    reading(values) { $0 ?? [] }
  }

  /// An input without items.
  ///
  /// Code supplies the items with the methods of the binding, or with its sender on any thread.
  public static var manual: BindingInput { BindingInput(form: .calls) }

  private static func reading<Values: AsyncSequence & Sendable>(
    _ values: Values, items: @escaping @Sendable (Values.Element) -> [Item]
  ) -> BindingInput {
    BindingInput(
      form: .values { sender in
        do {
          for try await value in values {
            // Some sequences do not end when their task is canceled.
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

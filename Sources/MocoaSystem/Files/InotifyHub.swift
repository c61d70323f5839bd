internal import Glibc
internal import MocoaModel
internal import Synchronization

/// The inotify instance of this process, which passes file events to all listeners.
///
/// A user may have only a few inotify instances, usually 128, but an instance can watch many files.
/// Therefore the process uses one instance, and one thread that passes its events on.
package final class InotifyHub: Sendable {
  static let shared = InotifyHub()

  /// An event of a watched file or folder.
  package struct Event: Equatable {
    package let number: Int32
    package let mask: UInt32

    /// The name of the entry of a watched folder that the event concerns.
    ///
    /// Empty if the event concerns the watched file or folder.
    package let name: String

    /// The event that replaces events that were lost because a queue was full.
    package static let lost = Event(number: -1, mask: UInt32(IN_Q_OVERFLOW), name: "")
  }

  /// The queue of events for one listener.
  final class Inbox: Sendable {
    /// The pipe that is readable while the queue has events.
    let wakePipe = WakePipe()
    private let events = Mutex<[Event]>([])

    /// The maximum number of events in the queue.
    private static let limit = 4096

    fileprivate func put(_ event: Event) {
      let isFirst = events.withLock { events in
        if events.last == event { return false }
        if events.count >= Self.limit { events = [.lost] } else { events.append(event) }
        return events.count == 1
      }
      if isFirst { wakePipe.wake() }
    }

    fileprivate func take() -> [Event] {
      events.withLock { events in
        wakePipe.reset()
        defer { events = [] }
        return events
      }
    }
  }

  /// The bits of a mask that select event types.
  ///
  /// This is the value of the macro `IN_ALL_EVENTS`, which Swift does not import.
  private static let kinds: UInt32 = 0xFFF

  private struct Listener {
    let inbox: Inbox
    var mask: UInt32
  }

  private struct State {
    var instance: Int32 = -1
    var listeners: [Int32: [ObjectIdentifier: Listener]] = [:]

    /// Returns the union of the events that the listeners of a watch have requested.
    func mask(of number: Int32) -> UInt32 {
      listeners[number]?.values.reduce(0) { $0 | $1.mask & InotifyHub.kinds } ?? 0
    }
  }

  private let state = Mutex(State())

  /// Adds a listener to the file or folder that is at a path now.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mask: The requested events. With `IN_MASK_ADD`, they are added to the events that were
  ///     requested before.
  ///   - inbox: The queue of the listener.
  /// - Returns: The number of the watch, which identifies it in events. The number is negative if
  ///   the path does not exist or no watch is free.
  func add(_ path: String, _ mask: UInt32, for inbox: Inbox) -> Int32 {
    state.withLock { state in
      guard Self.start(&state) else { return -1 }
      // Other listeners may watch the same file, which then has the same number.
      let number = inotify_add_watch(state.instance, path, mask | UInt32(IN_MASK_ADD))
      guard number >= 0 else { return number }
      let former =
        mask & UInt32(IN_MASK_ADD) == 0
        ? 0 : state.listeners[number]?[ObjectIdentifier(inbox)]?.mask ?? 0
      let total = state.mask(of: number)
      state.listeners[number, default: [:]][ObjectIdentifier(inbox)] = Listener(
        inbox: inbox, mask: mask | former)
      // Events that no listener requests any more must not wake the thread.
      let remainingMask = state.mask(of: number)
      if total & ~remainingMask != 0 { Self.narrow(path, mask, to: remainingMask, number, state) }
      return number
    }
  }

  private static func narrow(
    _ path: String, _ mask: UInt32, to remainingMask: UInt32, _ number: Int32, _ state: State
  ) {
    let flags = mask & UInt32(IN_ONLYDIR | IN_DONT_FOLLOW)
    let narrowed = inotify_add_watch(state.instance, path, remainingMask | flags)
    if narrowed < 0 || narrowed == number { return }
    // The path now leads to another file.
    let others = state.mask(of: narrowed)
    if others == 0 {
      inotify_rm_watch(state.instance, narrowed)
    } else {
      _ = inotify_add_watch(state.instance, path, others | flags | UInt32(IN_MASK_ADD))
    }
  }

  /// Removes a listener from a watch.
  func remove(_ number: Int32, for inbox: Inbox) {
    state.withLock { state in
      guard state.listeners[number]?.removeValue(forKey: ObjectIdentifier(inbox)) != nil,
        state.listeners[number]?.isEmpty == true
      else { return }
      state.listeners[number] = nil
      inotify_rm_watch(state.instance, number)
    }
  }

  /// Removes and returns the pending events for a listener.
  func take(for inbox: Inbox) -> [Event] {
    forwardEvents()
    return inbox.take()
  }

  // MARK: - Forwarding

  /// The minimum time between two deliveries of events, in milliseconds.
  ///
  /// Events of a file that is written constantly are thus combined.
  private static let pause: Int32 = 5

  private static func start(_ state: inout State) -> Bool {
    if state.instance >= 0 { return true }
    let instance = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard instance >= 0 else { return false }
    guard BackgroundThread.run({ shared.run(instance) }) else {
      close(instance)
      return false
    }
    state.instance = instance
    return true
  }

  private func run(_ instance: Int32) {
    while true {
      var ready = pollfd(fd: instance, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, -1) > 0 else { continue }
      forwardEvents()
      poll(nil, 0, Self.pause)
    }
  }

  /// Passes all pending events to their listeners.
  func forwardEvents() {
    state.withLock { state in
      guard state.instance >= 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(state.instance, &buffer, buffer.count)
        guard count > 0 else { return }
        buffer.withUnsafeBytes { bytes in
          for event in Self.events(UnsafeRawBufferPointer(rebasing: bytes[..<count])) {
            Self.forward(event, &state)
          }
        }
      }
    }
  }

  private static func forward(_ event: Event, _ state: inout State) {
    let isForAll = event.mask & UInt32(IN_Q_OVERFLOW) != 0
    let numbers = isForAll ? Array(state.listeners.keys) : [event.number]
    // The system has removed the watch of a deleted file.
    let isRemoved = event.mask & UInt32(IN_IGNORED) != 0
    for listener in numbers.compactMap({ state.listeners[$0] }).flatMap(\.values)
    where isForAll || isRemoved || event.mask & listener.mask != 0 {
      listener.inbox.put(isForAll ? .lost : event)
    }
    if isRemoved { state.listeners[event.number] = nil }
  }

  private static func events(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    var remaining = bytes
    var events: [Event] = []
    let size = MemoryLayout<inotify_event>.size
    while remaining.count >= size {
      let event = remaining.loadUnaligned(as: inotify_event.self)
      let end = min(remaining.count, size + Int(event.len))
      let name = String(decoding: remaining[size..<end].prefix { $0 != 0 }, as: UTF8.self)
      events.append(Event(number: event.wd, mask: event.mask, name: name))
      remaining = UnsafeRawBufferPointer(rebasing: remaining[end...])
    }
    return events
  }
}

/// A subscription to file events, which is active while it is retained.
package final class InotifySubscription: Sendable {
  private let inbox = InotifyHub.Inbox()
  private let numbers = Mutex<Set<Int32>>([])

  package init() {}

  deinit {
    for number in numbers.withLock(\.self) { InotifyHub.shared.remove(number, for: inbox) }
  }

  /// A descriptor that is readable while events are pending.
  package var descriptor: Int32 { inbox.wakePipe.input }

  /// Watches the file or folder that is at a path now.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mask: The requested events. With `IN_MASK_ADD`, they are added to the events that were
  ///     requested before.
  /// - Returns: The number of the watch, which identifies it in events. The number is negative if
  ///   the path does not exist or no watch is free.
  @discardableResult
  package func add(_ path: String, _ mask: UInt32) -> Int32 {
    let number = InotifyHub.shared.add(path, mask, for: inbox)
    if number >= 0 { numbers.withLock { _ = $0.insert(number) } }
    return number
  }

  /// Removes the watch with a number.
  package func remove(_ number: Int32) {
    numbers.withLock { _ = $0.remove(number) }
    InotifyHub.shared.remove(number, for: inbox)
  }

  /// Removes and returns the pending events of the subscription.
  package func take() -> [InotifyHub.Event] { InotifyHub.shared.take(for: inbox) }
}

internal import Glibc
internal import MocoaModel
internal import Synchronization

/// What the system tells of files, for everybody in this process who listens.
///
/// A user has few instances of inotify, 128 as a rule, each of which watches as many files as it
/// likes. So there is one, and a thread that hands on what it tells.
final class FileEvents: Sendable {
  static let shared = FileEvents()

  /// Something that has happened to what has a number.
  struct Event: Equatable {
    let number: Int32
    let mask: UInt32

    /// Which of the names in a folder; empty where it is about what has the number itself.
    let name: String

    /// That more has happened than could be kept.
    static let lost = Event(number: -1, mask: UInt32(IN_Q_OVERFLOW), name: "")
  }

  /// Where somebody finds what has happened.
  final class Inbox: Sendable {
    /// Readable while something is there.
    let news = Wake()
    private let events = Mutex<[Event]>([])

    /// So many are kept for somebody who takes none.
    private static let limit = 4096

    fileprivate func put(_ event: Event) {
      let isFirst = events.withLock { events in
        if events.last == event { return false }
        if events.count >= Self.limit { events = [.lost] } else { events.append(event) }
        return events.count == 1
      }
      if isFirst { news.wake() }
    }

    fileprivate func take() -> [Event] {
      events.withLock { events in
        news.forget()
        defer { events = [] }
        return events
      }
    }
  }

  /// The bits of a mask that are kinds of events: `IN_ALL_EVENTS`, which Swift cannot see.
  private static let kinds: UInt32 = 0xFFF

  private struct Listener {
    let inbox: Inbox
    var mask: UInt32
  }

  private struct State {
    var instance: Int32 = -1
    var listeners: [Int32: [ObjectIdentifier: Listener]] = [:]

    /// What all together listen for.
    func mask(of number: Int32) -> UInt32 {
      listeners[number]?.values.reduce(0) { $0 | $1.mask & FileEvents.kinds } ?? 0
    }
  }

  private let state = Mutex(State())

  /// Has somebody listen to what a path leads to now.
  ///
  /// - Parameter mask: for what; with `IN_MASK_ADD` that comes to what he listened for so far.
  /// - Returns: its number in events; below 0 where there is nothing, or no watches are left.
  func add(_ path: String, _ mask: UInt32, for inbox: Inbox) -> Int32 {
    state.withLock { state in
      guard Self.start(&state) else { return -1 }
      // Others may listen to the same thing, which then has the same number.
      let number = inotify_add_watch(state.instance, path, mask | UInt32(IN_MASK_ADD))
      guard number >= 0 else { return number }
      let former =
        mask & UInt32(IN_MASK_ADD) == 0
        ? 0 : state.listeners[number]?[ObjectIdentifier(inbox)]?.mask ?? 0
      let total = state.mask(of: number)
      state.listeners[number, default: [:]][ObjectIdentifier(inbox)] = Listener(
        inbox: inbox, mask: mask | former)
      // What nobody listens for any more is to wake nobody.
      let rest = state.mask(of: number)
      if total & ~rest != 0 { Self.narrow(path, mask, to: rest, number, state) }
      return number
    }
  }

  private static func narrow(
    _ path: String, _ mask: UInt32, to rest: UInt32, _ number: Int32, _ state: State
  ) {
    let flags = mask & UInt32(IN_ONLYDIR | IN_DONT_FOLLOW)
    let narrowed = inotify_add_watch(state.instance, path, rest | flags)
    if narrowed < 0 || narrowed == number { return }
    // The path has come to lead elsewhere.
    let others = state.mask(of: narrowed)
    if others == 0 {
      inotify_rm_watch(state.instance, narrowed)
    } else {
      _ = inotify_add_watch(state.instance, path, others | flags | UInt32(IN_MASK_ADD))
    }
  }

  /// Has somebody not listen to something any more.
  func remove(_ number: Int32, for inbox: Inbox) {
    state.withLock { state in
      guard state.listeners[number]?.removeValue(forKey: ObjectIdentifier(inbox)) != nil,
        state.listeners[number]?.isEmpty == true
      else { return }
      state.listeners[number] = nil
      inotify_rm_watch(state.instance, number)
    }
  }

  /// Takes what has happened until now to what somebody listens to.
  func take(for inbox: Inbox) -> [Event] {
    handOn()
    return inbox.take()
  }

  // MARK: - Handing on

  /// So long nothing is handed on after something was, in milliseconds.
  ///
  /// So a file that is written to all the time comes to few events.
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
      handOn()
      poll(nil, 0, Self.pause)
    }
  }

  /// Hands on all that has happened until now.
  func handOn() {
    state.withLock { state in
      guard state.instance >= 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(state.instance, &buffer, buffer.count)
        guard count > 0 else { return }
        buffer.withUnsafeBytes { bytes in
          for event in Self.events(UnsafeRawBufferPointer(rebasing: bytes[..<count])) {
            Self.handOn(event, &state)
          }
        }
      }
    }
  }

  private static func handOn(_ event: Event, _ state: inout State) {
    let isForAll = event.mask & UInt32(IN_Q_OVERFLOW) != 0
    let numbers = isForAll ? Array(state.listeners.keys) : [event.number]
    // The system has forgotten what is gone.
    let isGone = event.mask & UInt32(IN_IGNORED) != 0
    for listener in numbers.compactMap({ state.listeners[$0] }).flatMap(\.values)
    where isForAll || isGone || event.mask & listener.mask != 0 {
      listener.inbox.put(isForAll ? .lost : event)
    }
    if isGone { state.listeners[event.number] = nil }
  }

  private static func events(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    var rest = bytes
    var events: [Event] = []
    let size = MemoryLayout<inotify_event>.size
    while rest.count >= size {
      let event = rest.loadUnaligned(as: inotify_event.self)
      let end = min(rest.count, size + Int(event.len))
      let name = String(decoding: rest[size..<end].prefix { $0 != 0 }, as: UTF8.self)
      events.append(Event(number: event.wd, mask: event.mask, name: name))
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
    }
    return events
  }
}

/// Listens to what happens to files, for as long as it is held.
final class FileListener: Sendable {
  private let inbox = FileEvents.Inbox()
  private let numbers = Mutex<Set<Int32>>([])

  deinit {
    for number in numbers.withLock(\.self) { FileEvents.shared.remove(number, for: inbox) }
  }

  /// Readable while something has happened that was not taken.
  var descriptor: Int32 { inbox.news.input }

  /// Listens to what a path leads to now.
  ///
  /// - Parameter mask: for what; with `IN_MASK_ADD` that comes to what was listened for so far.
  /// - Returns: its number in events; below 0 where there is nothing, or no watches are left.
  @discardableResult
  func add(_ path: String, _ mask: UInt32) -> Int32 {
    let number = FileEvents.shared.add(path, mask, for: inbox)
    if number >= 0 { numbers.withLock { _ = $0.insert(number) } }
    return number
  }

  /// Listens to something no more.
  func remove(_ number: Int32) {
    numbers.withLock { _ = $0.remove(number) }
    FileEvents.shared.remove(number, for: inbox)
  }

  /// Takes what has happened until now.
  func take() -> [FileEvents.Event] { FileEvents.shared.take(for: inbox) }
}

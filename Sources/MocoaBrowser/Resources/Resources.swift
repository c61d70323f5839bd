internal import CResources

/// What is compiled into the program.
enum Resources {
  /// The music library, as JSON.
  static var music: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_music_bytes(), count: mocoa_music_size()))
  }

  /// The address book, as JSON.
  static var contacts: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_contacts_bytes(), count: mocoa_contacts_size()))
  }
}

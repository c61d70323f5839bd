package import Mocoa

extension ModuleURL {
  /// The URL of the home screen.
  @MainActor package static var home: ModuleURL? { try? ModuleURL(HomePage.address) }
}

package import Mocoa
package import MocoaTerminal

/// A part of a program that adds pages and commands to the browser, such as pages of files.
///
/// A program passes its features to `Program.run`.
@MainActor
public struct ProgramFeature {
  /// A function that runs a command of the command line and returns the exit status.
  package typealias CommandHandler =
    @MainActor (_ options: Options, _ registry: ModuleRegistry) async throws -> Int32

  /// A closure that registers the modules of the feature, the paths that it opens, and the pages
  /// of manifests.
  package var register: @MainActor (ModuleRegistry, FeatureContext) -> Void

  /// The functions that run the commands of the feature.
  package var commands: [Options.Command: CommandHandler] = [:]

  /// A closure that returns the items that the feature adds to the samples on the home screen.
  ///
  /// If several features return an item with the same URL, the last item is shown.
  package var homeSamples: @MainActor () -> [HomeEntry] = { [] }

  /// A closure that returns sections of the home screen, or `nil`.
  ///
  /// It is called on a background thread each time the home screen opens.
  package var homeSections: (@Sendable () -> [HomeSection])?

  /// A closure that receives the maximum memory for the records of a list in bytes, or `nil` for
  /// the default.
  package var setMemoryLimit: @MainActor (Int?) -> Void = { _ in }

  /// A closure that returns the names and versions of the linked libraries.
  package var libraryVersions: @MainActor () -> [String] = { [] }

  /// Creates a feature that only registers modules.
  package init(register: @escaping @MainActor (ModuleRegistry, FeatureContext) -> Void) {
    self.register = register
  }
}

/// The properties of a program run that features need to register their modules.
@MainActor
package struct FeatureContext {
  /// The command line.
  package var options: Options

  /// A Boolean value that indicates whether pages watch their sources.
  package var follows = false

  /// The manifests of the program.
  package var manifests: ManifestCatalog

  /// The clock of the program, or `nil` if no page is shown.
  package var clock: (any FrameClock)?

  /// The folder in which the program saves data, or `nil` to save nothing.
  package var dataFolder: String?
}

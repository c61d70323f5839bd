// swift-tools-version: 6.3

import PackageDescription

// Each target can use only its dependencies below; its DocC catalog gives the reasons. A library
// target imports a C target with `internal import`.
let package = Package(
  name: "mocoa",
  products: [
    .library(name: "MocoaModel", targets: ["MocoaModel"]),
    .library(name: "Mocoa", targets: ["Mocoa"]),
    .library(name: "MocoaQuery", targets: ["MocoaQuery"]),
    .library(name: "MocoaJSON", targets: ["MocoaJSON"]),
    .library(name: "MocoaStore", targets: ["MocoaStore"]),
    .library(name: "MocoaData", targets: ["MocoaData"]),
    .library(name: "MocoaTerminal", targets: ["MocoaTerminal"]),
    .library(name: "MocoaNcurses", targets: ["MocoaNcurses"]),
    .library(name: "MocoaProgram", targets: ["MocoaProgram"]),
    .library(name: "MocoaFiles", targets: ["MocoaFiles"]),
    .executable(name: "mocoa", targets: ["MocoaMain"]),
  ],
  targets: [
    // The product, from values to the screen.
    .target(name: "MocoaLocalization"),
    .target(
      name: "MocoaModel", dependencies: ["MocoaLocalization"], linkerSettings: [.linkedLibrary("m")]
    ),
    .target(name: "Mocoa", dependencies: ["MocoaLocalization", "MocoaModel"]),
    .target(
      name: "MocoaQuery", dependencies: ["MocoaLocalization", "MocoaModel", "CPCRE2"]),
    // JSON texts, small files, and SQLite connections, for the targets below. MocoaBrowser needs no
    // C library to read settings. MocoaJSON is a product for the errors of MocoaData; the others are
    // not products.
    .target(name: "MocoaJSON", dependencies: ["MocoaLocalization", "MocoaModel"]),
    .target(name: "MocoaSystem", dependencies: ["MocoaLocalization", "MocoaModel"]),
    .target(name: "MocoaSQLite", dependencies: ["MocoaLocalization", "CSQLite"]),
    .target(
      name: "MocoaStore",
      dependencies: ["MocoaLocalization", "MocoaModel", "MocoaJSON", "MocoaSystem", "MocoaSQLite"]),
    .target(
      name: "MocoaData",
      dependencies: [
        "MocoaLocalization", "MocoaModel", "MocoaQuery", "MocoaJSON", "MocoaSystem", "MocoaSQLite",
        "CProcess", "CSQLite", "CSimdjson", "CZlib", "CZstd",
      ]),
    .target(name: "MocoaTerminal", dependencies: ["MocoaLocalization", "MocoaModel", "Mocoa"]),
    .target(
      name: "MocoaExamples", dependencies: ["MocoaModel", "Mocoa", "MocoaStore", "MocoaTerminal"]),
    .target(
      name: "MocoaNcurses",
      dependencies: [
        "MocoaLocalization", "MocoaTerminal", "CMainLoop", "CNcurses", "CTerminalGuard",
      ]),
    .target(
      name: "MocoaBrowser",
      dependencies: [
        "MocoaLocalization", "MocoaModel", "Mocoa", "MocoaQuery", "MocoaJSON", "MocoaSystem",
        "MocoaTerminal", "CGetopt", "CProcess", "CResources",
      ]),
    .target(
      name: "MocoaFiles",
      dependencies: [
        "MocoaLocalization", "MocoaModel", "Mocoa", "MocoaQuery", "MocoaData", "MocoaTerminal",
        "MocoaBrowser",
      ]),
    .target(name: "MocoaProgram", dependencies: ["Mocoa", "MocoaBrowser", "MocoaNcurses"]),
    .executableTarget(
      name: "MocoaMain",
      dependencies: [
        "MocoaLocalization", "Mocoa", "MocoaBrowser", "MocoaFiles", "MocoaProgram", "MocoaExamples",
      ]),

    // The C libraries. ncursesw's .pc file is not used: SwiftPM refuses its -D flags and warns.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CGetopt"),
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CProcess"),
    .target(name: "CTerminalGuard"),
    .target(name: "CMainLoop"),
    .target(name: "CResources"),

    // Tests: one target for each library and each level of testing.
    .target(
      name: "MocoaTestSupport",
      dependencies: ["MocoaModel", "Mocoa", "MocoaTerminal"],
      path: "Tests/MocoaTestSupport"),
    .testTarget(name: "MocoaLocalizationTests", dependencies: ["MocoaLocalization"]),
    .testTarget(name: "MocoaModelTests", dependencies: ["MocoaModel", "MocoaTestSupport"]),
    .testTarget(
      name: "MocoaTests", dependencies: ["MocoaModel", "Mocoa", "MocoaTestSupport", "CAllocations"]),
    .testTarget(
      name: "MocoaQueryTests",
      dependencies: ["MocoaModel", "Mocoa", "MocoaQuery", "MocoaData", "MocoaTestSupport"]),
    .testTarget(
      name: "MocoaStoreTests",
      dependencies: [
        "MocoaModel", "Mocoa", "MocoaQuery", "MocoaJSON", "MocoaSQLite", "MocoaStore",
        "MocoaTestSupport", "CSQLite", "CZlib", "CacheProbe",
      ]),
    .testTarget(
      name: "MocoaDataTests",
      dependencies: [
        "MocoaModel", "Mocoa", "MocoaQuery", "MocoaJSON", "MocoaSystem", "MocoaSQLite",
        "MocoaStore", "MocoaData", "MocoaBrowser", "MocoaTestSupport", "CSQLite", "CZlib", "CZstd",
        "CacheProbe", "CommandProbe",
      ]),
    .testTarget(
      name: "MocoaTerminalTests",
      dependencies: ["MocoaModel", "Mocoa", "MocoaTerminal", "MocoaTestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "MocoaNcursesTests",
      dependencies: [
        "MocoaTerminal", "MocoaNcurses", "CNcurses", "MocoaTestSupport", "MocoaPtySupport",
        "BackendProbe",
      ]),
    .testTarget(
      name: "MocoaBrowserTests",
      dependencies: [
        "MocoaLocalization", "MocoaModel", "Mocoa", "MocoaQuery", "MocoaSystem", "MocoaSQLite",
        "MocoaStore", "MocoaData", "MocoaTerminal", "MocoaExamples", "MocoaBrowser", "MocoaFiles",
        "MocoaTestSupport", "CSQLite",
      ],
      exclude: ["Snapshots"]),
    // The libraries are not imported: code that combines their types is compiled against them.
    .testTarget(
      name: "ArchitectureTests",
      dependencies: ["MocoaModel", "Mocoa", "MocoaTerminal", "MocoaTestSupport"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["MocoaMain", "MocoaPtySupport", "MocoaTestSupport", "CSQLite", "tour"],
      exclude: ["Snapshots"]),
    // The program of the README and the tutorial.
    .executableTarget(
      name: "tour", dependencies: ["MocoaModel", "Mocoa", "MocoaTerminal", "MocoaProgram"],
      path: "Tests/Tour"),
    // A program that watches a command and then ends.
    .executableTarget(
      name: "CommandProbe", dependencies: ["MocoaModel", "MocoaData", "CProbe"],
      path: "Tests/CommandProbe"),
    // A program that saves entities until it is killed.
    .executableTarget(
      name: "CacheProbe", dependencies: ["MocoaModel", "MocoaStore", "CProbe"],
      path: "Tests/CacheProbe"),
    // A program that runs in a pseudo-terminal, and that terminal. The latter is a test target
    // although it contains no tests, so that building the product does not require libvterm.
    .executableTarget(
      name: "BackendProbe",
      dependencies: ["MocoaModel", "Mocoa", "MocoaTerminal", "MocoaNcurses"],
      path: "Tests/BackendProbe"),
    .testTarget(
      name: "MocoaPtySupport", dependencies: ["CPty", "CVTerm"], path: "Tests/MocoaPtySupport"),
    .executableTarget(
      name: "mocoa-bench",
      dependencies: [
        "MocoaModel", "Mocoa", "MocoaQuery", "MocoaStore", "MocoaData", "MocoaTerminal", "CPty",
        "CSQLite",
      ],
      path: "Tests/Benchmarks"),
    // The targets of the fuzzer, with the inputs that are replayed.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "MocoaModel", "Mocoa", "MocoaQuery", "MocoaJSON", "MocoaStore", "MocoaData",
        "MocoaTerminal", "MocoaNcurses", "MocoaBrowser", "MocoaTestSupport",
      ],
      exclude: ["Corpora", "run"]),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "CProbe", path: "Tests/CProbe"),
    .target(name: "CPty", path: "Tests/CPty"),
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
  ],
  cLanguageStandard: .gnu2x,  // `#embed`
  cxxLanguageStandard: .gnucxx17
)

// `make fuzz` builds a program from these tests, because libFuzzer has its own main loop.
if Context.environment["MOCOA_FUZZ"] != nil,
  let tests = package.targets.first(where: { $0.name == "FuzzTests" })
{
  package.targets.removeAll { $0.name == tests.name || $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "mocoa-fuzz",
      dependencies: tests.dependencies.filter { !"\($0)".contains("TestSupport") },
      path: "Tests/FuzzTests", exclude: ["Corpora", "run", "ReplayTests.swift"]))
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system && !target.name.hasPrefix("C") {
  target.swiftSettings = strict
}

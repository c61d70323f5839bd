#if MOCOA_FUZZ
  import Glibc

  /// The main loop of libFuzzer, from `libclang_rt.fuzzer_no_main`.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// The entry point of `make fuzz`.
  ///
  /// It runs libFuzzer on the target that `MOCOA_FUZZ_TARGET` names. Without the variable, it
  /// prints the names of all targets.
  @main
  enum Main {
    static let target = getenv("MOCOA_FUZZ_TARGET").flatMap {
      FuzzTarget.named(String(cString: $0))
    }

    static func main() {
      guard target != nil else {
        for target in FuzzTarget.all { print(target.name) }
        return
      }
      var count = CommandLine.argc
      var arguments = CommandLine.unsafeArgv
      exit(
        runFuzzer(&count, &arguments) { bytes, count in
          do {
            try Main.target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
          } catch {
            fatalError("\(error)")
          }
          return 0
        })
    }
  }
#endif

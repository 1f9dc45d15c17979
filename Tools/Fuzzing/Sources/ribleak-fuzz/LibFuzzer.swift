import Foundation

// The two functions that libFuzzer looks for. Which target they run is the executable's name, so
// that a finding is run again by `TARGET FILE`.

private let target = FuzzTargets.named(
    URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent)

@_cdecl("LLVMFuzzerInitialize")
func libFuzzerInitialize(
    _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?
) -> Int32 {
    if let folder = ProcessInfo.processInfo.environment["RIBLEAK_FUZZ_SEEDS"] {
        FuzzTargets.writeSeeds(into: folder)
        exit(0)
    }
    _ = target
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func libFuzzerTestOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

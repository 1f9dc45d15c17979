// SPDX-License-Identifier: Apache-2.0

import Foundation

// The two functions that libFuzzer looks for. The executable's name selects the target, so you can
// run a finding again with `TARGET FILE`.

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

/// A value that any thread may change.
final class Locked<Value>: @unchecked Sendable {
    // Safe: the value is accessed only with the lock held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

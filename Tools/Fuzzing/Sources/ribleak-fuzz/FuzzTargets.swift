// SPDX-License-Identifier: Apache-2.0

import Foundation

/// All targets.
enum FuzzTargets {
    static let all: [any FuzzTarget.Type] = [
        StreamTarget.self, MetadataTarget.self, EventsTarget.self, TreeTarget.self,
        ELFTarget.self, SymbolizerTarget.self, NamesTarget.self, LedgerTarget.self,
    ]

    /// The target with a name, which must exist.
    static func named(_ name: String) -> any FuzzTarget {
        for target in all where target.name == name { return target.init() }
        // `Tools/fuzz` names the executables: without a target there is nothing to run.
        fatalError("there is no target \(name)")
    }

    /// Creates a folder of seeds for each target.
    static func writeSeeds(into folder: String) {
        do {
            for target in all {
                let place = URL(fileURLWithPath: folder).appendingPathComponent(target.name)
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: true)
                for (index, seed) in try target.seeds().enumerated() {
                    try Data(seed).write(to: place.appendingPathComponent("seed-\(index + 1)"))
                }
            }
        } catch {
            // A fuzzer without seeds would look clean though it hardly looked.
            fatalError("cannot write seeds: \(error)")
        }
    }
}

/// An entry point for hostile bytes.
protocol FuzzTarget: Sendable {
    /// The name of the executable that runs it.
    static var name: String { get }
    /// The first inputs, made by the real writer where it can make them.
    static func seeds() throws -> [[UInt8]]

    init()

    /// Runs the code under test once. A trap, a sanitizer report or a hang is a finding.
    func run(_ input: [UInt8])
}

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
    // Safe: `value` is private, and after `init` only `withLock` uses it, with the lock held.
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

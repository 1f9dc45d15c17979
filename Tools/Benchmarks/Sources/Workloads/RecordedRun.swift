// SPDX-License-Identifier: Apache-2.0

import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// A recorder at level `full` with its own folder, which is deleted with it.
public final class RecordedRun: Sendable {
    public let recorder: Recorder
    private let runs: String

    /// - Throws: When nothing can be recorded. Every measurement would then be wrong.
    public init(stackDepth: Int = 64) throws {
        runs =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        recorder = Recorder(measuringIn: runs, stackDepth: stackDepth)
        guard recorder.traceFolder != nil else { throw Failure("the recorder does not record") }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: runs)
    }

    /// The facts that `choose` takes from the events recorded so far.
    public func facts<Fact>(_ choose: (TraceEvent) -> Fact?) throws -> [Fact] {
        guard let folder = recorder.traceFolder else { return [] }
        var reader = try TraceReader(folder: folder)
        var facts: [Fact] = []
        while let next = reader.next() {
            if let fact = choose(next.event) { facts.append(fact) }
        }
        return facts
    }

    /// The return addresses of a stack, as they were in memory.
    public func addresses(of stack: StackID) throws -> [UInt64] {
        var biases: [ImageID: UInt64] = [:]
        for image in try images() { biases[image.id] = image.loadBias }
        let definitions = try facts { event in
            if case .stackDefined(stack, let definition) = event { definition } else { nil }
        }
        guard let frames = definitions.first?.frames else { throw Failure("no stack \(stack)") }
        return frames.map { $0.offset &+ (biases[$0.image] ?? 0) }
    }

    /// The executables and libraries that stacks led through.
    public func images() throws -> [ImageDefinition] {
        try facts { if case .imageDefined(let image) = $0 { image } else { nil } }
    }
}

/// The reason, in words, why something could not be measured.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

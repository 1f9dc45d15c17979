// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// A recorder at level `full` with its own folder, which is deleted with it.
public final class RecordedRun: Sendable {
    public let recorder: Recorder
    private let runs: String

    /// - Throws: When nothing can be recorded. Every measurement would then be wrong.
    public init(stackDepth: Int = 512) throws {
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

/// Records events with four fields, without stacks, on one or several threads.
public struct EventWork: Sendable {
    private let run: RecordedRun

    public init() throws {
        run = try RecordedRun()
    }

    /// Records on the calling thread.
    @inline(never)
    public func record(_ events: Int) {
        let recorder = run.recorder
        for event in 0..<UInt64(events) {
            recorder.recordFourFields(SubscriptionID(event + 1), values: event)
        }
    }

    /// Records on several new threads at once.
    ///
    /// - Returns: The nanoseconds per event, averaged over the threads.
    public func nanosecondsAnEvent(threads: Int, eventsEach: Int) -> Double {
        Self.nanoseconds(threads: threads, times: eventsEach, record)
    }

    /// Reads the clock on several new threads at once, to show how much threads slow each other
    /// down here.
    public static func nanosecondsAClockRead(threads: Int, readsEach: Int) -> Double {
        nanoseconds(threads: threads, times: readsEach) { reads in
            for _ in 0..<reads { _ = peers_nanoseconds() }
        }
    }

    private static func nanoseconds(
        threads: Int, times: Int, _ work: @escaping @Sendable (Int) -> Void
    ) -> Double {
        let start = Barrier(threads)
        let taken = Sum()
        let ended = DispatchGroup()
        for _ in 0..<threads {
            ended.enter()
            Thread.detachNewThread {
                // A thread's first event has extra costs that do not count.
                work(1)
                start.wait()
                let began = peers_nanoseconds()
                work(times)
                taken.add(peers_nanoseconds() - began)
                ended.leave()
            }
        }
        ended.wait()
        return Double(taken.value) / Double(threads * times)
    }
}

/// Blocks threads until all of them have arrived.
final class Barrier: Sendable {
    private let condition = NSCondition()
    // Safe: after `init`, it is used only while `condition` is locked.
    private nonisolated(unsafe) var missing: Int

    init(_ count: Int) {
        missing = count
    }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        if missing == 0 { condition.broadcast() }
        while missing > 0 { condition.wait() }
    }
}

/// A number that several threads add to.
final class Sum: Sendable {
    private let lock = NSLock()
    // Safe: it is used only while `lock` is held.
    private nonisolated(unsafe) var total: UInt64 = 0

    var value: UInt64 { lock.withLock { total } }

    func add(_ amount: UInt64) { lock.withLock { total += amount } }
}

/// The bytes that the recorder keeps for a living object at level `full`, apart from its interned
/// stack. Measure them once per process.
public struct TrackedObjects: Sendable {
    /// An object of a base class, attached.
    public let recorded: Double
    /// A view, which has no base class and needs its own entry.
    public let identified: Double
    /// A view that was detached and is watched until it is freed.
    public let watched: Double

    private final class View {}

    public init(objects count: Int) throws {
        let run = try RecordedRun()
        let recorder = run.recorder
        let views = (0..<count).map { _ in View() }
        // The first object of each kind pays for what all of them share.
        let first = View()
        for _ in 0..<2 {
            _ = recorder.recordCreation(of: View.self)
            recorder.watch(first, recorder.identifyView(first))
        }
        recorded = Self.bytesEach(count) {
            for _ in 0..<count { _ = recorder.recordCreation(of: View.self) }
        }
        let identified = Self.bytesEach(count) {
            for view in views { _ = recorder.identifyView(view) }
        }
        self.identified = identified
        watched =
            identified
            + Self.bytesEach(count) {
                for view in views { recorder.watch(view, recorder.identifyView(view)) }
            }
        withExtendedLifetime((views, first, run)) {}
    }

    private static func bytesEach(_ count: Int, _ work: () -> Void) -> Double {
        let before = peers_allocated_bytes()
        work()
        let after = peers_allocated_bytes()
        return Double(after > before ? after - before : 0) / Double(count)
    }
}

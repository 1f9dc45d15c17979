// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

/// The state of one recorder while it records: assigned numbers, watched objects, the open trace.
final class RecordingSession: Sendable {
    let configuration: RecorderConfiguration
    let folder: String
    let expectations = Expectations()
    let identities = Identities()
    let ledger = Ledger()
    let evidence = OwnerEvidence()
    let sweepers = Protected<(any LedgerSweeper)?>(nil)
    let scopes = Scopes()
    let ignored = IgnoredObjects()
    /// The routers that were never in a tree. Its number is how many there are.
    let unattached = Protected<[ObjectID: RouterOrigin]>([:])
    let retainRoots = RetainRoots()
    let retainSearch = RetainSearch()
    /// Searches only among what goes with some objects. A host's thread may wait for it, since it
    /// never waits for a search of the whole heap.
    let nearbySearch = RetainSearch()
    /// The trees that ended last, after something was detached.
    let endingTrees = Protected<[EndingTree]>([])
    /// False for a type if one of its objects was something that RIBs do not share.
    let sharedTypes = Protected<[ObjectIdentifier: Bool]>([:])
    let memory: MemoryBudget
    /// Held while one judgement is written, so that two never mix.
    let judgements = Protected(NoState())
    /// Survivors of their deadlines, for searches on a queue.
    let overdue = Backlog<Expectations.Survivor>(most: RetainSearch.mostTargets)
    let searchQueue = DispatchQueue(label: "ribleak.searches", qos: .utility)
    /// More are forgotten. An app leaves them only while threads collide.
    let deferred = Backlog<DeferredSearch>(most: 10_000)
    /// Held while they are searched, so that a judgement sees all or waits for them. Calls of the
    /// app never take it.
    let deferredTurns = Protected(NoState())
    /// The names of RIBs by the roles and the types of their parts.
    let ribNames = Protected<[String: [ObjectIdentifier: String]]>([:])
    let objectCounter = AtomicCounter()
    let subscriptionCounter = AtomicCounter()
    /// Counts the events that make an analysis worthwhile.
    let suspiciousEvents = AtomicCounter()
    /// The byte ranges of the host's own fields, by class.
    let ownFields = Protected<[ObjectIdentifier: Range<UInt>]>([:])
    /// How often a view left the screen for good.
    let departures = AtomicCounter()
    /// More than 0 while a mark waits in the main queue.
    let mainQueueMarks = AtomicCounter()

    /// Its number is the time of the last definition. No event that refers to it gets an earlier
    /// time, even if another processor's clock is behind.
    private let definitions = Protected(NoState())
    private let strings: StringInterner
    private let stacks: StackInterner
    private let contexts: ThreadContexts
    /// Counts stacks and texts for which there was no memory.
    private let lostDefinitions = AtomicCounter()
    private let writer: Protected<TraceWriter>
    /// Whether call stacks are captured at all.
    let takesStacks: Bool
    /// What is chosen at level `sampled`; nil at the other levels.
    let sample: SampledRIBs?

    /// Opens the trace of this process in a new run folder.
    init(_ configuration: RecorderConfiguration) throws(TraceError) {
        ribleak_clock_prepare()
        self.configuration = configuration
        let warnings = AtomicCounter()
        memory = MemoryBudget(limit: configuration.memoryLimit) { [lostDefinitions] in
            lostDefinitions.increment()
            HostWarning.sayFirst(
                "the memory limit of \(configuration.memoryLimit >> 20) MiB is reached "
                    + "(RIBLEAK_MEMORY_LIMIT): new stacks and names are not recorded", of: warnings)
        }
        strings = StringInterner(memory: memory)
        sample = configuration.sampledRIBs
        takesStacks = configuration.takesStacks
        stacks = StackInterner(
            depth: configuration.stackDepth, memory: memory, budget: sample?.budget)
        let capturesStacks = takesStacks && ribleak_stacks_prepare() == 1
        let process = ProcessInfo.processInfo
        let workingDirectory = FileManager.default.currentDirectoryPath
        var metadata = TraceMetadata(
            processName: process.processName, processID: Int(process.processIdentifier),
            workingDirectory: workingDirectory,
            clockOffset: ribleak_clock_offset(), startedAt: ribleak_clock_monotonic(),
            level: configuration.level, capturesStacks: capturesStacks)
        metadata.origin = RecordingOrigin(configuration.sampling)
        if configuration.level != .sampled {
            metadata.origin.revision = SourceRevision(
                in: process.environment, orAround: workingDirectory)
        }
        // Absolute, since the host may change its working directory.
        var runs = configuration.runsFolder
        if !runs.hasPrefix("/") { runs = "\(workingDirectory)/\(runs)" }
        if sample != nil {
            let kept = configuration.sampling
            // This run is one of those to keep.
            RunRotation(
                mostRuns: max(kept.keptRuns - 1, 0), mostBytes: max(kept.keptMebibytes, 0) << 20
            ).rotate(below: runs)
        }
        let parent = configuration.sharesRunWithSiblings ? ParentProcess.current() : nil
        let run = parent?.runFolder(in: runs) ?? metadata.runFolder(in: runs)
        folder = metadata.traceFolder(in: run)
        writer = Protected(
            try TraceWriter(
                folder: folder, metadata: metadata, diskLimit: configuration.diskLimit,
                onLoss: {
                    HostWarning.sayFirst("\($0): events are dropped from here on", of: warnings)
                }))
        if let kept = configuration.keptRuns {
            // Beside the app's start, which needs its time more than old runs need to go at once.
            Aside.perform { [runs] in
                RunRotation(mostRuns: kept, mostBytes: .max).rotate(below: runs)
            }
        }
        let spares = SpareStreams(of: writer)
        guard let contexts = ThreadContexts(of: spares, warnings: warnings) else {
            throw TraceError(.cannotWrite, path: folder, "no thread-specific key is left")
        }
        self.contexts = contexts
        // Prepared here and not during the host's first attach: streams for this thread and others,
        // libunwind's caches, the list of images.
        if capturesStacks { Self.warmUpThreads() }
        spares.refillNow()
        if takesStacks { _ = stacks.capture { define($0) } }
    }

    /// Walks a thread's outermost frames once. Their unwind tables lie in library pages that
    /// nothing else has read yet.
    private static func warmUpThreads() {
        let isDone = DispatchSemaphore(value: 0)
        let isBegun = Aside.perform {
            ribleak_stacks_warm_up()
            isDone.signal()
        }
        if isBegun { _ = isDone.wait(timeout: .now() + .milliseconds(10)) }
    }

    /// The recorder's state for the calling thread.
    var thread: ThreadContext { contexts.current }

    /// Makes `owner` the calling thread's owner of new subscriptions, without retaining it. Returns
    /// the previous one.
    func exchangeOwner(_ owner: CurrentOwner) -> CurrentOwner {
        contexts.withCurrent { context in
            defer { context.owner = owner }
            return context.owner
        }
    }

    /// The owner of the subscriptions that the calling thread makes now.
    var currentOwner: Activity? {
        contexts.withCurrent { context in
            guard case .activity(let activity) = context.owner else { return nil }
            return activity.takeUnretainedValue()
        }
    }

    /// From this, settling sees whether anything still happens.
    var eventCount: UInt64 { writer.withLock { $0.eventCount } }

    /// Writes how many events of each class were dropped, if any.
    func recordDrops() {
        for eventClass in EventClass.allCases {
            let lost = eventClass == .essential ? lostDefinitions.value : 0
            let count = writer.withLock { $0.droppedCount(of: eventClass) } + lost
            if count > 0 { record(.dropped(eventClass, count: count)) }
        }
    }

    /// Writes one event of the calling thread.
    @inline(__always)
    func record(_ event: TraceEvent) { record(event, at: ribleak_clock_monotonic()) }

    /// Same as `record`, for callers that need the event's time.
    func recordNow(_ event: TraceEvent) -> UInt64 {
        let now = ribleak_clock_monotonic()
        record(event, at: now)
        return now
    }

    /// Same as `record`, with a known time, since reading the clock takes as long as all the rest.
    /// If the calling thread's last event is later, it gets that one's time.
    @inline(__always)
    func record(_ event: TraceEvent, at time: UInt64) {
        // Read after the ids in the event: a thread that sees an id also sees the time of its
        // definition.
        let earliest = definitions.number
        contexts.withCurrent { $0.stream?.append(event, at: max(time, earliest)) }
    }

    /// The time on the clock by which objects are judged, when an event was just written at a time.
    func now(at event: UInt64? = nil) -> UInt64 {
        configuration.clock?() ?? event ?? ribleak_clock_monotonic()
    }

    /// Writes a definition that events of any thread refer to. Call it before other threads see its
    /// number.
    private func define(_ event: TraceEvent) {
        record(event)
        contexts.withCurrent { context in
            guard let time = context.stream?.lastTimestamp else { return }
            definitions.withLock { _ in
                if time > definitions.number { definitions.number = time }
            }
        }
    }

    func string(_ text: String) -> StringID { strings.id(of: text) { define($0) } }

    /// The number of the text that `text` makes from a type.
    func chain(of type: Any.Type, _ text: (Any.Type) -> String) -> StringID {
        strings.id(of: type, text) { define($0) }
    }

    func typeName(_ type: Any.Type) -> StringID { strings.id(ofNameOf: type) { define($0) } }

    /// The calling thread's stack, or none at level `counts`, and at level `sampled` once the
    /// budget is spent.
    ///
    /// Always inlined, because each stack walk would pass its frame.
    @inline(__always)
    func stack() -> StackID {
        guard takesStacks else { return .none }
        guard let sample else { return stacks.capture { define($0) } }
        guard let start = sample.budget.begin() else { return .none }
        let id = stacks.capture { define($0) }
        endCosting(start, of: sample)
        return id
    }

    /// The calling thread's stack for what happens to an object, or none where its RIB is not
    /// chosen.
    @inline(__always)
    func stack(of object: ObjectID) -> StackID {
        if let sample, !sample.contains(object) { return .none }
        return stack()
    }

    /// A stack that stands for functions, given by their addresses in memory.
    func stack(ofCodeAt addresses: [UInt]) -> StackID {
        stacks.intern(codeAt: addresses) { define($0) }
    }
}

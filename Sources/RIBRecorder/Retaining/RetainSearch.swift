// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import RIBTrace

/// A search of memory that is set up when it is first needed, if it can be.
enum SetUp<Search> {
    case notYet
    case done(Search)
    case impossible
}

/// The search of the heap for what keeps objects alive, by one thread at a time. It is set up when
/// something leaks for the first time.
final class RetainSearch: Sendable {
    /// The most survivors to explain. Of more, only the first are.
    static let mostTargets = 1_000
    /// How many edges are kept at each end of a longer path.
    private static let mostSteps = 32

    private let state = Protected(SetUp<HeapSearch>.notYet)

    /// What the leak detector says of a survivor. Waits for a search that is under way.
    func answer(_ retention: Retention?, letGoBy callers: [UInt]) -> SurvivorAnswer {
        withSearch { search in
            SurvivorAnswer(
                path: Self.shortened(retention?.steps ?? []).map { Self.line(of: $0, search) },
                function: search.ownFunction(onStack: callers))
        } ?? SurvivorAnswer()
    }

    /// A step as a report shows it, such as `HomeRouter.pastScreens[0]`, but without a file.
    private static func line(of step: RetainStep, _ search: HeapSearch) -> String {
        let inferred = step.isInferred ? " (inferred)" : ""
        switch step.holder {
        case .closure(let functions):
            let name = functions.first.map(search.functionName) ?? ""
            return "\(name.isEmpty ? "a closure" : name) \(step.label)\(inferred)"
        case .global(let symbol, _):
            let name = search.variableName(symbol)
            return joined(name.isEmpty ? "a global variable" : name, step.label) + inferred
        case .object(let name), .other(let name): return joined(name, step.label) + inferred
        }
    }

    private static func joined(_ holder: String, _ label: String) -> String {
        label.isEmpty ? holder : label.hasPrefix("[") ? holder + label : "\(holder).\(label)"
    }

    /// Runs `body` with the search, after any that is under way. Returns nil where searching is not
    /// possible.
    func withSearch<Result>(_ body: (HeapSearch) -> Result) -> Result? {
        state.withLock { state in
            if case .notYet = state { state = Self.setUp() }
            guard case .done(let search) = state else { return nil }
            return body(search)
        }
    }

    private static func setUp() -> SetUp<HeapSearch> {
        do {
            return .done(try HeapSearch())
        } catch {
            HostWarning.say("\(error.reason): reports do not say why objects are alive")
            return .impossible
        }
    }

    static func shortened(_ steps: [RetainStep]) -> [RetainStep] {
        guard steps.count > 2 * mostSteps else { return steps }
        return Array(steps.prefix(mostSteps) + steps.suffix(mostSteps))
    }
}

/// The objects at which the search for retain paths begins. They are in the tree, or were, and no
/// other of these objects leads to them.
///
/// These are routers that have or had children, routers that were launched or are attached where no
/// router retains them, and RIBs without base classes.
final class RetainRoots: Sendable {
    private struct State {
        /// Objects that remove themselves in their `deinit`.
        var addresses: [ObjectID: UInt] = [:]
        /// Other objects, whose memory is kept. They are not retained, not even briefly: releasing
        /// one might free it under a lock that its `deinit` takes.
        var kept: [ObjectID: UInt] = [:]
    }

    private let state = Protected(State())

    deinit {
        for address in state.withLock({ $0.kept.values }) {
            ObjectReference.giveUpMemory(at: address)
        }
    }

    func add(_ router: ObjectID, at address: UInt) {
        state.withLock { $0.addresses[router] = address }
    }

    func add(_ object: AnyObject, _ id: ObjectID) {
        let place = Unmanaged.passUnretained(object).toOpaque()
        ObjectReference.keepMemory(of: place)
        let known = state.withLock { $0.kept.updateValue(UInt(bitPattern: place), forKey: id) }
        known.map(ObjectReference.giveUpMemory(at:))
    }

    func remove(_ id: ObjectID) {
        let kept = state.withLock { state in
            state.addresses.removeValue(forKey: id) == nil
                ? state.kept.removeValue(forKey: id) : nil
        }
        kept.map(ObjectReference.giveUpMemory(at:))
    }

    /// The wanted objects that are alive, in the order of their ids.
    func all(where isWanted: (ObjectID) -> Bool) -> [(id: ObjectID, address: UInt)] {
        let state = state.withLock { $0 }
        var all = state.addresses.filter { isWanted($0.key) }.map {
            (id: $0.key, address: $0.value)
        }
        all += self.state.withLock { state in
            state.kept.filter { id, address in
                isWanted(id) && ObjectReference.isLiving(at: address)
            }.map { (id: $0.key, address: $0.value) }
        }
        return all.sorted { $0.id < $1.id }
    }
}

/// Marks where on a stack the recorder's own work begins. References that the recorder itself holds
/// there do not explain why an object is alive.
enum OwnFrames {
    /// Runs `body` with an address of this call's frame.
    @inline(never)
    static func begin<Result>(_ body: (_ frames: UInt) -> Result) -> Result {
        var here = 0
        return withUnsafeMutablePointer(to: &here) { body(UInt(bitPattern: $0)) }
    }
}

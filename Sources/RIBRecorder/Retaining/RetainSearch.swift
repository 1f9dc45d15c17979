// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import RIBTrace

/// The search of the heap for what keeps objects alive, by one thread at a time. It is set up when
/// something leaks for the first time.
final class RetainSearch: Sendable {
    /// The most survivors to explain. Of more, only the first are.
    static let mostTargets = 1_000
    /// How many edges are kept at each end of a longer path.
    private static let mostSteps = 32

    /// Nil before the first use; a nil in it where searching is not possible.
    private let search = Protected<HeapSearch??>(nil)

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
        label.isEmpty || label.hasPrefix("[") ? holder + label : "\(holder).\(label)"
    }

    /// Runs `body` with the search, after any that is under way. Nil where searching is not
    /// possible.
    func withSearch<Result>(_ body: (HeapSearch) -> Result) -> Result? {
        search.withLock { search in
            let known: HeapSearch? = search ?? Self.setUp()
            search = .some(known)
            return known.map(body)
        }
    }

    private static func setUp() -> HeapSearch? {
        do {
            return try HeapSearch()
        } catch {
            HostWarning.say("\(error.reason): reports do not say why objects are alive")
            return nil
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
    /// Of each its address, and whether its memory is kept, because it does not remove itself in
    /// its `deinit`. It is not retained, not even briefly: releasing it might free it under a lock
    /// that its `deinit` takes.
    private typealias Root = (address: UInt, isKept: Bool)

    private let roots = Protected<[ObjectID: Root]>([:])

    deinit {
        for root in roots.withLock({ $0.values }) { Self.giveUp(root) }
    }

    /// - Parameter address: The address of an object that removes itself in its `deinit`.
    func add(_ router: ObjectID, at address: UInt) {
        roots.withLock { $0[router] = (address, isKept: false) }
    }

    func add(_ object: AnyObject, _ id: ObjectID) {
        ObjectReference.keepMemory(of: Unmanaged.passUnretained(object).toOpaque())
        let root = (ObjectReference.address(of: object), isKept: true)
        Self.giveUp(roots.withLock { $0.updateValue(root, forKey: id) })
    }

    func remove(_ id: ObjectID) {
        Self.giveUp(roots.withLock { $0.removeValue(forKey: id) })
    }

    private static func giveUp(_ root: Root?) {
        if let root, root.isKept { ObjectReference.giveUpMemory(at: root.address) }
    }

    /// The wanted objects that are alive, in the order of their ids.
    func all(where isWanted: (ObjectID) -> Bool) -> [(id: ObjectID, address: UInt)] {
        let living = roots.withLock { roots in
            roots.filter { !$0.value.isKept || ObjectReference.isLiving(at: $0.value.address) }
        }
        return living.filter { isWanted($0.key) }
            .map { (id: $0.key, address: $0.value.address) }.sorted { $0.id < $1.id }
    }
}

extension RetainSearch {
    /// Runs `body` with an address of this call's frame, which marks where on the stack the
    /// recorder's own work begins. References that the recorder itself holds there do not explain
    /// why an object is alive.
    @inline(never)
    static func withOwnFrames<Result>(_ body: (_ frames: UInt) -> Result) -> Result {
        var here = 0
        return withUnsafeMutablePointer(to: &here) { body(UInt(bitPattern: $0)) }
    }
}

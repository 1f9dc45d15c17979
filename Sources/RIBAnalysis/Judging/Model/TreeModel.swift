// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// The recorded objects, their owners in the architecture, and their places in the tree.
///
/// It trusts no trace: it ignores events about unknown objects, and bounds every walk upwards.
package struct TreeModel {
    package var definitions = TraceDefinitions()
    package var nodes: [ObjectID: TracedNode] = [:]
    /// The part that objects of each type have in their RIBs. Most objects on retain paths have no
    /// number in the trace, so they are known only by type.
    private(set) var partsOfTypes: [StringID: ObjectKind] = [:]
    private var lastRouters: [StringID: ObjectID] = [:]
    /// How many objects were made. `nodes` has those that may matter again.
    private(set) var madeCount = 0
    /// Objects that tests assert to have been freed.
    private(set) var asserted: Set<ObjectID> = []
    /// Whether an object was made that belongs to exactly one RIB, such as a router.
    private(set) var hasRIBs = false
    /// The places that the host gave to objects.
    package var placements: [ObjectID: StringID] = [:]
    /// The owners of an object after the first one.
    package var moreOwners: [ObjectID: [ObjectID]] = [:]
    /// The parts of RIBs without base classes.
    package var plainParts: [ObjectID: [ObjectID]] = [:]
    /// The interactors of routers; none for one that has several.
    package var interactors: [ObjectID: ObjectID] = [:]
    /// The components of routers.
    package var components: [ObjectID: ObjectID] = [:]

    package init() {}

    /// Reads the next event. Events come in time order.
    package mutating func apply(_ timed: TimedEvent) {
        switch timed.event {
        case .objectCreated(let object, let kind, let type, let stack):
            if !kind.mayBeShared { hasRIBs = true }
            partsOfTypes[type] = kind
            if kind == .router, let last = lastRouters.updateValue(object, forKey: type) {
                nodes[last]?.next = object
            }
            let old = nodes.updateValue(
                TracedNode(kind: kind, type: type, allocation: stack), forKey: object)
            // A damaged trace may contain the same id twice.
            if old == nil { madeCount += 1 }
        case .objectDestroyed(let object): nodes[object]?.isDestroyed = true
        case .owned(let object, let owner): addOwner(owner, of: object)
        case .launched(let router, let stack): nodes[router]?.launch(at: stack)
        case .attached(let child, let parent, let stack):
            nodes[child]?.attach(to: parent, at: stack)
        case .detached(let child, _, let stack): nodes[child]?.detach(at: stack)
        case .activated(let interactor):
            nodes[interactor]?.becomeActive()
            if let holder = nodes[interactor]?.firstOwner { nodes[holder]?.wasUsed = true }
        case .deactivated(let interactor):
            nodes[interactor]?.becomeDormant()
            nodes[interactor]?.wasDeactivated = true
        case .workerStarted(let worker, _): nodes[worker]?.becomeActive()
        case .workerStopped(let worker): nodes[worker]?.becomeDormant()
        case .placed(let object, let ribPath): placements[object] = ribPath
        case .asserted(let object): asserted.insert(object)
        case .stringDefined(let id, let text): definitions.strings[id] = text
        case .imageDefined(let image): definitions.images[image.id] = image
        case .stackDefined(let id, let stack): definitions.stacks[id] = stack
        case .stackContinued(let stack, let next): definitions.outer[stack] = next
        case .supertypeDefined(let supertype, let type): definitions.supertypes[type] = supertype
        case .scopeBegan(let scope, let name): definitions.scopeNames[scope] = name
        default: break  // says nothing about the tree
        }
    }

    private mutating func addOwner(_ owner: ObjectID, of id: ObjectID) {
        guard let node = nodes[id] else { return }
        if node.firstOwner.isNone {
            nodes[id]?.firstOwner = owner
        } else if moreOwners[id, default: []].count < Self.mostHolders {
            moreOwners[id, default: []].append(owner)
        }
        switch nodes[owner]?.kind {
        case .router where node.kind == .component: components[owner] = id
        case .router where node.kind == .interactor:
            interactors[owner] = interactors[owner] ?? id == id ? id : ObjectID.none
        case .rib where plainParts[owner, default: []].count < Self.mostHolders:
            plainParts[owner, default: []].append(id)
        default: break
        }
    }

    /// The owners of an object in the architecture, in the order in which they were recorded.
    package func owners(of id: ObjectID) -> [ObjectID] {
        guard let first = nodes[id]?.firstOwner, !first.isNone else { return [] }
        return [first] + (moreOwners[id] ?? [])
    }

    /// Whether an object was freed, or never made.
    package func isFreed(_ id: ObjectID) -> Bool { nodes[id]?.isDestroyed ?? true }

    /// The name of an object's type, cut if longer than any real one: each object repeats it.
    package func typeName(of id: ObjectID) -> String {
        let name = nodes[id].map { definitions.text($0.type) } ?? "?"
        guard name.utf8.count > Self.longestType else { return name }
        return String(decoding: name.utf8.prefix(Self.longestType), as: UTF8.self) + "…"
    }

    /// In bytes. Up to this length fingerprints are exact.
    private static var longestType: Int { 1_000 }

    var types: Set<String> { Set(partsOfTypes.keys.map(definitions.text)) }

    /// The types whose code belongs to an object or, for a RIB without base classes, to its parts.
    func lineage(of id: ObjectID) -> [String] {
        ([id] + (plainParts[id] ?? [])).flatMap { part in
            nodes[part].map { definitions.inheritance(of: $0.type) } ?? []
        }
    }

    /// Whether several RIBs used the object. For a component, whether its builder made the next RIB
    /// of the kind without a new component: then the builder keeps it.
    func isHandedOutAgain(_ id: ObjectID) -> Bool {
        let users = users(of: id)
        guard nodes[id]?.kind == .component, let router = users.max() else {
            return users.count > 1
        }
        let next = nodes[router]?.next ?? .none
        return nodes[next] != nil && components[next] == nil
    }

    /// A limit for the ancestors that are checked.
    private static var mostAncestors: Int { 64 }

    /// Whether an object is a router, or a RIB without base classes, below another of its type.
    func isBelowItsKind(_ id: ObjectID) -> Bool {
        guard let node = nodes[id], node.kind.isTreeNode else { return false }
        return path(up: id, by: \.lastParent).dropFirst().prefix(Self.mostAncestors)
            .contains { $0.node.type == node.type }
    }
}

/// One recorded object, as of the last event read. An id is none when a fact is absent.
package struct TracedNode {
    package let kind: ObjectKind
    /// The name of its type.
    package let type: StringID
    /// Where it was made.
    package let allocation: StackID
    /// For a router, where it was last attached or launched.
    private(set) var attach = StackID.none
    /// For a router, where it was last detached.
    private(set) var detach = StackID.none
    /// For a router, its current or last parent, which gives its place in the tree.
    package private(set) var lastParent = ObjectID.none
    /// For a router, the next one of its type that was made.
    package fileprivate(set) var next = ObjectID.none
    /// Its first recorded owner. `TreeModel` keeps the others.
    package var firstOwner = ObjectID.none
    /// How often it became active: for an interactor, a worker, or a RIB without base classes.
    private(set) var activations: UInt16 = 0
    package var isDestroyed = false
    /// Whether it was freed before the models last forgot something.
    package var isOld = false
    /// For a router, whether it was launched as the root of a tree.
    package private(set) var isLaunched = false
    /// For a router, true from a detach to the next attach.
    package private(set) var isDetached = false
    /// For a RIB without base classes, whether a RIB above it was detached after its last attach.
    var wasDeactivated = false
    /// For a router, whether an object that it owns was ever active.
    var wasUsed = false
    /// Whether it is inactive now and was active before.
    private(set) var isDormant = false

    init(kind: ObjectKind, type: StringID, allocation: StackID) {
        (self.kind, self.type, self.allocation) = (kind, type, allocation)
    }

    /// For a router, its current parent.
    package var parent: ObjectID { isDetached ? .none : lastParent }

    /// Whether a router is in use; nil when that depends on its parent.
    var isInUse: Bool? {
        if isDestroyed { return false }
        if isLaunched { return true }
        return parent.isNone ? !isDetached : nil
    }

    var wasNeverAttached: Bool { lastParent.isNone && !isLaunched && !isDetached && !wasUsed }

    var wasActive: Bool { activations > 0 }

    mutating func becomeActive() {
        isDormant = false
        if activations < .max { activations += 1 }
    }

    mutating func becomeDormant() { isDormant = wasActive }

    mutating func launch(at stack: StackID) {
        (attach, isLaunched, isDetached) = (stack, true, false)
    }

    mutating func attach(to router: ObjectID, at stack: StackID) {
        (attach, lastParent) = (stack, router)
        (isDetached, wasDeactivated) = (false, false)
    }

    mutating func detach(at stack: StackID) {
        (detach, isDetached) = (stack, true)
        // A router stays launched for good. A RIB without base classes may stop being a root.
        if kind == .rib { isLaunched = false }
    }
}

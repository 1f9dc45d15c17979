// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The recorded objects, what holds them by the architecture, and where they stand in the tree.
///
/// It trusts no trace: events about unknown objects are passed over, and walks along parents and
/// owners are bounded.
struct TreeModel: EventConsumer {
    private(set) var definitions = TraceDefinitions()
    private(set) var nodes = SerialMap<TracedObject, TracedNode>()
    /// Objects of which a test says that they must be gone.
    var asserted: Set<ObjectID>
    /// True once a part of a RIB was made that only RIBs have.
    private(set) var hasRIBs = false
    /// True once there was a RIB without base classes.
    private(set) var hasPlainRIBs = false
    /// Where the host itself says that objects have their place.
    private(set) var placements: [ObjectID: StringID] = [:]
    /// What holds an object by the architecture beside its first owner.
    private var moreOwners: [ObjectID: [ObjectID]] = [:]
    /// What RIBs without base classes consist of.
    private var plainParts: [ObjectID: [ObjectID]] = [:]
    /// The components of routers.
    private var components: [ObjectID: ObjectID] = [:]

    /// - Parameter asserted: Objects that must be gone, whatever place they have.
    init(asserted: Set<ObjectID> = []) { self.asserted = asserted }

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) { definitions.define(event) }

    /// Takes one more event that is no definition, in time order.
    @inline(__always)
    mutating func apply(_ event: PackedEvent) {
        let object = ObjectID(event.subject)
        switch event.record {
        case .objectCreated: make(object, ObjectKind(rawValue: event.kind) ?? .object, event)
        case .objectDestroyed: free(object)
        case .owned: addOwner(ObjectID(event.related), of: object)
        case .attached: attach(object, to: ObjectID(event.related))
        case .detached: detach(object, at: event.moveStack)
        case .activated: activate(object)
        case .deactivated: deactivate(object)
        case .workerStarted: start(object)
        case .workerStopped: stop(object)
        default: applyRare(event)
        }
    }

    /// Takes an event that does not come for each RIB; any other does not change the tree.
    @inline(never)
    mutating func applyRare(_ event: PackedEvent) {
        switch event.record {
        case .launched: nodes.change(ObjectID(event.subject)) { $0.launch() }
        case .placed: placements[ObjectID(event.subject)] = StringID(short: event.ribPath)
        case .supertypeDefined: definitions.noteSupertype(event)
        case .scopeBegan: definitions.noteScope(event)
        default: break  // does not change the tree, or is taken by `apply`
        }
    }

    // What the frequent events do, for those who have told them apart already.

    /// - Parameter event: An `objectCreated`.
    @inline(__always)
    mutating func make(_ object: ObjectID, _ kind: ObjectKind, _ event: PackedEvent) {
        if !hasRIBs, !kind.mayBeShared { hasRIBs = true }
        if kind == .rib { hasPlainRIBs = true }
        nodes.insert(
            TracedNode(kind: kind, type: event.type, allocation: event.creationStack), for: object)
    }

    @inline(__always)
    mutating func free(_ object: ObjectID) { nodes.change(object) { $0.isDestroyed = true } }

    @inline(__always)
    mutating func attach(_ object: ObjectID, to parent: ObjectID) {
        nodes.change(object) { $0.attach(to: parent) }
    }

    @inline(__always)
    mutating func detach(_ object: ObjectID, at stack: UInt32) {
        nodes.change(object) { $0.detach(at: stack) }
    }

    @inline(__always)
    mutating func start(_ worker: ObjectID) { nodes.change(worker) { $0.becomeActive() } }

    @inline(__always)
    mutating func stop(_ worker: ObjectID) { nodes.change(worker) { $0.becomeDormant() } }

    @inline(__always)
    mutating func deactivate(_ object: ObjectID) {
        nodes.change(object) { $0.becomeDormant() }
        if hasPlainRIBs { nodes.change(object) { $0.deactivate() } }
    }

    @inline(__always)
    mutating func activate(_ object: ObjectID) {
        var holder: ObjectID?
        nodes.change(object) {
            $0.becomeActive()
            holder = $0.firstOwner
        }
        if let holder { nodes.change(holder) { $0.activateInteractor() } }
    }

    @inline(__always)
    mutating func addOwner(_ owner: ObjectID, of id: ObjectID) {
        var (isOwned, isComponent) = (false, false)
        nodes.change(id) { node in
            isOwned = !node.firstOwner.isNone
            isComponent = node.kind == .component
            if !isOwned { node.firstOwner = owner }
        }
        if isOwned { addOwner(owner, besideFirstOf: id) }
        if isComponent || hasPlainRIBs { addPart(id, of: owner) }
    }

    @inline(never)
    private mutating func addOwner(_ owner: ObjectID, besideFirstOf id: ObjectID) {
        moreOwners[id, default: []].append(owner)
    }

    @inline(never)
    private mutating func addPart(_ id: ObjectID, of owner: ObjectID) {
        guard let node = nodes[id] else { return }
        if node.kind == .component, nodes[owner]?.kind == .router { components[owner] = id }
        if nodes[owner]?.kind == .rib, plainParts[owner, default: []].count < Self.mostHolders {
            plainParts[owner, default: []].append(id)
        }
    }

    /// The component that was made for a router.
    func component(of router: ObjectID) -> ObjectID? { components[router] }

    /// What holds an object by the architecture, in the order it was said.
    func owners(of id: ObjectID) -> [ObjectID] {
        guard let first = nodes[id]?.firstOwner, !first.isNone else { return [] }
        return [first] + (moreOwners[id] ?? []).prefix(Self.mostHolders)
    }

    /// True for an object that was freed, or never made.
    func isFreed(_ id: ObjectID) -> Bool { nodes[id]?.isDestroyed ?? true }
}

// MARK: - Types

extension TreeModel {
    /// The name of an object's type, cut where it is longer than anyone's: each object repeats it.
    func typeName(of id: ObjectID) -> String {
        let name = nodes[id].map { definitions.text($0.type) } ?? "?"
        guard name.utf8.count > Self.longestType else { return name }
        return String(decoding: name.utf8.prefix(Self.longestType), as: UTF8.self) + "…"
    }

    /// In bytes. Up to there fingerprints are exact.
    private static var longestType: Int { 1_000 }

    /// The names of the types of all objects.
    var types: Set<String> {
        // Numbers of texts begin at 1 and have no gaps, so that most objects cost one look.
        var isSeen = [Bool](repeating: false, count: definitions.textCount + 1)
        var others: Set<StringID> = []
        nodes.visitValues { node in
            let number = node.type.rawValue
            if number < UInt64(isSeen.count) {
                isSeen[Int(number)] = true
            } else {
                others.insert(node.type)
            }
        }
        let seen = isSeen.indices.filter { isSeen[$0] }.map { StringID(UInt64($0)) }
        return Set((seen + others).map(definitions.text))
    }

    /// The types whose code is an object's own: its type and the classes that inherits from, and
    /// the same of the parts of a RIB without base classes.
    func lineage(of id: ObjectID) -> [String] {
        ([id] + (plainParts[id] ?? [])).flatMap { part in
            nodes[part].map { definitions.inheritance(of: $0.type) } ?? []
        }
    }
}

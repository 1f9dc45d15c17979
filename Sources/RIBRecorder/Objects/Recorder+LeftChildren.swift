// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import RIBTrace

/// A child of a router, as it is compared with the fields of its parent.
package struct AttachedChild {
    package let id: ObjectID
    let address: UInt
    let type: ObjectIdentifier
    /// Whether a field had it before, and it is not recorded as forgotten yet.
    let isAsked: Bool

    package init(_ object: AnyObject, _ id: ObjectID, isAsked: Bool) {
        self.id = id
        address = ObjectReference.address(of: object)
        type = ObjectIdentifier(Swift.type(of: object))
        self.isAsked = isAsked
    }
}

/// Finds children that a router keeps attached although its own fields show that the flow has left
/// them.
///
/// A flow that goes back without `detachChild` leaves only one trace: the field that had the child
/// has another one of its class by now, or none. That is a sign and no proof, so it is only a
/// warning. Children that the router or its interactor refers to in any way count as in use. So do
/// those that were not seen in a field when they, or the next child, were attached, such as the
/// cells of a list.
extension Recorder {
    /// Records the children that a router's fields show to be left behind.
    ///
    /// - Parameters:
    ///   - children: All attached children, the oldest first.
    ///   - parent: The router's address. It may be in its `deinit`.
    ///   - bases: Classes whose own fields are left out, a generic class for all its arguments.
    package func recordLeftChildren(
        _ children: [AttachedChild], of parent: UInt, _ id: ObjectID, interactor: UInt?,
        below bases: [ObjectIdentifier]
    ) -> Set<ObjectID> {
        // Checked before the fields are read, which takes longer.
        guard children.contains(where: \.isAsked),
            let fields = fields(of: parent, below: bases)
        else { return [] }
        let others = interactor.flatMap { self.fields(of: $0, below: bases)?.referred } ?? []
        // The index of the youngest child of each class that a field has.
        var held: [ObjectIdentifier: Int] = [:]
        for (index, child) in children.enumerated() where fields.held.contains(child.address) {
            held[child.type] = index
        }
        var left: Set<ObjectID> = []
        for (index, child) in children.enumerated() where child.isAsked {
            if fields.referred.contains(child.address) || others.contains(child.address) {
                continue
            }
            // A field that has an older one never had this one.
            guard held[child.type].map({ $0 > index }) ?? fields.hasEmpty else { continue }
            let isReplaced = held[child.type] != nil
            violated(
                isReplaced ? .replacedWhileAttached : .clearedWhileAttached, child.id, other: id)
            left.insert(child.id)
        }
        return left
    }

    /// The objects that an object's fields refer to. Nil where the heap cannot be searched.
    private func fields(of address: UInt, below bases: [ObjectIdentifier]) -> ObjectFields? {
        guard let session, session.configuration.level == .full else { return nil }
        return session.nearbySearch.withSearch { $0.fields(of: address, below: bases) } ?? nil
    }

    /// Whether a field of an object refers directly to another object. It reads only the object's
    /// own memory, at next to no cost once the class is known.
    package func hasField(
        _ object: AnyObject, referringTo target: AnyObject,
        below bases: [ObjectIdentifier]
    ) -> Bool {
        guard let session else { return false }
        let place = Unmanaged.passUnretained(object).toOpaque()
        let type = ObjectIdentifier(type(of: object))
        let known = session.ownFields.withLock { $0[type] }
        let fields =
            known ?? HeapSearch.ownFields(of: UInt(bitPattern: place), below: bases) ?? 0..<0
        if known == nil { session.ownFields.withLock { $0[type] = fields } }
        let wanted = ObjectReference.address(of: target)
        // Safe: the caller holds the object, and reads only the memory of its fields.
        return stride(from: (fields.lowerBound + 7) & ~7, to: fields.upperBound, by: 8).contains {
            $0 + 8 <= fields.upperBound
                && place.load(fromByteOffset: Int($0), as: UInt.self) == wanted
        }
    }
}

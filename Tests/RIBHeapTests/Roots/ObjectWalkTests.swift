// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// What a walk finds behind the fields of objects that no type describes.
@Suite struct ObjectWalkTests: WalkingSuite {
    /// An object that holds another one in a field that no type describes.
    private final class PartlyReflected {
        let hidden: UInt
        init(hiding hidden: UInt) { self.hidden = hidden }

        var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
        /// The description of it for the walk.
        static func known(_ content: UnreflectedField.Content, ofLibraries: Bool)
            -> OpaqueWalk.Object
        {
            let field = UnreflectedField(label: "hidden", offset: 16, size: 8, content: content)
            return OpaqueWalk.Object(unreflected: [field], isOfLibraries: ofLibraries)
        }
    }

    /// Walks from an object that hides something.
    private func found(
        hiding hidden: UInt, _ known: OpaqueWalk.Object, _ held: Held,
        accepts: @escaping (InferredRoot) -> Bool = { _ in true },
        walk body: (inout OpaqueWalk, PartlyReflected) -> Void
    ) -> (outer: UInt, roots: [InferredRoot]) {
        let outer = PartlyReflected(hiding: hidden)
        let memory = GuardedMemory()
        let address = outer.address
        var walk = OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { [mark = held.mark] in $0 == address || mark.isObject($0, in: memory) },
            object: { $0 == address ? known : nil }, accepts: accepts)
        body(&walk, outer)
        return withExtendedLifetime((outer, held)) { (address, walk.found) }
    }

    private func field(
        of outer: UInt, named label: String, at holder: UInt, _ place: UInt32, _ held: Held
    ) -> InferredRoot {
        InferredRoot(
            origin: .init(kind: .field, owner: outer, label: label), holder: holder, place: place,
            target: held.address)
    }

    @Test func aValueOfAnObjectLeadsToWhatItHolds() {
        let held = Held()
        let found = found(
            hiding: held.address, PartlyReflected.known(.value, ofLibraries: false), held
        ) { $0.walk(fromFieldsOf: [~$1.address]) }
        #expect(
            found.roots == [
                field(of: found.outer, named: "hidden", at: found.outer + 16, 0, held)
            ])
    }

    @Test func memoryThatAPointerOfAnObjectLeadsToIsLookedInto() {
        let (held, chunk) = (Held(), Chunk())
        chunk.words[3] = held.address
        let found = found(
            hiding: chunk.address, PartlyReflected.known(.pointer, ofLibraries: false), held
        ) { $0.walk(fromFieldsOf: [~$1.address]) }
        #expect(
            found.roots == [field(of: found.outer, named: "hidden", at: chunk.address, 24, held)])
    }

    @Test(arguments: [UnreflectedField.Content.pointer, .unmanaged])
    func aPointerToAnObjectCountsOnlyWhereNothingElseExplainsThat(content: UnreflectedField.Content)
    {
        let held = Held()
        let known = PartlyReflected.known(content, ofLibraries: false)
        let early = found(hiding: held.address, known, held) {
            $0.walk(fromFieldsOf: [~$1.address])
        }
        #expect(early.roots == [])
        let late = found(hiding: held.address, known, held) {
            $0.walk(fromUnmanagedFieldsOf: [~$1.address])
        }
        #expect(
            late.roots == [field(of: late.outer, named: "hidden", at: late.outer + 16, 0, held)])
    }

    @Test func anObjectOfALibrarysIsLookedIntoUnderItsOwnName() {
        let held = Held()
        let found = found(
            hiding: held.address, PartlyReflected.known(.unmanaged, ofLibraries: true), held
        ) { $0.walk(fromFieldsOf: [~$1.address]) }
        #expect(
            found.roots == [field(of: found.outer, named: "", at: found.outer + 16, 0, held)])
    }

    @Test func anObjectOfALibrarysThatTheWalkMeetsIsLookedInto() {
        let (chunk, held) = (Chunk(), Held())
        let found = found(
            hiding: held.address, PartlyReflected.known(.unmanaged, ofLibraries: true), held
        ) {
            chunk.words[3] = $1.address
            $0.walk(from: [(Self.origin, [chunk.region])])
        }
        #expect(found.roots.map(\.target) == [found.outer, held.address])
    }

    @Test func aWordThatIsNotBelievedLeavesTheObjectToOthers() {
        let (first, second, held) = (Chunk(), Chunk(), Held())
        first.words[1] = held.address
        first.words[2] = second.address
        second.words[5] = held.address
        let found = found(
            hiding: 0, PartlyReflected.known(.value, ofLibraries: false), held,
            accepts: { [bad = first.address] in $0.holder != bad },
            walk: { walk, _ in walk.walk(from: [(Self.origin, [first.region])]) })
        #expect(found.roots == [root(second, 5, held)])
    }

    @Test func aWordThatIsNotBelievedLeadsToNothingInTheObject() {
        let (chunk, held) = (Chunk(), Held())
        let found = found(
            hiding: held.address, PartlyReflected.known(.unmanaged, ofLibraries: true), held,
            accepts: { [inner = held.address] in $0.target == inner },
            walk: { walk, outer in
                chunk.words[3] = outer.address
                walk.walk(from: [(Self.origin, [chunk.region])])
            })
        #expect(found.roots == [])
    }
}

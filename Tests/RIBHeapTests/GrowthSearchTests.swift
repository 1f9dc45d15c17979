// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// What a scenario leaves behind with each turn, and what looks like it and does not count.
@Suite(.serialized) struct GrowthSearchTests {
    private final class Entry {
        var next: Entry?
        var handler: (() -> Void)?
    }
    private final class Store {
        var list: [Entry] = []
        var names: [Int: Int] = [:]
        var handlers: [() -> Void] = []
        var head: Entry?
        var any: [any AnyObject] = []
        var other: [Entry] = []
        let part = Part()
    }
    private final class Part {
        var set: Set<Int> = []
    }

    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    /// What grows in a store that is a root.
    private func growths(
        turns: Int = 4, limit: Int = 4_000_000, _ body: (Store, Int) -> Void,
        control: (Store) -> Void = { _ in }
    ) throws -> [HeapGrowth] {
        let store = Store()
        let search = GrowthSearch(try HeapSearch(), limit: limit)
        let roots = GrowthSearch.Roots(attachedRouters: [address(store)])
        for turn in 0..<2 { body(store, turn) }
        search.measureTurn(roots)
        for turn in 2..<2 + turns {
            body(store, turn)
            search.measureTurn(roots)
        }
        control(store)
        search.measureControl(roots)
        return search.growths()
    }

    private func words(_ growth: HeapGrowth) -> String {
        let path = growth.retention.steps.map { step in
            switch step.holder {
            case .object(let type): "\(type).\(step.label)"
            case .closure: "{}.\(step.label)"
            case .global(let symbol, _): "\(symbol).\(step.label)"
            case .other(let name): "\(name).\(step.label)"
            }
        }
        let type = growth.functions.isEmpty ? growth.type : "closure"
        return path.joined(separator: " → ") + ": +\(growth.each) \(type), \(growth.turns) turns"
    }

    @Test func aListThatGetsAnObjectEachTurnGrows() throws {
        let found = try growths { store, _ in store.list += [Entry(), Entry()] }
        #expect(found.map(words) == ["Store.list: +2 Entry, 4 turns"])
        #expect(found.map(\.count) == [12])
    }

    @Test func aDictionaryOfPlainValuesGrowsByItsElements() throws {
        let found = try growths { store, turn in store.names[turn] = turn }
        #expect(found.map(words) == ["Store.names: +1 Dictionary<Int, Int>, 4 turns"])
        #expect(found.map(\.unit) == [.elements])
    }

    @Test func aSetBelowAnotherObjectHasItsWholePath() throws {
        let found = try growths { store, turn in store.part.set.insert(turn) }
        #expect(found.map(words) == ["Store.part → Part.set: +1 Set<Int>, 4 turns"])
    }

    @Test func copiesThatTheOptimiserMakesOfAClosuresCodeCountAsOne() {
        let names: [UInt: String] = [
            1: "$s3App4HomeC6listenyyFyycfU_TA", 2: "$s3App4HomeC6listenyyFyycfU_TA.2",
            3: "$s3App4HomeC6listenyyFyycfU0_TA.17", 4: "$s3App4HomeC6listenyyFyycfU_TA.resume.0",
        ]
        let copies = ClosureCopies { names[$0] ?? "" }
        #expect((1...6).map(copies.original) == [1, 1, 3, 4, 5, 6])
    }

    @Test func closuresAreNamedByTheirCode() throws {
        let found = try growths { store, turn in store.handlers.append { _ = (store, turn) } }
        #expect(found.map(words) == ["Store.handlers: +1 closure, 4 turns"])
        #expect(found.first?.functions.count == 1)
    }

    @Test func eachElementOfALinkedListBelongsToOnePlace() throws {
        let found = try growths { store, _ in
            let entry = Entry()
            entry.next = store.head
            store.head = entry
        }
        #expect(found.map { "+\($0.each) \($0.type)" } == ["+1 Entry"])
    }

    @Test func whatHoldsTheSameObjectsIsNamedOnce() throws {
        let found = try growths { store, _ in
            store.list.append(Entry())
            store.other.append(store.list[store.list.count - 1])
        }
        #expect(found.map(words) == ["Store.list: +1 Entry, 4 turns"])
    }

    @Test func twoPlacesThatGrowByDifferentObjectsAreBothNamed() throws {
        let found = try growths { store, turn in
            store.list.append(Entry())
            store.names[turn] = 0
        }
        #expect(found.count == 2)
    }

    @Test func aCacheThatIsFullDoesNotGrow() throws {
        let found = try growths { store, _ in
            store.list.append(Entry())
            if store.list.count > 5 { store.list.removeFirst() }
        }
        #expect(found == [])
    }

    @Test func whatIsAddedAndTakenAwayInTurnDoesNotGrow() throws {
        let found = try growths { store, turn in
            if turn % 2 == 0 { store.list.append(Entry()) } else { store.list.removeLast() }
        }
        #expect(found == [])
    }

    @Test func whatSlowsDownDoesNotGrow() throws {
        let found = try growths { store, turn in
            for _ in 0..<max(0, 10 - turn) { store.list.append(Entry()) }
        }
        #expect(found == [])
    }

    @Test func whatIsMadeOnceDoesNotGrow() throws {
        let found = try growths { store, turn in
            if turn == 3 { store.list += [Entry(), Entry()] }
        }
        #expect(found == [])
    }

    @Test func whatChangesWithoutATurnDoesNotCount() throws {
        let found = try growths(
            { store, _ in store.list.append(Entry()) }, control: { $0.list.append(Entry()) })
        #expect(found == [])
    }

    @Test func nothingIsSaidWhereNotAllObjectsCouldBeVisited() throws {
        let store = Store()
        let search = GrowthSearch(try HeapSearch(), limit: 2)
        let roots = GrowthSearch.Roots(attachedRouters: [address(store)])
        for _ in 0..<4 {
            store.list.append(Entry())
            search.measureTurn(roots)
        }
        #expect(!search.isComplete)
        #expect(search.growths() == [])
    }

    /// Measures like an assertion: from a function that the test calls.
    @inline(never)
    private func measureFromHere(_ search: GrowthSearch) {
        var here = 0
        withUnsafeMutablePointer(to: &here) { here in
            search.measureTurn(
                GrowthSearch.Roots(attachedRouters: [], ownFrames: UInt(bitPattern: here)))
        }
    }

    @Test func aVariableOfTheCallersFunctionIsARoot() throws {
        var kept: [Entry] = []
        let search = GrowthSearch(try HeapSearch())
        for _ in 0..<4 {
            kept.append(Entry())
            measureFromHere(search)
        }
        let found = search.growths().filter { $0.type == "Entry" }
        #expect(
            found.map(words) == [
                "the calling thread. → {}.captures Entry: +1 Entry, 3 turns"
            ])
        #expect(kept.count == 4)
    }

    /// Measures beside a word on the stack, such as a function that returned leaves behind.
    @inline(never)
    private func measure(_ search: GrowthSearch, beside word: UInt) {
        var word = word
        withUnsafeMutablePointer(to: &word) { _ in measureFromHere(search) }
    }

    @Test func aWordThatIsLeftOnTheStackHidesNoGrowth() throws {
        let store = Store()
        let search = GrowthSearch(try HeapSearch())
        for turn in 0..<5 {
            store.list.append(Entry())
            let storage = unsafeBitCast(store.list, to: UInt.self)
            measure(search, beside: turn.isMultiple(of: 2) ? storage : 0)
        }
        let found = search.growths().filter { $0.type == "Entry" }
        // The closure is of this macro.
        #expect(
            found.map(words) == [
                "the calling thread. → {}.captures Store → Store.list: +1 Entry, 4 turns"
            ])
        #expect(store.list.count == 5)
    }
}

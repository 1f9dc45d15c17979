// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// What only some objects keep, asked while all of them live.
@Suite struct ReleasedObjectTests {
    private class Node {
        var kept: AnyObject?
        var list: [AnyObject] = []
        var handler: (() -> Void)?
        weak var seen: AnyObject?
        unowned(unsafe) var other: AnyObject?
    }

    private final class Screen: Node {}
    private final class Keeper: Node {}

    private let keeper = Keeper()

    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    /// The labels of the path to a screen that nothing else holds once `keep` is over.
    @inline(never)
    private func path(
        nodes: Int = 20_000, _ keep: (Keeper, Screen) -> Void
    ) throws -> [String]? {
        var screen: UInt = 0
        hand(&screen, keep)
        return try HeapSearch().explain(
            [screen], keptOnlyBy: [address(keeper)], nodes: nodes)[0]?.steps.map(\.label)
    }

    @inline(never)
    private func hand(_ address: inout UInt, _ keep: (Keeper, Screen) -> Void) {
        let screen = Screen()
        address = self.address(screen)
        keep(keeper, screen)
    }

    @Test func aFieldOfTheKeeper() throws {
        #expect(try path { $0.kept = $1 } == ["kept"])
    }

    @Test func anArrayOfTheKeeper() throws {
        #expect(try path { $0.list = [Node(), $1] } == ["list[1]"])
    }

    @Test func aClosureOfTheKeeper() throws {
        #expect(try path { keeper, screen in keeper.handler = { _ = screen } }?.count == 2)
    }

    @Test func anObjectThatOnlyTheKeeperHolds() throws {
        let path = try path { keeper, screen in
            let node = Node()
            keeper.kept = node
            node.kept = screen
        }
        #expect(path == ["kept", "kept"])
    }

    @Test func objectsThatHoldEachOther() throws {
        let path = try path { keeper, screen in
            screen.list = [Node(), Node()]
            (keeper.kept, keeper.list) = (screen, screen.list)
        }
        #expect(path == ["kept"])
    }

    @Test func theKeeperMayBeHeldByAnything() throws {
        let holders = [keeper, keeper]
        #expect(try path { $0.kept = $1 } == ["kept"])
        withExtendedLifetime(holders) {}
    }

    // MARK: - Kept by something else, too

    @Test func whatAVariableHoldsTooIsNotExplained() throws {
        let screen = Screen()
        #expect(try path { keeper, _ in keeper.kept = screen } == nil)
        #expect(
            try HeapSearch().explain([address(screen)], keptOnlyBy: [address(keeper)]) == [nil])
        withExtendedLifetime(screen) {}
    }

    @Test func whatAnObjectHoldsThatStaysIsNotExplained() throws {
        let service = Node()
        let path = try path { keeper, screen in
            (keeper.kept, service.kept) = (service, screen)
        }
        #expect(path == nil)
        withExtendedLifetime(service) {}
    }

    @Test func weakAndUnownedReferencesKeepNothing() throws {
        let screen = Screen()
        (keeper.seen, keeper.other) = (screen, screen)
        #expect(
            try HeapSearch().explain([address(screen)], keptOnlyBy: [address(keeper)]) == [nil])
        withExtendedLifetime(screen) {}
    }

    @Test func whatLiesBehindTooManyObjectsIsNotExplained() throws {
        func hold(_ keeper: Keeper, _ screen: Screen) {
            var last: Node = keeper
            for _ in 0..<20 {
                let next = Node()
                last.kept = next
                last = next
            }
            last.kept = screen
        }
        #expect(try path(nodes: 100, hold)?.count == 21)
        #expect(try path(nodes: 10, hold) == nil)
    }
}

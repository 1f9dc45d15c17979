// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// What objects in their `deinit` held of each other, asked in the last one's.
@Suite struct DyingObjectTests {
    private class Node {
        var kept: AnyObject?
        let onDeinit: (UInt) -> Void

        init(onDeinit: @escaping (UInt) -> Void = { _ in }) { self.onDeinit = onDeinit }

        deinit { onDeinit(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }
    }

    private final class Screen: Node {}

    private final class Tree: Node {
        var previous: [AnyObject] = []
        var handler: (() -> Void)?
        weak var seen: AnyObject?
        unowned(unsafe) var other: AnyObject?
    }

    /// Two objects that are kept here, and what is found while they are freed.
    private final class Scene {
        var tree: Tree?
        var root: UInt = 0
        private(set) var found: [Retention?] = []
        private let search: HeapSearch
        private let nodes: Int

        init(nodes: Int = 10_000) throws {
            self.nodes = nodes
            search = try HeapSearch()
            let tree = Tree()
            root = address(tree)
            self.tree = tree
        }

        /// A screen that asks why it was there so long.
        func screen() -> Screen {
            Screen { [unowned self] in
                found.append(search.explain($0, heldBy: [root], nodes: nodes))
            }
        }
    }

    private static func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    /// Lets a tree go that holds a screen in a way.
    private func found(_ hold: (Tree, Screen) -> Void) throws -> [Retention?] {
        let scene = try Scene()
        if let tree = scene.tree { hold(tree, scene.screen()) }
        scene.tree = nil
        return scene.found
    }

    private func labels(_ retention: Retention?) -> [String]? {
        retention.map { $0.steps.map { "\($0.holder).\($0.label) → \($0.target)" } }
    }

    @Test func aFieldOfTheDyingHolderIsThePath() throws {
        let scene = try Scene()
        scene.tree?.kept = scene.screen()
        scene.tree = nil
        let retention = try #require(scene.found.first ?? nil)
        #expect(retention.reason == .attachedRouter)
        let step = try #require(retention.steps.first)
        #expect(retention.steps.count == 1)
        #expect(step.holder == .object(type: "Tree") && step.address == scene.root)
        #expect(step.label == "kept" && step.target == "Screen" && !step.isInferred)
        #expect(!retention.isPartial)
    }

    @Test func theFieldOfASubclassIsOne() throws {
        let found = try found { tree, screen in tree.previous = [Node(), screen] }
        #expect(found.map(labels) == [["object(type: \"Tree\").previous[1] → Screen"]])
    }

    @Test func whatLiesBetweenGoesAsWell() throws {
        let found = try found { tree, screen in
            let between = Node()
            between.kept = screen
            tree.kept = between
        }
        #expect(
            found.map(labels) == [
                [
                    "object(type: \"Tree\").kept → Node",
                    "object(type: \"Node\").kept → Screen",
                ]
            ])
    }

    @Test func aClosureThatGoesAsWellIsAStep() throws {
        let found = try found { tree, screen in tree.handler = { _ = screen.kept } }
        let steps = try #require(found.first??.steps)
        #expect(steps.map(\.label) == ["handler", "captures Screen"])
        guard case .closure(let functions) = steps.last?.holder else {
            Issue.record("no closure: \(steps)")
            return
        }
        #expect(functions.first.map { $0 != 0 } == true)
    }

    @Test func weakAndUnownedReferencesAreNoPath() throws {
        let found = try found { tree, screen in
            (tree.seen, tree.other) = (screen, screen)
            let between = Node()
            between.kept = screen
            tree.kept = between
        }
        #expect(
            found.map(labels) == [
                [
                    "object(type: \"Tree\").kept → Node",
                    "object(type: \"Node\").kept → Screen",
                ]
            ])
    }

    @Test func whatItsHolderReleasesBeforeItGoesHasNoPath() throws {
        let scene = try Scene()
        scene.tree?.kept = scene.screen()
        scene.tree?.kept = nil
        #expect(scene.found == [nil])
    }

    @Test func whatLivesOnIsNotExplained() throws {
        let search = try HeapSearch()
        let kept = Node()
        var found: [Retention?] = []
        func letATreeGo() {
            let tree = Tree { found.append(search.explain(Self.address(kept), heldBy: [$0])) }
            tree.kept = kept
        }
        letATreeGo()
        #expect(found == [nil])
    }

    @Test(
        arguments: [
            (nodes: 4, labels: nil),
            (nodes: 5, labels: ["kept", "kept", "kept"]),
        ] as [(Int, [String]?)])
    func noMoreObjectsAreLookedAtThanAllowed(nodes: Int, labels: [String]?) throws {
        let scene = try Scene(nodes: nodes)
        func hold() {
            let (first, second) = (Node(), Node())
            (first.kept, second.kept) = (second, scene.screen())
            scene.tree?.kept = first
        }
        hold()
        scene.tree = nil
        #expect(scene.found.map { $0?.steps.map(\.label) } == [labels])
    }
}

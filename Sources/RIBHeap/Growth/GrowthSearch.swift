// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Finds out which places of the heap a scenario makes larger with each turn, leaked or not.
///
/// Measure once after the scenario has run a few times, then after each further turn, and once more
/// without a turn. Use it from one thread at a time.
package final class GrowthSearch {
    /// Where the walk begins, besides variables that live as long as the process.
    package struct Roots {
        /// The addresses of RIBs in the tree, in the same order each time.
        package var attachedRouters: [UInt]
        /// The addresses of objects that should be gone.
        package var survivors: [UInt]
        /// An address in the calling thread's stack. Variables of the project's functions that
        /// called from above it are roots too. Nil for a caller that has no such variables.
        package var ownFrames: UInt?
        /// The address of the calling task, whose variables are roots too.
        package var task: UInt?

        package init(
            attachedRouters: [UInt], survivors: [UInt] = [], ownFrames: UInt? = nil,
            task: UInt? = nil
        ) {
            (self.attachedRouters, self.survivors) = (attachedRouters, survivors)
            (self.ownFrames, self.task) = (ownFrames, task)
        }
    }

    private let search: HeapSearch
    private let hidden: HiddenTypes
    private let copies: ClosureCopies
    private let limit: Int
    private var tree = GrowthTree()
    private var last: GrowthWalk?
    /// False when a measurement could not visit all objects.
    package private(set) var isComplete = true

    /// - Parameter limit: The most objects to visit in one measurement. A node takes 28 bytes.
    package init(_ search: HeapSearch, limit: Int = 4_000_000) {
        self.search = search
        self.limit = limit
        hidden = HiddenTypes(search.types)
        copies = ClosureCopies(name: search.globals.functionName)
    }

    /// The number of objects that the last measurement visited.
    package var objectCount: Int { last.map { Int($0.table.count) } ?? 0 }

    /// Whether any place has grown steadily so far. If not, further measurements find nothing.
    package var grows: Bool { tree.measured < 2 || tree.grows }

    /// The addresses of the metadata of what is added where something has grown so far, without
    /// closures. Before the last turn, the recorder begins to note who allocates these.
    package var addedTypes: [UInt] {
        guard tree.measured > 1 else { return [] }
        let added = tree.growing.compactMap { isStorage($0) ? content(of: $0) : $0 }
        return Set(
            added.filter { code(of: $0) == nil }.map { tree.nodes[Int($0)].edge }
                // Roots of rank 1 are variables. Their edges have an address in place of a type.
                .filter { $0.parent != GrowthTree.root || $0.slot != 1 }.map(\.type)
        ).sorted()
    }

    /// Counts all objects. The first call is what growth is measured from, each other one ends a
    /// turn.
    ///
    /// - Complexity: O(objects and references).
    package func measureTurn(_ roots: Roots) {
        measure(roots)
        tree.endTurn()
    }

    /// Counts again without a turn, and drops the places that changed: other work changes them.
    package func measureControl(_ roots: Roots) {
        measure(roots)
        tree.endControl()
    }

    private func measure(_ roots: Roots) {
        last = nil
        let graph = SwiftObjectGraph(layouts: search.layouts, memory: GuardedMemory())
        let finder = GrowthRoots(graph: graph, images: search.globals, hidden: hidden)
        let groups = finder.groups(of: roots)
        let walk = GrowthWalk(graph: graph, hidden: hidden, copies: copies, limit: limit)
        tree.beginMeasuring()
        for group in groups { walk.walk(from: group, in: &tree) }
        let others = finder.unreached(atMost: limit) { walk.table.contains($0) }
        // What keeps these alive is not known here.
        walk.walk(from: RootGroup(.unseen, objects: others), together: true, in: &tree)
        isComplete = isComplete && !walk.isPartial
        last = walk
    }
}

extension GrowthSearch {
    /// The places that grew by the same number in each turn, in the order of the walk. Of places
    /// that grow by the same objects, only the first.
    ///
    /// - Returns: Nothing if a measurement could not visit all objects.
    package func growths() -> [HeapGrowth] {
        guard isComplete, let last else { return [] }
        let growing = tree.growing
        let contents = growing.map(content)
        let members = members(of: Set(growing + contents.compactMap { $0 }), last)
        let primary = Set(primary(growing, last, members))
        let writer = search.writer(last.groups)
        return zip(growing, contents).filter { primary.contains($0.0) }.compactMap {
            growth(at: $0, content: $1, last, members, writer)
        }
    }

    /// The objects of some nodes, by their numbers in the order of the walk.
    private typealias Members = [UInt32: [UInt32]]

    private func members(of wanted: Set<UInt32>, _ last: GrowthWalk) -> Members {
        let found = (0..<last.table.count).filter { wanted.contains(last.nodes[Int($0)]) }
        return Dictionary(grouping: found) { last.nodes[Int($0)] }
    }

    /// The most objects of one place for which a path is sought.
    private static let mostTried = 8

    private func growth(
        at number: UInt32, content: UInt32?, _ last: GrowthWalk, _ members: Members,
        _ writer: AnswerWriter
    ) -> HeapGrowth? {
        let count = growingCount(of: number)
        let added = members[content ?? number] ?? []
        // Some of what no root leads to was there before, and nothing shows why.
        let paths = (members[number] ?? []).reversed().lazy.prefix(Self.mostTried)
            .compactMap { self.path(to: $0, last, writer) }
        guard let newest = added.last, let each = count.step,
            let found = paths.first(where: { !$0.steps.isEmpty }) ?? paths.first
        else { return nil }
        let closure = (content ?? (isStorage(number) ? nil : number)).flatMap(code)
        let type = Self.shown(writer.names.name(of: last.table.address(newest)))
        return HeapGrowth(
            type: closure == nil ? type : "",
            functions: closure.map { [writer.code.function(at: $0)] } ?? [],
            unit: isStorage(number) && content == nil ? .elements : .objects, each: each,
            turns: tree.measured - 1,
            count: count.now,
            retention: Retention(
                reason: found.reason,
                steps: Self.leading(
                    found.steps, to: closure == nil ? type : StepWriter.closure)),
            samples: added.suffix(HeapGrowth.mostSamples).map { last.table.address($0) })
    }

    /// The path to an object of the last measurement; nil when it is gone by now.
    private func path(
        to number: UInt32, _ last: GrowthWalk, _ writer: AnswerWriter
    ) -> AnswerWriter.Way? {
        let address = last.table.address(number)
        guard let found = writer.way(to: address, last.path(to: number)) else { return nil }
        guard found.reason == .unseen, found.steps.isEmpty else { return found }
        // No root leads to it. It may hold itself.
        let answer = search.explain(
            [address], attachedRouters: [], budget: .max, includingInferred: false, clock: { 0 })
        return answer[0].map { ($0.reason, $0.steps) }
    }

    private func isStorage(_ node: UInt32) -> Bool { tree.nodes[Int(node)].elements.grows }

    private func growingCount(of node: UInt32) -> SteadyCount {
        isStorage(node) ? tree.nodes[Int(node)].elements : tree.nodes[Int(node)].objects
    }

    /// The node of a collection's elements, if all that are added are of one type.
    private func content(of number: UInt32) -> UInt32? {
        guard isStorage(number) else { return nil }
        let growing = tree.nodes.indices.filter {
            tree.nodes[$0].edge.parent == number && tree.nodes[$0].objects.grows
        }
        return growing.count == 1 ? UInt32(growing[0]) : nil
    }

    private func code(of number: UInt32) -> UInt? {
        let node = tree.nodes[Int(number)]
        guard node.edge.parent != GrowthTree.root,
            search.layouts.pool.slots[Int(node.edge.slot)].kind == .function
        else { return nil }
        return node.edge.type
    }

    /// The places without those whose objects refer to as many objects of another place, or are
    /// referred to by it: the same turn adds both. A subscription, for example, is held by its
    /// token and by its publisher. Places in the project's own objects come first.
    private func primary(_ growing: [UInt32], _ last: GrowthWalk, _ members: Members) -> [UInt32] {
        guard growing.count > 1 else { return growing }
        let crossed = crossed(last)
        let names = TypeNames(graph: last.graph)
        func isOfLibrary(_ number: UInt32) -> Bool {
            let holder = members[number]?.last.flatMap { last.path(to: $0).steps.last?.holder }
            return holder.map { names.isPlumbing($0) || names.isOfLibraries($0) } ?? false
        }
        func grown(_ number: UInt32) -> Int {
            (growingCount(of: number).step ?? 0) * (tree.measured - 1)
        }
        var primary: [UInt32] = []
        for number in growing.filter({ !isOfLibrary($0) }) + growing.filter(isOfLibrary) {
            let isSame = primary.contains { other in
                [[number, other], [other, number]].contains { pair in
                    (crossed[pair]?.count ?? 0) >= min(grown(number), grown(other))
                }
            }
            if !isSame { primary.append(number) }
        }
        return primary
    }

    /// The objects that the objects below one growing place refer to below another one, directly or
    /// by this tool's own objects: an interactor's tokens are kept in one.
    private func crossed(_ last: GrowthWalk) -> [[UInt32]: Set<UInt>] {
        var crossed: [[UInt32]: Set<UInt>] = [:]
        let tops = tree.tops
        for number in 0..<last.table.count {
            guard let top = tops[Int(last.nodes[Int(number)])] else { continue }
            for target in referred(by: last.table.address(number), last) {
                guard let found = last.table.find(target).number,
                    let other = tops[Int(last.nodes[Int(found)])], other != top
                else { continue }
                crossed[[top, other], default: []].insert(target)
            }
        }
        return crossed
    }

    /// The most of this tool's own objects to follow from one object. More is what all RIBs share.
    private static let mostHidden = 32

    /// What an object refers to, and what this tool's objects that it refers to do.
    private func referred(by object: UInt, _ last: GrowthWalk) -> [UInt] {
        func isHidden(_ target: UInt) -> Bool {
            let number = last.table.find(target).number
            return number.map { tree.nodes[Int(last.nodes[Int($0)])].isHidden } ?? true
        }
        var tool: [UInt] = []
        func others(_ holder: UInt) -> [UInt] {
            let targets = last.graph.references(of: holder).map(\.target)
            for target in targets where isHidden(target) && !tool.contains(target) {
                tool.append(target)
            }
            return targets.filter { !isHidden($0) }
        }
        let direct = others(object)
        var (referred, next) = (direct, 0)
        while next < tool.count {
            guard tool.count <= Self.mostHidden else { return direct }
            referred += others(tool[next])
            next += 1
        }
        return referred
    }
}

/// Names a collection as in the source, in place of the storage behind it.
extension GrowthSearch {
    private static let collections = [
        "_ContiguousArrayStorage<": "Array<", "_SetStorage<": "Set<",
        "_DictionaryStorage<": "Dictionary<",
    ]

    /// `Dictionary<Int, String>` for `_DictionaryStorage<Int, String>`.
    private static func shown(_ type: String) -> String {
        for (storage, name) in collections where type.hasPrefix(storage) {
            return name + type.dropFirst(storage.count)
        }
        return type
    }

    /// The steps of a path to a storage as a path to what it contains.
    private static func leading(_ steps: [RetainStep], to content: String) -> [RetainStep] {
        guard var last = steps.last else { return steps }
        if last.label == "captures \(last.target)" { last.label = "captures \(content)" }
        last.target = content
        return steps.dropLast() + [last]
    }
}

/// A place of the heap that a repeated scenario makes larger with each turn.
package struct HeapGrowth: Equatable, Sendable {
    /// The type of what is added; empty for closures. The collection's type if its elements are no
    /// objects, or of several types.
    package let type: String
    /// The addresses of the functions, if closures are added.
    package let functions: [UInt]
    /// What is counted.
    package let unit: GrowthUnit
    /// How many more there are after each turn.
    package let each: Int
    /// The number of turns that were measured.
    package let turns: Int
    /// How many there are now.
    package let count: Int
    /// Where they are, as for an object that is kept alive. The last step leads to what is added.
    package let retention: Retention
    /// The addresses of objects there, at most ``mostSamples``. Some of them were added.
    package let samples: [UInt]

    package static let mostSamples = 64
}

import CRIBShims
import Foundation
import RIBHeap

/// Shapes that other threads make, change and drop while they are searched.
final class ChangingShapes {
    /// What all threads change: each a part of its own, which the search reads meanwhile.
    final class Board: @unchecked Sendable {
        // Each thread has a shelf of its own, and the list of shelves does not change.
        let shelves = (0..<4).map { _ in Shelf() }
    }

    final class Shelf {
        var objects: [AnyObject] = []
        var table: [String: AnyObject] = [:]
        var any: Any = 0
        var handler: (() -> Void)?
        var several = EnumShapes.Several.nothing
    }

    private let board = Board()

    /// Searches `runs` times, and says how many answers there were of each kind.
    func search(_ search: HeapSearch, runs: Int) -> String {
        let isOver = Flag()
        let changes = board.shelves.indices.map { index in
            let change = ShelfChange(shelf: board.shelves[index], isOver: isOver)
            Thread.detachNewThread { change.run() }
            return change
        }
        let kept = Child()
        let root = ClosureShapes.Handler()
        root.handle = { kept.hear() }
        var found = 0
        for _ in 0..<runs {
            let shelves = board.shelves.map(address)
            let answers = search.explain(
                shelves + [address(kept)], attachedRouters: [address(board), address(root)],
                budget: 2_000_000_000, clock: { ribleak_clock_thread() })
            found += answers.last??.steps.count == 2 ? 1 : 0
        }
        isOver.set()
        for change in changes { change.join() }
        withExtendedLifetime((kept, root)) {}
        return "\(found) of \(runs) searches found what does not change"
    }
}

/// Set once, by one thread, and read by others.
final class Flag: @unchecked Sendable {
    // Only ever read and written by atomic operations.
    private let value = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

    init() { value.initialize(to: 0) }
    deinit { value.deallocate() }

    var isSet: Bool { ribleak_atomic_load(value) != 0 }
    func set() { ribleak_atomic_store(value, 1) }
}

/// Changes a shelf until it is told to end.
private final class ShelfChange: @unchecked Sendable {
    // Only the thread that runs this touches the shelf.
    private let shelf: ChangingShapes.Shelf
    private let isOver: Flag
    private let ended = DispatchSemaphore(value: 0)

    init(shelf: ChangingShapes.Shelf, isOver: Flag) {
        self.shelf = shelf
        self.isOver = isOver
    }

    func join() { ended.wait() }

    func run() {
        let shapes =
            FieldShapes.all + EnumShapes.all + ExistentialShapes.all + CollectionShapes.all
            + ClosureShapes.all + GenericShapes.all
        var turn = 0
        while !isOver.isSet {
            let child = Child()
            shelf.objects = shapes.map { $0.build(child) }
            shelf.table["\(turn % 7)"] = shelf.objects[turn % shapes.count]
            shelf.any = turn % 2 == 0 ? child : ExistentialShapes.Large(child: child)
            shelf.handler = { child.hear() }
            shelf.several = turn % 3 == 0 ? .child(child) : .number(turn)
            shelf.objects.shuffle()
            shelf.objects.removeLast(turn % 20)
            turn += 1
        }
        ended.signal()
    }
}

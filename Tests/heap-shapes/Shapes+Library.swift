import Foundation
import OpenCombine
import Synchronization

/// References beside or below what comes from libraries.
enum LibraryShapes {
    class Object: NSObject {
        var number = 1
        var child: Child?
    }
    final class Subobject: Object {
        var date = Date()
        var other: Child?
    }
    final class Values {
        var id = UUID()
        var url = URL(fileURLWithPath: "/")
        var data = Data([1, 2, 3])
        var name = "a name that does not fit into a word"
        var bounds: (Double, Float) = (1, 2)
        var child: Child?
        var decimal = Decimal(1)
        var index: IndexPath = [1, 2]
        var other: Child?
    }
    final class Published {
        @OpenCombine.Published var child: Child?
    }
    struct State {
        var count = 0
        var child: Child?
    }
    final class WithLock {
        let lock = Mutex<[Int]>([])
        weak var listener: (any Listener)?
        unowned(unsafe) var third: Child?
        var child: Child?
        var handlers: [() -> Void] = []
    }
    final class Buffer: ManagedBuffer<State, UInt8> {}
    final class Streams {
        var continuation: AsyncStream<Int>.Continuation?
        var stream: AsyncStream<Int>?
    }
    final class Operations {
        var perform: (() async -> Void)?
        var send: (@Sendable (Int) -> Void)?
        var swift: (any Actor)?
        var kind: any Speaker.Type = Child.self
        var sequence: AnySequence<Int>?
        var iterator: AnyIterator<Int>?
        var path: KeyPath<Child, AnyObject?> = \.back
        var lazyMap: LazyMapSequence<[Int], Int>?
    }
    actor Owner {
        let child: Child
        init(_ child: Child) { self.child = child }
    }

    static var none: [Shape] {
        [
            Shape("a weak field after a lock") {
                let holder = WithLock()
                holder.listener = $0
                holder.third = $0
                return holder
            }
        ]
    }

    static var all: [Shape] {
        [
            Shape("a subclass of NSObject") {
                let holder = Object()
                holder.child = $0
                return holder
            },
            Shape("a subclass of that") {
                let holder = Subobject()
                holder.other = $0
                return holder
            },
            Shape("a field between Foundation's values") {
                let holder = Values()
                holder.child = $0
                return holder
            },
            Shape("a field after Foundation's values") {
                let holder = Values()
                holder.other = $0
                return holder
            },
            Shape("a published field") {
                let holder = Published()
                holder.child = $0
                return holder
            },
            Shape("a field after a lock") {
                let holder = WithLock()
                holder.child = $0
                holder.listener = $0
                holder.third = $0
                return holder
            },
            Shape("an array after a lock") { child in
                let holder = WithLock()
                holder.handlers = [{ child.hear() }]
                return holder
            },
            Shape("a managed buffer's header") { child in
                Buffer.create(minimumCapacity: 3) { _ in State(count: 1, child: child) }
            },
            Shape("a stream's end") { child in
                let holder = Streams()
                holder.stream = AsyncStream<Int> { continuation in
                    continuation.onTermination = { _ in child.hear() }
                    holder.continuation = continuation
                }
                return holder
            },
            Shape("an asynchronous closure") { child in
                let holder = Operations()
                holder.perform = { child.hear() }
                return holder
            },
            Shape("a closure that can be sent") { child in
                let holder = Operations()
                holder.send = { _ in child.hear() }
                return holder
            },
            Shape("any actor") { child in
                let holder = Operations()
                holder.swift = Owner(child)
                return holder
            },
            Shape("a lazy sequence") { child in
                let holder = Operations()
                holder.lazyMap = [1, 2].lazy.map { $0 + child.heard }
                return holder
            },
            Shape("an erased sequence") { child in
                let holder = Operations()
                holder.sequence = AnySequence([1, 2].lazy.map { $0 + child.heard })
                return holder
            },
            Shape("an iterator") { child in
                let holder = Operations()
                holder.iterator = AnyIterator { child.heard }
                return holder
            },
        ]
    }
}

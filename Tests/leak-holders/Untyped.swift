import Foundation
import RIBs
import Synchronization

/// Interactors in memory that reflection does not describe. Safe: only the main thread uses them.
final class NoncopyableInteractor: Interactor, @unchecked Sendable {}

struct Slot: ~Copyable {
    var value: AnyObject?
    let number = 7
}

final class NoncopyableStore {
    let title = "a store"
    var slot = Slot(value: nil)
}

final class MutexInteractor: Interactor, @unchecked Sendable {}

final class MutexStore: @unchecked Sendable {
    struct State {
        var current: Interactor?
        var handlers: [@Sendable () -> Void] = []
    }
    let state = Mutex(State())
}

final class MutexClosureInteractor: Interactor, @unchecked Sendable {
    private let store: MutexStore

    init(store: MutexStore) { self.store = store }

    override func didBecomeActive() {
        store.state.withLock { $0.handlers.append { self.use() } }
    }

    func use() { touch(self) }
}

final class BufferInteractor: Interactor, @unchecked Sendable {}

final class Buffer: ManagedBuffer<Int, Interactor> {
    static func holding(_ interactor: Interactor) -> ManagedBuffer<Int, Interactor> {
        let buffer = Buffer.create(minimumCapacity: 4) { _ in 1 }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: interactor) }
        return buffer
    }
}

final class BufferStore {
    var elements: ManagedBuffer<Int, Interactor>?
}

final class RawInteractor: Interactor, @unchecked Sendable {}

final class RawStore {
    let slots = UnsafeMutablePointer<Interactor?>.allocate(capacity: 8)

    init() { slots.initialize(repeating: nil, count: 8) }
}

final class BufferPointerInteractor: Interactor, @unchecked Sendable {}

final class BufferPointerStore {
    let slots = UnsafeMutableBufferPointer<Interactor?>.allocate(capacity: 8)

    init() { slots.initialize(repeating: nil) }
}

final class UnmanagedInteractor: Interactor, @unchecked Sendable {}

final class UnmanagedStore {
    var kept: Unmanaged<Interactor>?
}

final class LostUnmanagedInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        _ = Unmanaged.passRetained(self)
    }
}

final class OpaquePointerInteractor: Interactor, @unchecked Sendable {}

final class OpaquePointerStore {
    var context: UnsafeMutableRawPointer?
}

final class ThreadDictionaryInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Thread.current.threadDictionary["current"] = self
    }
}

final class PublishedInteractor: Interactor, @unchecked Sendable {}

final class PublishedStore: ObservableObject {
    @Published var selected: Interactor?
}

final class WrappedInteractor: Interactor, @unchecked Sendable {}

@propertyWrapper struct Guarded<Value> {
    private var storage: Value
    init(wrappedValue: Value) { storage = wrappedValue }
    var wrappedValue: Value {
        get { storage }
        set { storage = newValue }
    }
}

@propertyWrapper final class Shared<Value> {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

final class WrappedStore {
    @Guarded var current: Interactor?
}

final class SharedInteractor: Interactor, @unchecked Sendable {}

final class SharedStore {
    @Shared var current: Interactor?
}

final class CacheInteractor: Interactor, @unchecked Sendable {}

final class CacheStore {
    let cache = NSCache<NSString, Interactor>()
}

final class DictionaryInteractor: Interactor, @unchecked Sendable {}

final class DictionaryStore {
    let table = NSMutableDictionary()
}

final class ArrayInteractor: Interactor, @unchecked Sendable {}

final class ArrayStore {
    let list = NSMutableArray()
}

final class TaskLocalInteractor: Interactor, @unchecked Sendable {}

enum Current {
    @TaskLocal static var interactor: TaskLocalInteractor?
}

final class UserInfoInteractor: Interactor, @unchecked Sendable {}

final class UserInfoStore {
    var notification: Notification?
}

/// Keeps what it is given behind a lock and a pointer of its own.
final class Atomically<Value>: @unchecked Sendable {
    private let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let lock = NSLock()

    init(_ value: Value) { pointer.initialize(to: value) }

    var value: Value {
        get { lock.withLock { pointer.pointee } }
        set { lock.withLock { pointer.pointee = newValue } }
    }
}

final class AtomicallyInteractor: Interactor, @unchecked Sendable {}

final class AtomicallyStore {
    let current = Atomically<Interactor?>(nil)
}

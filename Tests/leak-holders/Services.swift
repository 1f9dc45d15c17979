import Dispatch
import Foundation
import RIBs

final class RootInteractor: Interactor, @unchecked Sendable {  // safe: used on the main thread
    let services = Services()
}

final class RootRouter: Router<RootInteractor> {}

final class Services {
    let continuations = ContinuationKeeper()
    let sources = SourceKeeper()
    let stream = AsyncStream<Int>.makeStream()
    let numbers = PassthroughSubject<Int, Never>()
    let future = Future<Int, Never> { _ in }
    let reader = Reader()
    let quotes = QuoteService()
    let suspended = DispatchQueue(label: "suspended")
    let operations = OperationQueue()
    let group = DispatchGroup()
    let semaphore = DispatchSemaphore(value: 0)
    var buttons: [Button] = []
    let noncopyable = NoncopyableStore()
    let mutex = MutexStore()
    let buffer = BufferStore()
    let raw = RawStore()
    let bufferPointer = BufferPointerStore()
    let unmanaged = UnmanagedStore()
    let opaquePointer = OpaquePointerStore()
    let published = PublishedStore()
    let wrapped = WrappedStore()
    let shared = SharedStore()
    let cache = CacheStore()
    let dictionary = DictionaryStore()
    let array = ArrayStore()
    let userInfo = UserInfoStore()
    let atomically = AtomicallyStore()
    let careful = CarefulStore()

    init() {
        suspended.suspend()
        operations.isSuspended = true
        group.enter()
    }

    func button() -> Button {
        let button = Button()
        buttons.append(button)
        return button
    }
}

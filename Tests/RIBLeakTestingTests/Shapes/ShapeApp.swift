// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

// An app that makes any requested mistake: a root with a service, and a RIB with all parts.

final class ShapeAppInteractor: Interactor {
    let service = PointService()
    var playing: PlayInteractor?  // place: ShapeAppInteractor.playing
    weak var weakPlaying: PlayInteractor?
}

final class ShapeAppRouter: Router<ShapeAppInteractor> {
    var play: PlayRouter?  // place: ShapeAppRouter.play
    var games: [any Routing] = []  // place: ShapeAppRouter.games
    var gamesByName: [String: any Routing] = [:]  // place: ShapeAppRouter.gamesByName
    var gameSet: Set<Hashed> = []
    var screen = Screen.none  // place: ShapeAppRouter.screen
    var history: History?  // place: ShapeAppRouter.history
    var box: Any?  // place: ShapeAppRouter.box
    var state = ShapeAppState()  // place: ShapeAppRouter.state
    var views: [PlayView] = []  // place: ShapeAppRouter.views
    lazy var lazyPlay = makePlay()  // place: ShapeAppRouter.lazyPlay
    lazy var component = ShapeAppComponent(dependency: EmptyComponent())

    enum Screen {
        case none
        case playing(PlayRouter, PlayView)
        case waiting(PointService)
    }
    indirect enum History {
        case first(any Routing)
        case then(History, any Routing)
    }
}

struct ShapeAppState {
    var current: (name: String, router: PlayRouter)?
}

final class Hashed: Hashable {
    let router: PlayRouter?  // place: Hashed.router
    weak var weakRouter: PlayRouter?

    init(_ router: PlayRouter, weakly isWeak: Bool = false) {
        self.router = isWeak ? nil : router
        weakRouter = router
    }

    static func == (left: Hashed, right: Hashed) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class ShapeAppComponent: Component<any EmptyDependency>, PlayDependency {
    var playInteractor: PlayInteractor {  // place: ShapeAppComponent.playInteractor
        shared { makePlayInteractor() }
    }
    lazy var lazyInteractor = makePlayInteractor()  // place: ShapeAppComponent.lazyInteractor
    var playRouter: PlayRouter?  // place: ShapeAppComponent.playRouter
}

/// Variables that live as long as the process.
// Safe: the tests that use them run one after the other, on the main thread.
enum ShapeGlobals {
    // place below: static ShapeGlobals.routers
    nonisolated(unsafe) static var routers: [any Routing] = []
    // place below: static ShapeGlobals.byName
    nonisolated(unsafe) static var byName: [String: PlayInteractor] = [:]
    // place below: static ShapeGlobals.current
    nonisolated(unsafe) static var current: PlayInteractor?
    nonisolated(unsafe) static var weakly: [WeakReference] = []
    nonisolated(unsafe) static var handler: (() -> Void)?
    nonisolated(unsafe) static var cancellables: Set<AnyCancellable> = []
}

/// What a service knows of a RIB.
struct Entry {
    let interactor: PlayInteractor
    var router: PlayRouter?
}

/// An element of a collection that keeps nothing alive.
struct WeakReference {
    weak var object: AnyObject?

    init(_ object: AnyObject?) { self.object = object }
}

/// A bag of the app's own.
final class AppBag {
    var tokens: [AnyCancellable] = []
    func add(_ token: AnyCancellable) { tokens.append(token) }
}

@propertyWrapper struct Stored<Value> {
    var wrappedValue: Value
}

protocol ScoreDelegate: AnyObject {}

/// What lives as long as the app.
final class PointService {
    var current: AnyObject?  // place: PointService.current
    weak var weakCurrent: AnyObject?
    /// What keeps nothing alive.
    var weakly: [WeakReference] = []
    private var listeners: [AnyObject] = []  // place: PointService.listeners
    var handler: (() -> Void)?
    var handlers: [String: (Int) -> Void] = [:]
    var delegate: (any ScoreDelegate)?  // place: PointService.delegate
    weak var weakDelegate: (any ScoreDelegate)?
    var cancellables: Set<AnyCancellable> = []  // place: PointService.cancellables
    let progress = Progress(totalUnitCount: 1)  // place: PointService.progress
    let bag = AppBag()
    let scores = PassthroughSubject<Int, Never>()  // place: PointService.scores
    let owner = CurrentValueSubject<AnyObject?, Never>(nil)  // place: PointService.owner
    let owners = CurrentValueSubject<[AnyObject], Never>([])  // place: PointService.owners
    var item: DispatchWorkItem?
    var continuation: AsyncStream<Int>.Continuation?
    var workers: [Worker] = []
    var entries: [Entry] = []  // place: PointService.entries
    var parts: [AnyObject] = []  // place: PointService.parts
    let list = NSMutableArray()  // place: PointService.list
    let cache = NSCache<NSString, PlayRouter>()  // place: PointService.cache
    let table = NSMutableDictionary()  // place: PointService.table
    @Published var published: AnyObject?  // place: PointService.published
    @Stored var wrapped: AnyObject?  // place: PointService.wrapped
    var anything: Any?  // place: PointService.anything
    var child: LevelService?
    let desk = Desk()

    func add(listener: AnyObject) { listeners.append(listener) }
    func remove(listener: AnyObject) { listeners.removeAll { $0 === listener } }
}

/// Where tasks wait for an answer.
// `@unchecked Sendable` is safe: only the main thread uses it.
final class Desk: @unchecked Sendable {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    @MainActor func wait() async { await withCheckedContinuation { waiting.append($0) } }

    @MainActor func waitUntilCancelled() async {
        await withTaskCancellationHandler {
            // The task may have been cancelled before it waits.
            if !Task.isCancelled { await wait() }
        } onCancel: {
            answer()
        }
    }

    var answers: AsyncStream<Int> { AsyncStream { _ in } }

    func answer() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// A service of the service.
final class LevelService {
    var interactor: PlayInteractor?  // place: LevelService.interactor
    weak var weakInteractor: PlayInteractor?
}

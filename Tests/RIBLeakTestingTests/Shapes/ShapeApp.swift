// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

// An app that makes any requested mistake: a root with a service, and a RIB with all parts.

final class ShapeAppInteractor: Interactor {
    let service = PointService()
    var playing: PlayInteractor?
}

final class ShapeAppRouter: Router<ShapeAppInteractor> {
    var play: PlayRouter?
    var games: [any Routing] = []
    var gamesByName: [String: any Routing] = [:]
    var gameSet: Set<Hashed> = []
    var screen = Screen.none
    var history: History?
    var box: Any?
    var state = ShapeAppState()
    var views: [PlayView] = []
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
    let router: PlayRouter

    init(_ router: PlayRouter) { self.router = router }

    static func == (left: Hashed, right: Hashed) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class ShapeAppComponent: Component<any EmptyDependency>, PlayDependency {
    var playInteractor: PlayInteractor { shared { makePlayInteractor() } }
    lazy var lazyInteractor = makePlayInteractor()
    var playRouter: PlayRouter?
}

/// Variables that live as long as the process.
// Safe: the tests that use them run one after the other, on the main thread.
enum ShapeGlobals {
    nonisolated(unsafe) static var routers: [any Routing] = []
    nonisolated(unsafe) static var byName: [String: PlayInteractor] = [:]
    nonisolated(unsafe) static var current: PlayInteractor?
    nonisolated(unsafe) static var handler: (() -> Void)?
    nonisolated(unsafe) static var cancellables: Set<AnyCancellable> = []
}

/// What a service knows of a RIB.
struct Entry {
    let interactor: PlayInteractor
    var router: PlayRouter?
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
    var current: AnyObject?
    var handler: (() -> Void)?
    var handlers: [String: (Int) -> Void] = [:]
    var delegate: (any ScoreDelegate)?
    weak var weakDelegate: (any ScoreDelegate)?
    var cancellables: Set<AnyCancellable> = []
    let bag = AppBag()
    let scores = PassthroughSubject<Int, Never>()
    let owner = CurrentValueSubject<AnyObject?, Never>(nil)
    var item: DispatchWorkItem?
    var continuation: AsyncStream<Int>.Continuation?
    var workers: [Worker] = []
    var entries: [Entry] = []
    var parts: [AnyObject] = []
    let list = NSMutableArray()
    let cache = NSCache<NSString, PlayRouter>()
    let table = NSMutableDictionary()
    @Published var published: AnyObject?
    @Stored var wrapped: AnyObject?
    var anything: Any?
    var child: LevelService?
}

/// A service of the service.
final class LevelService {
    var interactor: PlayInteractor?
}

// SPDX-License-Identifier: Apache-2.0

// Protocols with all that Swift has, which need no module of packages. Tests compile their doubles.

import Foundation

public struct Score: Equatable, Sendable {
    public var value = 0
    public init(_ value: Int = 0) { self.value = value }
}

enum ScoreError: Error { case bad }

protocol GameListener: AnyObject {
    func gameDidEnd(with winner: String?, score: Score)
    func update()
    func update() -> Int
    func update(arg: Int)
    func update(arg: Float)
    func load(id: Int) async throws -> String
    func typed(_ number: Int) throws(ScoreError) -> [String]
    func change(_ value: inout Int)
    func all(_ values: Int..., and last: String)
    func later(_ body: @escaping @Sendable (Int) -> Void, now: () throws -> Void) rethrows
    func lazily(_ value: @autoclosure () -> Bool) -> Bool
    func generic<T: Equatable>(_ value: T, list: [T], maybe: T?) -> T where T: Hashable
    func genericOptional<T>(_ value: T) -> T?
    func genericInout<T>(_ value: inout T)
    func genericClosure<T, U>(_ value: T, _ body: (T) throws -> U) rethrows -> [U]
    func opaque(_ value: some Equatable, other: any Sendable, both: (some Equatable)?)
    func keyword(for: Int, in default: String)
    func unnamed(_: Int, with _: String)
    func tuple() -> (Int, String)
    func unwrapped(_ text: String!) -> String!
    func meta<T>(_ type: T.Type) -> T
    func owned(_ one: consuming String, other: borrowing String)
    @discardableResult func discard() -> Bool
    @available(*, deprecated) func old()
}

protocol GamePresentableListener: AnyObject {}

@MainActor
protocol GamePresentable: AnyObject {
    var listener: GamePresentableListener? { get set }
    var title: String { get set }
    var score: Score { get }
    var onTap: () -> Void { get set }
    var onDone: (() -> Void)? { get set }
    var anything: any Equatable { get set }
    var `default`: Int { get set }
    func show(_ listener: GamePresentableListener, animated: Bool)
    func showOne(_ listener: any GamePresentableListener)
    func showMaybe(_ listener: GamePresentableListener?)
    nonisolated func log(_ text: String) -> Int
    static var shared: Int { get set }
}

protocol GameDependency {
    var count: Int { get throws }
    var name: String { get async }
    var score: Score { get async throws }
    static func make(_ value: Int) -> Score
    static var limit: Int { get }
    static var thing: Score { get set }
    subscript(key: Int) -> String { get set }
    subscript(index index: String) -> Score { get }
}

protocol StoreDependency: Sendable {
    var count: Int { get set }
    var score: Score { get }
    func save(_ score: Score) async throws -> Bool
    func hold(_ listener: GameListener)
    subscript(key: Int) -> Score { get set }
}

protocol ActorDependency: Actor {
    var count: Int { get }
    func save(_ score: Score) async -> Bool
    func run(_ value: Int) -> Score
}

protocol BuiltBuildable {
    init(value: Int, score: Score)
    init()
    static func make() -> Self
    func copy(_ other: Self) -> Self?
}

protocol FailingBuildable {
    var value: Int { get }
    init?(value: Int)
}

/// @mockable
protocol Repository {
    associatedtype Item
    func all() -> [Item]
    func one() -> Item
}

/// @mockable
protocol KeyedRepository {
    associatedtype Item: Equatable
    associatedtype Key
    func one(_ key: Key) -> Item
}

/// @mockable(typealias: Item = String, override: name = StringRepository; history: all = false)
protocol TextRepository {
    associatedtype Item: Equatable
    func one(_ item: Item) -> Item
}

/// @mockable
protocol NumberRepository: Repository where Item == Int {
    func more()
}

protocol Top: AnyObject {
    func top()
    var level: Int { get }
}
protocol Left: Top { func left() }
protocol Right: Top {
    func right()
    var level: Int { get set }
}
protocol BottomListener: Left, Right {
    func bottom()
    func top()
}

protocol IdentityDependency: Hashable, Identifiable, CustomStringConvertible {
    var number: Int { get }
}

enum Space {
    enum Inner {
        protocol Routing: AnyObject { func go() }
        /// @mockable
        protocol Delegate: AnyObject { var routing: Space.Inner.Routing { get } }
    }
}
extension Space {
    protocol Buildable: AnyObject { func build() -> Inner.Routing }
}

#if os(Linux)
    protocol PlatformListener {
        func linux()
        #if DEBUG
            func debug()
        #else
            func debug(_ level: Int)
        #endif
    }
#else
    protocol PlatformListener { func other() }
#endif

public protocol ForthDependency: AnyObject {
    var back: BackListener { get }
    func again(_ number: Int) -> BackListener
}
public protocol BackListener: AnyObject { var forth: ForthDependency { get } }
package protocol PackageListener: AnyObject { func went() }

@available(macOS 14, *)
protocol NewListener {
    @available(macOS 15, *) func newer()
}

protocol TickDependency {
    var ticks: AsyncStream<Int> { get }
    var failingTicks: AsyncThrowingStream<Int, any Error> { get }
    func many() -> AsyncStream<Int>
}

protocol ClosureListener {
    func isolated(_ body: @MainActor @Sendable @escaping (Int) async -> Void)
    func returning() -> () -> Void
    func optional(_ body: ((Int) -> Void)?)
    func optionalGeneric<T>(_ body: ((T) -> Void)?)
    func escaping<T>(_ body: @escaping (T) async throws -> Void) async
    func generic<T>(_ body: (T, Int) throws -> Void) rethrows
    func change(_ body: inout (() -> Void))
    func tuple(_ pair: (Int, (one: Int, other: String)))
    func opaque(_ body: () -> some Equatable)
    func nested(_ numbers: [String: [Int]?], deep: Int??)
}

protocol UnusualListener {
    func `repeat`(_ number: Int)
    var `class`: Int { get set }
    func isolation(in actor: isolated (any Actor)?) async
    func send(_ score: sending Score) async -> sending Score
    func never() throws(Never) -> Int
    func keep(_ value: @autoclosure @escaping () -> Int)
    func both(_ value: any Top & Sendable) -> Top & Sendable
    func names(self number: Int, `in` other: Int)
    static func all<T>(_ value: T) -> [T]
    static subscript(number: Int) -> Int { get }
    subscript<T>(value: T) -> T { get set }
    subscript(effect number: Int) -> Int { get async throws }
    func sequence<T: Sequence>(_ value: T) where T.Element == Int
    func sequence(_ value: some Sequence<Int>) -> Int
    func spaced(
        // The first one.
        first: Int,
        second: String
    ) -> Result<Int, Error>
    @MainActor func onMain(_ number: Int) -> Int
    @MainActor var mainNumber: Int { get set }
    @MainActor var mainScore: Score { get }
}

@MainActor
protocol IsolatedListener: AnyObject {
    init(number: Int)
    var score: Score { get async }
    static func go()
    nonisolated var number: Int { get }
    nonisolated var other: Score { get set }
}

@globalActor
actor Keeper { static let shared = Keeper() }

@Keeper
protocol KeptListener: Sendable {
    func keep(_ score: Score) -> Int
    var kept: Int { get }
}

protocol ErrorDependency: Error {
    var code: Int { get }
    static var all: [Int] { get }
}

protocol ObjectListener: NSObjectProtocol { func went() }

protocol IsolatingListener: Actor {
    init(number: Int)
    nonisolated var number: Int { get }
    static var shared: Int { get }
    subscript(index: Int) -> Int { get }
    func hold(_ top: Top)
}

/// @mockable
protocol Collecting<Item> {
    associatedtype Item: Collection where Item.Element == Int
    associatedtype Output = String
    func collect(_ item: Self.Item) -> Self.Output?
    var items: [Self.Item] { get }
}

@MainActor
protocol IsolatedDependency { var view: GamePresentable { get } }

/// @mockable
protocol NumberRepositoryToo: Repository where Int == Item {}

protocol Naming { associatedtype Item: Identifiable where Item.ID == String }

/// @mockable
protocol NamingRepository: KeyedRepository, Naming {}

// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// An object that keeps `self`, and lives as long as `self` does or longer.
package enum KeptByOther: Rule {
    package static let description = RuleDescription(
        id: "kept-by-other", severity: .error,
        summary: "An object that lives as long as `self`, or as the app, keeps `self`.",
        reason: """
            What keeps a router, an interactor or a part of them keeps the whole RIB: it is never freed \
            after its detach.
            """,
        fix: "Let it hold `self` weakly, or take `self` back when the activity ends.",
        good: [
            """
            final class Center {
                static let shared = Center()
                private var listeners: [AnyObject] = []
                func add(_ listener: AnyObject) { listeners.append(listener) }
                func remove(_ listener: AnyObject) { listeners.removeAll { $0 === listener } }
            }
            final class ProfileInteractor: Interactor {
                override func didBecomeActive() { Center.shared.add(self) }
                override func willResignActive() { Center.shared.remove(self) }
            }
            """,
            """
            final class WeakBox {
                weak var value: AnyObject?
                init(_ value: AnyObject) { self.value = value }
            }
            final class Center {
                static let shared = Center()
                private var listeners: [WeakBox] = []
                func add(_ listener: AnyObject) { listeners.append(WeakBox(listener)) }
            }
            final class ProfileInteractor: Interactor {
                override func didBecomeActive() { Center.shared.add(self) }
            }
            """,
            """
            final class TitleFormatter {
                private unowned let owner: ProfileInteractor
                init(owner: ProfileInteractor) { self.owner = owner }
            }
            final class ProfileInteractor: Interactor {
                private lazy var formatter = TitleFormatter(owner: self)
                override func didBecomeActive() { print(formatter) }
            }
            """,
            """
            final class ScaleService { weak var delegate: AnyObject? }
            final class WeighingInteractor: Interactor {
                private let scale: ScaleService
                init(scale: ScaleService) { self.scale = scale }
                override func didBecomeActive() { scale.delegate = self }
            }
            """,
            """
            final class DeepLinkStore {
                private var handlers: [String: AnyObject] = [:]
                subscript(host: String) -> AnyObject? {
                    get { handlers[host] }
                    set { handlers[host] = newValue }
                }
            }
            final class CouponsInteractor: Interactor {
                private let links: DeepLinkStore
                init(links: DeepLinkStore) { self.links = links }
                override func didBecomeActive() { links["coupons"] = self }
                override func willResignActive() { links["coupons"] = nil }
            }
            """,
            """
            final class SessionInteractor: Interactor {
                private(set) static weak var current: SessionInteractor?
                override func didBecomeActive() { Self.current = self }
            }
            """,
            """
            final class Logger {
                func note(_ object: AnyObject) { print(ObjectIdentifier(object)) }
            }
            final class ProfileInteractor: Interactor {
                private let logger = Logger()
                override func didBecomeActive() { logger.note(self) }
            }
            """,
            .combine(
                """
                final class PlayerService {
                    var cancellables: Set<AnyCancellable> = []
                    let songs = PassthroughSubject<String, Never>()
                }
                final class PlayerRouter: Router<Interactor> {
                    private let player: PlayerService
                    init(player: PlayerService) {
                        self.player = player
                        super.init(interactor: Interactor())
                    }
                    func follow() {
                        player.songs.sink { [weak self] _ in self?.show() }.store(in: &player.cancellables)
                    }
                    private func show() {}
                }
                """),
            """
            final class BannerView: ViewControllable {
                private var timer: Foundation.Timer?
                init() {
                    timer = Timer.scheduledTimer(withTimeInterval: 4, repeats: true) { [weak self] _ in
                        self?.turn()
                    }
                }
                deinit { timer?.invalidate() }
                private func turn() {}
            }
            """,
        ],
        bad: [
            """
            final class Center {
                static let shared = Center()
                private var listeners: [AnyObject] = []
                func add(_ listener: AnyObject) { listeners.append(listener) }
                func remove(_ listener: AnyObject) { listeners.removeAll { $0 === listener } }
            }
            final class ProfileInteractor: Interactor {
                override func didBecomeActive() { Center.shared.add(↓self) }
                deinit { Center.shared.remove(self) }
            }
            """,
            """
            final class TitleFormatter {
                private let owner: ProfileInteractor
                init(owner: ProfileInteractor) { self.owner = owner }
            }
            final class ProfileInteractor: Interactor {
                private lazy var formatter = TitleFormatter(owner: ↓self)
                override func didBecomeActive() { print(formatter) }
            }
            """,
            """
            protocol ScaleDelegate {}
            final class ScaleService { var delegate: ScaleDelegate? }
            final class WeighingInteractor: Interactor, ScaleDelegate {
                private let scale: ScaleService
                init(scale: ScaleService) { self.scale = scale }
                override func didBecomeActive() { scale.delegate = ↓self }
            }
            """,
            """
            final class CartInteractor: Interactor {
                private(set) static var current: CartInteractor?
                override func didBecomeActive() { Self.current = ↓self }
            }
            """,
            """
            final class ThemeStore {
                private var observers: [AnyObject] = []
                func observe(_ observer: AnyObject) { observers.append(observer) }
            }
            final class ThemedView: ViewControllable {
                init(themes: ThemeStore) { themes.observe(↓self) }
            }
            """,
            """
            final class TripComponent: Component<EmptyDependency> {
                var rating: TripInteractor?
            }
            final class TripInteractor: Interactor {
                private let component: TripComponent
                init(component: TripComponent) { self.component = component }
            }
            final class TripBuilder: Builder<EmptyDependency> {
                func build() -> Router<TripInteractor> {
                    let component = TripComponent(dependency: dependency)
                    let interactor = TripInteractor(component: component)
                    component.rating = ↓interactor
                    return Router(interactor: interactor)
                }
            }
            """,
            """
            final class BannerView: ViewControllable {
                private var timer: Foundation.Timer?
                init() {
                    timer = Timer.scheduledTimer(withTimeInterval: 4, repeats: true) ↓{ _ in self.turn() }
                }
                deinit { timer?.invalidate() }
                private func turn() {}
            }
            """,
            .rx(
                """
                final class RideService { let active = BehaviorSubject<AnyObject?>(value: nil) }
                final class RideInteractor: Interactor {
                    private let service: RideService
                    init(service: RideService) { self.service = service }
                    override func didBecomeActive() { service.active.onNext(↓self) }
                }
                """),
            .combine(
                """
                final class PlayerService {
                    var cancellables: Set<AnyCancellable> = []
                    let songs = PassthroughSubject<String, Never>()
                }
                final class PlayerRouter: Router<Interactor> {
                    private let player: PlayerService
                    init(player: PlayerService) {
                        self.player = player
                        super.init(interactor: Interactor())
                    }
                    func follow() {
                        player.songs.sink ↓{ _ in self.show() }.store(in: &player.cancellables)
                    }
                    private func show() {}
                }
                """),
            .combine(
                """
                enum AppTokens { static var all: [AnyCancellable] = [] }
                final class SyncInteractor: Interactor {
                    private let changes = PassthroughSubject<Int, Never>()
                    override func didBecomeActive() {
                        AppTokens.all.append(changes.sink ↓{ self.sync($0) })
                    }
                    private func sync(_ change: Int) {}
                }
                """),
        ])

    package static func check(_ file: CheckedFile) -> [Violation] {
        var seen: Set<SyntaxIdentifier> = []
        let found =
            file.kept.compactMap { violation($0, file) }
            + file.calls.compactMap { system($0, file) }
        return found.filter { seen.insert($0.node.id).inserted }
    }

    /// What the run loop or the notification center keeps of a view or router, with its closure.
    private static func system(_ call: FunctionCallExprSyntax, _ file: CheckedFile) -> Violation? {
        let types = file.types
        let place = EnclosingCode(of: call)
        guard let type = place.type, !place.isStatic, types.isPartOfRIB(type), !types.livesOn(type),
            // Those have an activity that must end it: `timer-or-observer-kept`.
            types.role(of: type)?.activeMethods.isEmpty ?? true,
            let object = LongLivedObject(call, file), !object.endsWhenFreed,
            !object.observesWithSelector,
            let closure = call.closures.last, SelfCapture.isStrong(where: closure),
            let capture = SelfCapture(of: closure)
        else { return nil }
        switch SubscriptionToken(ofObject: call, in: place, types) {
        case .discarded: break
        case .property(let name):
            let isUsed = types.methods(of: type).contains { method in
                !["init", "deinit", place.member].contains(method.name)
                    && (method.uses.contains(name) || method.clears.contains(name))
            }
            if isUsed { return nil }
        default: return nil
        }
        return Violation(
            at: closure, "\(object.noun) keeps this closure, which holds `self` strongly.",
            fix: StrongSelfInStoredClosure.fix(capture), subject: object.subject)
    }

    private static func violation(_ kept: KeptValue, _ file: CheckedFile) -> Violation? {
        let types = file.types
        if let cycle = kept.cycleOfVariables(types), let value = kept.values.first {
            let way = "\(cycle.name).\(cycle.keeper.description)"
            return Violation(
                at: value, "`\(way)` keeps what keeps `\(cycle.name)`.", subject: way)
        }
        guard let keeper = kept.keeperOfOwner(types), let last = keeper.last,
            !types.livesOn(kept.type), ![.component, .builder].contains(types.role(of: kept.type))
        else { return nil }
        let parts = kept.partsHoldingOwner(types)
        if let subscription = kept.subscription(in: file) {
            // The rules of subscriptions look at the object's own bags.
            guard keeper.root == .program || keeper.links.count > 1, !subscription.isFinite else {
                return nil
            }
        } else if keeper.root == .owner {
            let isClosure = parts.contains { if case .owner = $0 { false } else { true } }
            if isClosure { return nil }
        }
        // `strong-listener` says it where the property is declared.
        if StrongListener.isListener(last.property), !last.type.isEmpty,
            types.property(last.property, of: last.type)?.type.flatMap(types.isClassBound) == true
        {
            return nil
        }
        let node = parts.first?.node ?? kept.values.first.map(Syntax.init)
        guard let node else { return nil }
        let owner = last.type.isEmpty ? "" : TypeTable.shown(last.type)
        let place =
            keeper.description
            + (keeper.links.count == 1 && keeper.root == .program && !owner.isEmpty
                ? "` of `\(owner)" : "")
        let why =
            switch keeper.root {
            case .program: "which lives as long as the app"
            case .parameter: "which was there before `\(kept.type)`"
            case .owner, .variable: "which `\(kept.type)` keeps"
            }
        return Violation(at: node, "`\(place)`, \(why), keeps `self`.", subject: keeper.description)
    }
}

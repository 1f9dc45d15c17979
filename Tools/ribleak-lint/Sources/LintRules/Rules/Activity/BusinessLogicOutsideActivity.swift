// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Business logic runs while an interactor is active, and only then.
///
/// Subscriptions that an interactor's initializer makes are the rule `subscription-in-init`.
package enum BusinessLogicOutsideActivity: Rule {
    package static let description = RuleDescription(
        id: "business-logic-outside-activity", severity: .warning,
        summary: "An initializer, or `didLoad` of a router, uses streams or services.",
        reason: """
            No activity ends what it begins: it goes on when the RIB is detached, and it runs again \
            for each RIB that is made and never attached.
            """,
        fix: "Do it in `didBecomeActive()` of the interactor.",
        good: [
            """
            protocol UserServicing: AnyObject { func load() }
            final class ProfileInteractor: Interactor {
                private let service: UserServicing
                init(service: UserServicing) {
                    self.service = service
                    super.init()
                }
                override func didBecomeActive() { service.load() }
            }
            """,
            """
            protocol ProfilePresentableListener: AnyObject {}
            protocol ProfilePresentable: Presentable {
                var listener: ProfilePresentableListener? { get set }
            }
            final class ProfileInteractor: PresentableInteractor<ProfilePresentable>,
                ProfilePresentableListener
            {
                override init(presenter: ProfilePresentable) {
                    super.init(presenter: presenter)
                    presenter.listener = self
                }
            }
            """,
            """
            final class RootRouter: Router<Interactor> {
                private let child: Routing
                init(interactor: Interactor, child: Routing) {
                    self.child = child
                    super.init(interactor: interactor)
                }
                override func didLoad() {
                    super.didLoad()
                    attachChild(child)
                }
            }
            """,
            """
            protocol UserServicing: AnyObject { var name: String { get } }
            final class ProfileInteractor: Interactor {
                private let title: String
                init(service: UserServicing) {
                    title = service.name.uppercased()
                    super.init()
                }
            }
            """,
            """
            protocol UserServicing: AnyObject { func load() }
            final class ProfileInteractor: Interactor {
                private var reload: () -> Void = {}
                init(service: UserServicing) {
                    super.init()
                    reload = { service.load() }
                }
            }
            """,
            """
            protocol UserServicing: AnyObject { func load() }
            final class UserRepository {
                init(service: UserServicing) { service.load() }
            }
            """,
            .combine(
                """
                final class RootRouter: Router<Interactor> {
                    let names = PassthroughSubject<String, Never>()
                    private(set) var titles: AnyPublisher<String, Never>?
                    override func didLoad() {
                        super.didLoad()
                        titles = names.map { $0.uppercased() }.eraseToAnyPublisher()
                    }
                }
                """),
            .combine(
                """
                final class RootRouter: Router<Interactor> {
                    let names = PassthroughSubject<String, Never>()
                    override func didLoad() {
                        super.didLoad()
                        names.sink { print($0) }.cancelOnDeactivate(interactor: interactor)
                    }
                }
                """),
            .rx(
                """
                final class RootRouter: Router<Interactor> {
                    let names = PublishSubject<String>()
                    private var bag = DisposeBag()
                    func follow() {
                        names.subscribe(onNext: { print($0) }).disposed(by: bag)
                    }
                }
                """),
        ],
        bad: [
            """
            protocol SyncService: AnyObject { func begin() }
            final class SyncWorker: Worker {
                init(sync: SyncService) {
                    super.init()
                    ↓sync.begin()
                }
            }
            """,
            """
            protocol UserServicing: AnyObject { func load() }
            final class ProfileInteractor: Interactor {
                private let service: UserServicing
                init(service: UserServicing) {
                    self.service = service
                    super.init()
                    ↓service.load()
                }
            }
            """,
            """
            protocol AnalyticsTracking { func track(_ event: String) }
            final class ProfileInteractor: Interactor {
                private let analytics: AnalyticsTracking
                init(analytics: AnalyticsTracking) {
                    self.analytics = analytics
                    super.init()
                    begin()
                }
                private func begin() { self.↓analytics.track("made") }
            }
            """,
            """
            protocol SyncService: AnyObject { func sync() async }
            final class FeedInteractor: Interactor {
                init(sync: SyncService) {
                    super.init()
                    nonisolated(unsafe) let sync = sync
                    Task { await ↓sync.sync() }
                }
            }
            """,
            """
            protocol UserRepository: AnyObject { func refresh() -> Bool }
            protocol RootDependency: Dependency { var users: UserRepository { get } }
            final class RootRouter: Router<Interactor> {
                private let dependency: RootDependency
                init(interactor: Interactor, dependency: RootDependency) {
                    self.dependency = dependency
                    super.init(interactor: interactor)
                }
                override func didLoad() {
                    super.didLoad()
                    _ = dependency.↓users.refresh()
                }
            }
            """,
            """
            protocol SessionManaging: AnyObject { func connect() throws }
            final class RootRouter: LaunchRouter<Interactor, ViewControllable> {
                init(interactor: Interactor, view: ViewControllable, session: SessionManaging?) {
                    super.init(interactor: interactor, viewController: view)
                    try? ↓session?.connect()
                }
            }
            """,
            .combine(
                """
                final class RootRouter: Router<Interactor> {
                    let names = PassthroughSubject<String, Never>()
                    private var tokens: Set<AnyCancellable> = []
                    override func didLoad() {
                        super.didLoad()
                        ↓names.sink { print($0) }.store(in: &tokens)
                    }
                }
                """),
            .combine(
                """
                final class RootRouter: Router<Interactor> {
                    private var token: AnyCancellable?
                    init(interactor: Interactor, names: AnyPublisher<String, Never>) {
                        super.init(interactor: interactor)
                        token = ↓names.map { $0.count }.sink { print($0) }
                    }
                }
                """),
            .rx(
                """
                final class RootRouter: Router<Interactor> {
                    let names = PublishSubject<String>()
                    private let bag = DisposeBag()
                    override func didLoad() {
                        super.didLoad()
                        bind()
                    }
                    private func bind() {
                        ↓names.subscribe(onNext: { print($0) }).disposed(by: bag)
                    }
                }
                """),
        ])

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { subscription($0, file) }
            + file.calls.compactMap { use($0, file) }
    }

    /// A subscription that a router makes.
    private static func subscription(
        _ subscription: Subscription, _ file: CheckedFile
    ) -> Violation? {
        let place = subscription.place
        guard place.closure == nil, subscription.token != .endsWithActivity,
            !subscription.isFinite, !subscription.isConfined, !followsActivity(subscription),
            let early = EarlyCode(place, file), early.role == .router
        else { return nil }
        return Violation(
            at: subscription.chain.whole, "`\(early.type)` subscribes in \(early.words).",
            subject: subscription.chain.names,
            severity: isOfOwnStream(subscription, early.type, file.types) ? .note : nil)
    }

    /// Whether a router listens to what it says itself: the stream ends with it.
    private static func isOfOwnStream(
        _ subscription: Subscription, _ type: String, _ types: TypeTable
    ) -> Bool {
        guard case .property = subscription.token,
            let name = subscription.chain.base.ownMemberName,
            let stream = types.property(name, of: type)
        else { return false }
        return stream.isMade
    }

    /// Whether it subscribes to a life cycle, which is what ends activity.
    private static func followsActivity(_ subscription: Subscription) -> Bool {
        let names = subscription.chain.names
        return names.contains("isActiveStream") || names.contains("lifecycle")
    }

    /// A call of a service's method for what it does.
    private static func use(_ call: FunctionCallExprSyntax, _ file: CheckedFile) -> Violation? {
        guard let receiver = call.receiver, let method = call.functionName, call.isStatement else {
            return nil
        }
        let place = EnclosingCode(of: call)
        guard place.closure.map(\.isOfTask) ?? true, let early = EarlyCode(place, file),
            let type = file.types.type(ofReceiver: receiver, in: early, call),
            isService(type, file.types)
        else { return nil }
        let names = PostfixChain(receiver).names
        let name = names.hasPrefix("self.") ? String(names.dropFirst(5)) : names
        return Violation(
            at: receiver.lastName,
            "`\(early.type)` calls `\(method)` of `\(name)` in \(early.words).",
            fix: early.role == .worker ? "Do it in `didStart(_:)`." : nil,
            subject: "\(name).\(method)")
    }

    private static func isService(_ type: String, _ types: TypeTable) -> Bool {
        guard types.role(of: type) == nil, ![.struct, .enum].contains(types.type(type)?.kind)
        else { return false }
        return suffixes.contains(where: type.hasSuffix)
    }

    /// The ends of the names of services.
    private static let suffixes = [
        "Service", "Servicing", "UseCase", "Repository", "Client", "API", "Manager", "Managing",
        "Gateway", "Networking", "Tracker", "Tracking", "Analytics", "Fetcher", "Fetching",
        "Loader", "Loading", "Syncing", "Synchronizer",
    ]
}

extension TypeTable {
    /// The type of what a call is sent to: a parameter, a property, or a property of one.
    fileprivate func type(
        ofReceiver receiver: ExprSyntax, in code: EarlyCode, _ call: FunctionCallExprSyntax
    ) -> String? {
        if let name = receiver.ownMemberName {
            return call.parameterType(name) ?? property(name, of: code.type)?.type
        }
        guard let member = receiver.unwrapped.as(MemberAccessExprSyntax.self),
            let base = member.base,
            let owner = type(ofReceiver: base, in: code, call)
        else { return nil }
        return property(member.declName.baseName.text, of: owner)?.type
    }
}

extension FunctionCallExprSyntax {
    /// The type of a parameter of the initializer around the call.
    fileprivate func parameterType(_ name: String) -> String? {
        var current = parent
        while let next = current {
            if let initializer = next.as(InitializerDeclSyntax.self) {
                return initializer.signature.parameterClause.parameters.first {
                    ($0.secondName ?? $0.firstName).text == name
                }?.type.name
            }
            current = next.parent
        }
        return nil
    }

    /// Whether it stands for itself: nothing takes what it returns.
    fileprivate var isStatement: Bool {
        var node = Syntax(self)
        while let parent = node.parent {
            if parent.is(CodeBlockItemSyntax.self) { return true }
            if let sequence = parent.parent?.as(SequenceExprSyntax.self) {
                return sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true
            }
            guard
                parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
                    || parent.is(OptionalChainingExprSyntax.self)
            else { return false }
            node = parent
        }
        return false
    }
}

extension ClosureExprSyntax {
    /// Whether a task runs it at once.
    fileprivate var isOfTask: Bool {
        parent?.as(FunctionCallExprSyntax.self)?.functionName == "Task"
    }
}

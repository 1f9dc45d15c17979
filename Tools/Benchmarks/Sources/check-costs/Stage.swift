// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs

/// What a test of the table does.
enum TestKind: String {
    /// Attaches and detaches a RIB.
    case clean
    /// The same, and the RIB starts a service's work, which continues and publishes.
    case service
    /// The same, and the RIB starts a worker of the app and shows a view that another RIB shows
    /// too.
    case shared
    /// The same, and the test keeps a subscription and a RIB with a view. A test case does so if it
    /// never sets its properties to nil.
    case keeping
    /// The same, and the RIB's interactor keeps itself alive.
    case leak
}

/// The objects that all tests of a process share.
final class Stage {
    private let parent = Router(interactor: Interactor())
    private let service = Service()
    private let worker = Worker()
    private let view = View()
    fileprivate let quiet = PassthroughSubject<Int, Never>()
    fileprivate var kept: [AnyObject] = []
    fileprivate var bag: Set<AnyCancellable> = []

    init() {
        parent.interactor.activate()
        parent.load()
        let other = ScreenRouter(
            interactor: ScreenInteractor(presenter: view), viewController: view)
        parent.attachChild(other)
    }

    func run(_ test: TestKind, isChecked: Bool) {
        guard isChecked else { return perform(test) }
        let findings = findLeaks { perform(test) }
        // A check that judges wrongly has no cost worth measuring.
        guard findings.isEmpty == (test != .leak) else {
            fatalError("found \(findings.map(\.kind.rawValue)) in a test of kind \(test.rawValue)")
        }
    }

    private func perform(_ test: TestKind) {
        let view = test == .shared ? view : View()
        let interactor = ScreenInteractor(presenter: view)
        switch test {
        case .clean: break
        case .service: interactor.service = service
        case .shared: interactor.worker = worker
        case .keeping: keep()
        case .leak: interactor.kept = interactor
        }
        let router = ScreenRouter(interactor: interactor, viewController: view)
        parent.attachChild(router)
        service.numbers.send(1)
        parent.detachChild(router)
        service.numbers.send(2)
        worker.stop()
    }
}

extension Stage {
    fileprivate func keep() {
        quiet.sink { _ in }.store(in: &bag)
        let view = View()
        let interactor = ScreenInteractor(presenter: view)
        kept.append(ScreenRouter(interactor: interactor, viewController: view))
    }
}

final class View: ViewControllable {}

final class ScreenRouter: ViewableRouter<ScreenInteractor, View> {}

final class ScreenInteractor: PresentableInteractor<View> {
    var worker: Worker?
    var service: Service?
    var kept: AnyObject?

    override func didBecomeActive() {
        worker?.start(self)
        service?.begin()
    }
}

/// A publisher that lives as long as the app.
final class Service {
    let numbers = PassthroughSubject<Int, Never>()
    private var bag: Set<AnyCancellable> = []

    /// Does one more thing with each number from now on.
    func begin() {
        numbers.sink { _ in }.store(in: &bag)
    }
}

/// RIBs attached to each other in a chain.
struct Chain {
    private let root = Router(interactor: Interactor())
    private let depth: Int

    init(depth: Int) {
        self.depth = depth
        root.interactor.activate()
        root.load()
        var last: any Routing = root
        for _ in 0..<depth {
            let next = Router(interactor: Interactor())
            last.attachChild(next)
            last = next
        }
    }

    /// Detaches the topmost RIB, which frees it and all RIBs below it.
    func timeToDetach() -> Timing {
        let began = Timing.now
        root.detachChild(root.children[0])
        return Timing.now - began
    }
}

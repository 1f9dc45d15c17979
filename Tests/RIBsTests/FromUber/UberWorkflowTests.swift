// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

private typealias Observable<Element> = AnyPublisher<Element, any Error>

extension AnyPublisher where Failure == any Error {
    /// The one element, as RxSwift's `Observable.just`.
    fileprivate static func just(_ element: Output) -> Self {
        Just(element).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }

    fileprivate static func error(_ error: any Error) -> Self {
        Fail(error: error).eraseToAnyPublisher()
    }
}

private struct NotLoggedIn: Error {}

private protocol RootActionableItem: AnyObject {
    func waitForLogin() -> Observable<(LoggedInActionableItem, ())>
}

private protocol LoggedInActionableItem: AnyObject {
    func launchGame(with id: String) -> Observable<(LoggedInActionableItem, ())>
}

private final class Root: RootActionableItem, LoggedInActionableItem {
    let log = Log()
    var isLoggedIn = true

    func waitForLogin() -> Observable<(LoggedInActionableItem, ())> {
        isLoggedIn ? .just((self, ())) : .error(NotLoggedIn())
    }

    func launchGame(with id: String) -> Observable<(LoggedInActionableItem, ())> {
        log.add("launched \(id)")
        return .just((self, ()))
    }
}

private class LoggedWorkflow: Workflow<RootActionableItem> {
    let log = Log()

    override init() {
        super.init()
    }

    override func didComplete() { log.add("complete") }
    override func didFork() { log.add("fork") }
    override func didReceiveError(_ error: Error) { log.add("error \(error)") }
}

private final class LaunchGameWorkflow: LoggedWorkflow {
    override init() {
        super.init()
        self
            .onStep { (root: RootActionableItem) -> Observable<(LoggedInActionableItem, ())> in
                root.waitForLogin()
            }
            .onStep { (loggedIn: LoggedInActionableItem, _) in
                loggedIn.launchGame(with: "chess")
            }
            .commit()
    }
}

/// Workflows as apps on uber/RIBs-iOS write them.
@Suite struct UberWorkflowTests {
    private let root = Root()

    @Test(
        """
        Workflow: init(), onStep(_:), subscribe(_:), didComplete(), didFork(), didReceiveError(_:)
        """)
    func aWorkflow() {
        let workflow = LaunchGameWorkflow()
        let running: any Disposable = workflow.subscribe(root)
        #expect(root.log.take() == ["launched chess"])
        #expect(workflow.log.take() == ["complete"])

        root.isLoggedIn = false
        let failing = LaunchGameWorkflow()
        let failed = failing.subscribe(root)
        #expect(failing.log.take() == ["error NotLoggedIn()"])
        running.cancel()
        failed.cancel()
    }

    @Test("Step: onStep(_:), onError(_:), commit(), asObservable()") func step() {
        root.isLoggedIn = false
        var errors: [any Error] = []
        let workflow = LoggedWorkflow()
        let step: Step<RootActionableItem, LoggedInActionableItem, ()> = workflow.onStep { root in
            root.waitForLogin()
        }
        let observable: Observable<(LoggedInActionableItem, ())> = step.asObservable()
        let committed: Workflow<RootActionableItem> =
            step
            .onStep { item, _ in item.launchGame(with: "go") }
            .onError { errors.append($0) }
            .commit()
        var ends = 0
        let watching = observable.sink(
            receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in })
        let running = committed.subscribe(root)
        #expect(errors.count == 1)
        #expect(ends == 1)
        watching.cancel()
        running.cancel()
    }

    @Test("ObservableType: fork(_:)") func fork() {
        let workflow = LoggedWorkflow()
        let login = workflow.onStep { root in root.waitForLogin() }.asObservable()
        let shared: any ObservableType = login
        let chess: Step<RootActionableItem, LoggedInActionableItem, ()>? = login.fork(workflow)
        chess?.onStep { item, _ in item.launchGame(with: "chess") }.commit()
        login.fork(workflow)?.onStep { item, _ in item.launchGame(with: "go") }.commit()
        let running = workflow.subscribe(root)
        #expect(root.log.take().sorted() == ["launched chess", "launched go"])
        #expect(workflow.log.take() == ["fork", "fork", "complete"])
        running.cancel()
        withExtendedLifetime(shared) {}
    }

    @Test("Disposable: disposeWith(workflow:), disposeWith(worflow:)") func disposeWith() {
        let workflow = LaunchGameWorkflow()
        let (disposal, old) = (Disposal(), Disposal())
        let disposable: any Disposable = disposal
        disposable.disposeWith(workflow: workflow)
        (FirstSpelling() as any Spelling).dispose(old, with: workflow)
        #expect(!disposal.isDisposed && !old.isDisposed)
        workflow.subscribe(root).cancel()
        #expect(disposal.isDisposed && old.isDisposed)
    }
}

/// So that a deprecated name can be called without a warning.
private protocol Spelling {
    func dispose(_ disposable: Disposal, with workflow: Workflow<RootActionableItem>)
}

private struct FirstSpelling: Spelling {
    @available(*, deprecated)
    func dispose(_ disposable: Disposal, with workflow: Workflow<RootActionableItem>) {
        disposable.disposeWith(worflow: workflow)
    }
}

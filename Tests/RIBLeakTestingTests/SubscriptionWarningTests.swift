import RIBAnalysis
import RIBRecorder
import RIBs
import XCTest

/// The distinctions of the ledger's findings, made by the real runtime.
final class SubscriptionWarningTests: XCTestCase {
    private let parent = makeParent()
    private let stream = PassthroughSubject<Int, Never>()
    private let kept = Kept()

    /// What the report says of a test in which a RIB is attached some times and detached each time.
    private func found(
        visits: Int = 1, _ whenActive: @escaping (ScoreInteractor) -> Void
    ) throws -> [String] {
        try found {
            let router = makeScore(whenActive)
            for _ in 1...visits {
                parent.attachChild(router)
                stream.send(1)
                parent.detachChild(router)
            }
        }
    }

    private func found(_ body: () -> Void) throws -> [String] {
        SubscriptionTracking.enable()
        let recorder = Recorder.shared
        let scope = recorder.beginScope(name, runsAlone: true)
        recorder.working(for: scope, body)
        recorder.endScope(scope)
        let folder = try XCTUnwrap(recorder.traceFolder)
        return try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer(), scope: scope)
            .findings.map { "\($0.kind.rawValue) \($0.type) at \($0.ribPath), \($0.count)×" }
    }

    private func makeScore(_ whenActive: @escaping (ScoreInteractor) -> Void) -> ScoreRouter {
        let interactor = ScoreInteractor(stream: stream)
        interactor.whenActive = whenActive
        return ScoreRouter(interactor: interactor)
    }

    private let outlived = "outlived-interactor ScoreInteractor at Parent/Score, 1×"

    func testCancelOnDeactivateEndsInTime() throws {
        XCTAssertEqual(try found { $0.subscribeUntilDeactivated() }, [])
    }

    func testWhatIsStoredInTheInteractorGoesWithIt() throws {
        XCTAssertEqual(try found { $0.store(in: $0.kept) }, [])
    }

    func testWhatIsStoredElsewhereOutlivesTheInteractor() throws {
        XCTAssertEqual(try found { $0.store(in: self.kept) }, [outlived])
    }

    func testWhatIsStoredInAnInteractorThatIsKeptOutlivesItsDeactivation() throws {
        let router = makeScore { $0.store(in: $0.kept) }
        let findings = try found {
            parent.attachChild(router)
            parent.detachChild(router)
        }
        XCTAssertEqual(findings, ["leaked-router ScoreRouter at Parent/Score, 1×", outlived])
    }

    func testASubscriptionOfTheFirstActivationThatLivesInTheSecondIsInUse() throws {
        let router = makeScore {
            if $0.activations == 1 { $0.store(in: $0.kept) }
        }
        let findings = try found {
            parent.attachChild(router)
            parent.detachChild(router)
            parent.attachChild(router)
        }
        XCTAssertEqual(findings, [])
        parent.detachChild(router)
    }

    func testWhatEachOfThreeActivationsAddsAccumulates() throws {
        let router = makeScore { $0.store(in: $0.kept) }
        let findings = try found {
            for visit in 1...3 {
                parent.attachChild(router)
                if visit < 3 { parent.detachChild(router) }
            }
        }
        XCTAssertEqual(
            findings, ["accumulating-subscriptions ScoreInteractor at Parent/Score, 1×"])
        parent.detachChild(router)
    }

    func testWhatEachActivationEndsDoesNotAccumulate() throws {
        XCTAssertEqual(try found(visits: 4) { $0.subscribeUntilDeactivated() }, [])
    }

    func testAValueSentByTheDeactivationItselfIsInTime() throws {
        let findings = try found {
            let router = makeScore { $0.subscribeUntilDeactivated() }
            router.interactor.whenResigning = { [stream] in stream.send(2) }
            parent.attachChild(router)
            parent.detachChild(router)
        }
        XCTAssertEqual(findings, [])
    }

    func testAValueThatRacesTheDeactivationIsNoFinding() throws {
        let sender = Sender(stream)
        let findings = try found {
            let router = makeScore { $0.subscribeUntilDeactivated() }
            sender.start()
            for _ in 1...50 {
                parent.attachChild(router)
                parent.detachChild(router)
            }
            sender.stop()
        }
        XCTAssertEqual(findings, [])
    }

    func testWhatAServiceKeepsIsTheServicesOwn() throws {
        let service = ScoreService(stream: stream)
        XCTAssertEqual(try found { _ in service.start() }, [])
    }

    func testAValueAfterTheDeactivationSaysMoreThanThatItOutlived() throws {
        let findings = try found {
            let router = makeScore { $0.store(in: self.kept) }
            parent.attachChild(router)
            parent.detachChild(router)
            stream.send(1)
        }
        XCTAssertEqual(
            findings, ["fired-while-inactive ScoreInteractor at Parent/Score, 1×"])
    }

    func testWhatAWorkerKeepsOutlivesItsStop() throws {
        let findings = try found {
            let router = GameBuilder(dependency: ShellComponent()).build { $0.ownWorker }
            router.interactor.worker?.whenStarted = { [stream, kept] in
                $0.observe(stream, in: &kept.bag)
            }
            parent.attachChild(router)
            parent.detachChild(router)
        }
        XCTAssertEqual(findings, ["outlived-interactor GameWorker at Parent/Game, 1×"])
    }

    func testWhatAWorkerEndsWithItsStopIsInTime() throws {
        let findings = try found {
            let router = GameBuilder(dependency: ShellComponent()).build { $0.ownWorker }
            router.interactor.worker?.whenStarted = { [stream] in $0.observeWhileStarted(stream) }
            parent.attachChild(router)
            parent.detachChild(router)
        }
        XCTAssertEqual(findings, [])
    }

    func testAWorkflowThatEndsWithItsInteractorIsInTime() throws {
        let never = PassthroughSubject<(Int, Int), any Error>()
        let findings = try found {
            let router = GameBuilder(dependency: ShellComponent()).build { _ in nil }
            router.interactor.whenActive = { interactor in
                interactor.beginWorkflow(never).cancelOnDeactivate(interactor: interactor)
            }
            parent.attachChild(router)
            parent.detachChild(router)
        }
        XCTAssertEqual(findings, [])
    }
}

private final class Kept {
    var bag: Set<AnyCancellable> = []
}

private final class ScoreRouter: Router<ScoreInteractor> {}

private final class ScoreInteractor: Interactor {
    let kept = Kept()
    private let stream: PassthroughSubject<Int, Never>
    private(set) var activations = 0
    /// Runs when the interactor becomes active.
    var whenActive: (ScoreInteractor) -> Void = { _ in }
    var whenResigning: () -> Void = {}

    init(stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    override func didBecomeActive() {
        activations += 1
        whenActive(self)
    }

    override func willResignActive() {
        whenResigning()
    }

    func subscribeUntilDeactivated() {
        stream.sink { _ in }.cancelOnDeactivate(interactor: self)
    }

    func store(in kept: Kept) {
        stream.sink { _ in }.store(in: &kept.bag)
    }
}

/// A service of the whole app.
private final class ScoreService {
    private let stream: PassthroughSubject<Int, Never>
    private var bag: Set<AnyCancellable> = []

    init(stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    func start() {
        stream.sink { _ in }.store(in: &bag)
    }
}

/// Sends values on a thread of its own until it is stopped.
private final class Sender: @unchecked Sendable {
    // Unchecked but right: the subject is safe to send to, and the rest is locked.
    private let stream: PassthroughSubject<Int, Never>
    private let lock = NSLock()
    private let isDone = DispatchSemaphore(value: 0)
    private var isStopped = false

    init(_ stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    func start() {
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isStopped }) { stream.send(3) }
            isDone.signal()
        }
    }

    func stop() {
        lock.withLock { isStopped = true }
        isDone.wait()
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

/// The events that a worker records, read back from the trace.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct WorkerRecordingTests {
    private let log = Log()
    private let interactor = Interactor()
    private var facts = RecordedFacts()

    init() {
        facts.name(interactor.recordedID, "interactor")
    }

    @Test func aWorkersLifeIsRecorded() throws {
        var facts = facts
        func run() {
            let worker = SpyWorker(log)
            facts.name(worker.recordedID, "worker")
            worker.start(interactor)
            interactor.activate()
            interactor.deactivate()
        }
        run()
        #expect(
            try facts.lines() == [
                "interactor made as interactor", "worker made as worker",
                "worker owned by interactor", "interactor activated",
                "worker started by interactor", "worker stopped", "interactor deactivated",
                "worker freed",
            ])
    }

    @Test func aWorkerThatIsStartedAgainIsOwnedOnce() throws {
        let worker = SpyWorker(log)
        var facts = facts
        facts.name(worker.recordedID, "worker")
        worker.start(interactor)
        worker.stop()
        worker.start(interactor)
        #expect(try facts.lines().filter { $0.contains("owned") } == ["worker owned by interactor"])
    }

    @Test func aWorkerStartedByAWorkerIsTheInteractors() throws {
        let worker = SpyWorker(log)
        let inner = SpyWorker(log)
        var facts = facts
        facts.name(inner.recordedID, "inner")
        worker.onStart = { inner.start($1) }
        interactor.activate()
        worker.start(interactor)
        #expect(try facts.lines().contains("inner owned by interactor"))
    }

    @Test func theWorkersOfAnInteractorAreItsParts() {
        let worker = SpyWorker(log)
        worker.start(interactor)
        var parts: [ObjectIdentifier] = []
        interactor.forEachRecordedPart { parts.append(ObjectIdentifier($0.object)) }
        #expect(parts == [ObjectIdentifier(interactor), ObjectIdentifier(worker)])
    }

    @Test func whatIsSubscribedToInDidStartIsTheWorkers() {
        let worker = SpyWorker(log)
        var owner: Activity?
        worker.onStart = { _, _ in owner = Recorder.shared.currentOwner }
        interactor.activate()
        worker.start(interactor)
        #expect(owner === worker.activity)
    }
}

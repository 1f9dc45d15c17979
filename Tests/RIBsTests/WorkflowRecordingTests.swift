// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

/// The events that a workflow records, read back from the trace.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct WorkflowRecordingTests {
    private let log = Log()
    private let interactor: SpyInteractor
    private var facts = RecordedFacts()

    init() {
        interactor = SpyInteractor("it", log)
        facts.name(interactor.recordedID, "interactor")
    }

    private func committed() -> Workflow<Int> {
        Workflow<Int>().onStep {
            Just(($0, 1)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }.commit()
    }

    @Test func aWorkflowsLifeIsRecorded() throws {
        var facts = facts
        func run() {
            let workflow = committed()
            facts.name(workflow.recordedID, "workflow")
            workflow.subscribe(1).cancel()
        }
        run()
        #expect(
            try facts.lines() == [
                "interactor made as interactor", "workflow made as workflow", "workflow freed",
            ])
    }

    @Test func aWorkflowSubscribedToInDidBecomeActiveIsTheInteractors() throws {
        let workflow = committed()
        var facts = facts
        facts.name(workflow.recordedID, "workflow")
        interactor.onActive = { workflow.subscribe(1).cancelOnDeactivate(interactor: $0) }
        interactor.activate()
        #expect(try facts.lines().contains("workflow owned by interactor"))
        var parts: [ObjectIdentifier] = []
        interactor.forEachRecordedPart { parts.append(ObjectIdentifier($0.object)) }
        #expect(parts == [ObjectIdentifier(interactor), ObjectIdentifier(workflow)])
    }

    @Test func aWorkflowSubscribedToByAWorkerGoesWithTheWorkersRIB() {
        let workflow = committed()
        let worker = SpyWorker(log)
        worker.onStart = { worker, _ in workflow.subscribe(1).cancelOnStop(worker) }
        interactor.activate()
        worker.start(interactor)
        var parts: [ObjectIdentifier] = []
        interactor.forEachRecordedPart { parts.append(ObjectIdentifier($0.object)) }
        #expect(
            parts == [
                ObjectIdentifier(interactor), ObjectIdentifier(worker), ObjectIdentifier(workflow),
            ])
    }

    @Test func theStepsOfAWorkflowWorkForNoOne() {
        var owners: [Activity?] = []
        let workflow = Workflow<Int>().onStep { item in
            owners.append(Recorder.shared.currentOwner)
            return Just((item, 1)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }.commit()
        interactor.onActive = { workflow.subscribe(1).cancelOnDeactivate(interactor: $0) }
        interactor.activate()
        #expect(owners.map { $0?.owner.rawValue } == [nil])
    }
}

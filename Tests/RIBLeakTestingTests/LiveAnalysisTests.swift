// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBRecorder
import RIBs
import XCTest

/// Checks read on in the trace where the last one stopped; the report reads it from its beginning.
final class LiveAnalysisTests: XCTestCase {
    private let stream = PassthroughSubject<Int, Never>()
    private var bag: Set<AnyCancellable> = []
    private let view = SampleView()

    private func assertTheSame(
        _ count: Int, file: StaticString = #filePath, line: UInt = #line, _ body: () -> Void
    ) throws {
        var scope = Recorder.shared.currentScope
        let found = findLeaks {
            scope = Recorder.shared.currentScope
            body()
        }
        XCTAssertEqual(found.count, count, file: file, line: line)
        let folder = try XCTUnwrap(Recorder.shared.traceFolder)
        let report = try Analysis.report(
            on: [folder], symbolizer: LLVMSymbolizer(), scope: scope)
        XCTAssertEqual(
            found, report.findings.filter { !$0.kind.isWarning }, file: file, line: line)
    }

    func testTheCheckAndTheReportAgreeOnTestsOneAfterTheOther() throws {
        let parent = makeParent()
        for _ in 1...2 {
            try assertTheSame(1) {
                let child = makeSample()
                child.interactor.retained = child.interactor
                parent.attachChild(child)
                parent.detachChild(child)
            }
            try assertTheSame(0) {
                let child = makeSample()
                parent.attachChild(child)
                parent.detachChild(child)
            }
            try assertTheSame(1) {
                let child = makeSample { $0.observe(self.stream, in: &self.bag) }
                parent.attachChild(child)
                parent.detachChild(child)
                stream.send(1)
            }
        }
    }

    func testTheCheckAndTheReportAgreeOnAViewThatAnotherRIBShows() throws {
        let parent = makeParent()
        let interactor = SampleInteractor(presenter: view)
        parent.attachChild(SampleRouter(interactor: interactor, viewController: view))
        try assertTheSame(0) {
            let interactor = SampleInteractor(presenter: view)
            let child = SampleRouter(interactor: interactor, viewController: view)
            parent.attachChild(child)
            parent.detachChild(child)
        }
    }
}

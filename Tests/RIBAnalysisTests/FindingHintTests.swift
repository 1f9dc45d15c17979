// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

/// A finding about a subscription is mended in the words of the library that it was made with.
@Suite struct FindingHintTests {
    private static let confine = ", or keep its values back with .confineTo(_:)"

    @Test(arguments: [
        ("PassthroughSubject<Int, Never> → map → sink", "Cancel it with .cancelOn", confine),
        ("PassthroughSubject<Int, Never> → assign", "Cancel it with .cancelOn", confine),
        ("sink", "Cancel it with .cancelOn", confine),
        ("Timer", "Cancel it with .cancelOn", ""),
        ("ScoreDidChange", "Cancel it with .cancelOn", ""),
        ("PublishSubject<Int> → map → subscribe", "Dispose of it with .disposeOn", confine),
        ("PublishRelay<Int> → bind(to:)", "Dispose of it with .disposeOn", confine),
        ("BehaviorRelay<Int> → asDriver → map → drive", "Dispose of it with .disposeOn", ""),
        ("PublishRelay<Int> → asSignal → emit", "Dispose of it with .disposeOn", ""),
    ])
    func aMisfireOfAnInteractors(chain: String, beginning: String, end: String) {
        #expect(
            FindingKind.firedWhileInactive.hint(for: .interactor, chain: chain)
                == "\(beginning)Deactivate(interactor:)\(end).")
        #expect(
            FindingKind.firedWhileInactive.hint(for: .worker, chain: chain)
                == "\(beginning)Stop(_:).")
    }

    @Test func whatOutlivesAWorker() {
        #expect(
            FindingKind.outlivedInteractor.hint(
                for: .worker, chain: "PublishSubject<Int> → subscribe")
                == "End it in didStop, or dispose of it with .disposeOnStop(_:).")
        #expect(
            FindingKind.outlivedInteractor.hint(for: .worker, chain: "Just<Int> → sink")
                == "End it in didStop, or cancel it with .cancelOnStop(_:).")
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

/// A finding about a subscription is mended in the words of the library that it was made with.
@Suite struct FindingHintTests {
    @Test(arguments: [
        ("PassthroughSubject<Int, Never> → map → sink", "Cancel it with .cancelOnDeactivate"),
        ("PassthroughSubject<Int, Never> → assign", "Cancel it with .cancelOnDeactivate"),
        ("Timer", "Cancel it with .cancelOnDeactivate"),
        ("PublishSubject<Int> → map → subscribe", "Dispose of it with .disposeOnDeactivate"),
        ("PublishRelay<Int> → bind(to:)", "Dispose of it with .disposeOnDeactivate"),
    ])
    func aMisfireOfAnInteractors(chain: String, beginning: String) {
        #expect(
            FindingKind.firedWhileInactive.hint(for: .interactor, chain: chain)
                == "\(beginning)(interactor:), or keep its values back with .confineTo(_:).")
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

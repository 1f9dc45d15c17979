// SPDX-License-Identifier: Apache-2.0

import RIBs

final class SampleView: ViewControllable {}

final class SampleInteractor: PresentableInteractor<SampleView> {
    var retained: AnyObject?
    /// Runs when the interactor becomes active.
    var whenActive: (SampleInteractor) -> Void = { _ in }

    override func didBecomeActive() {
        whenActive(self)
    }

    /// Subscribes without an end at the deactivation.
    func observe(_ stream: PassthroughSubject<Int, Never>, in bag: inout Set<AnyCancellable>) {
        stream.sink { _ in }.store(in: &bag)
    }
}

final class SampleRouter: ViewableRouter<SampleInteractor, SampleView> {}

final class SampleRoot: LaunchRouter<SampleInteractor, SampleView> {}

final class ParentInteractor: Interactor {}

final class ParentRouter: Router<ParentInteractor> {
    /// Where `kept` is declared.
    static let placeOfKept = "\(#filePath):\(#line + 2)"
    /// What the parent keeps by mistake.
    var kept: [AnyObject] = []
    /// Never called: what it captures is kept, by a closure.
    var whenLeft: () -> Void = {}
}

/// A RIB as a builder would make it.
func makeSample(whenActive: @escaping (SampleInteractor) -> Void = { _ in }) -> SampleRouter {
    let view = SampleView()
    let interactor = SampleInteractor(presenter: view)
    interactor.whenActive = whenActive
    return SampleRouter(interactor: interactor, viewController: view)
}

func makeParent() -> ParentRouter {
    ParentRouter(interactor: ParentInteractor())
}

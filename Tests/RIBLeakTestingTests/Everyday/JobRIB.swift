// SPDX-License-Identifier: Apache-2.0

import RIBs

// A RIB whose parts have no name in common, with a service that outlives it.

/// A service of the whole app, which keeps what it is given.
final class Warehouse {
    var objects: [AnyObject] = []
    var bag: [AnyCancellable] = []
}

final class CrateWorker: Worker {
    var held: [AnyObject] = []
}

final class CrateWorkflow: Workflow<Int> {}

final class LoadingInteractor: Interactor {
    let warehouse: Warehouse
    private let whenActive: (LoadingInteractor) -> Void
    private let never = PassthroughSubject<(Int, Int), any Error>()

    init(warehouse: Warehouse, whenActive: @escaping (LoadingInteractor) -> Void) {
        self.warehouse = warehouse
        self.whenActive = whenActive
    }

    override func didBecomeActive() { whenActive(self) }

    func startWorker() {
        let worker = CrateWorker()
        worker.start(self)
        warehouse.objects.append(worker)
    }

    func lend(itselfTo worker: CrateWorker) {
        worker.held.append(self)
        worker.start(self)
    }

    func startWorkflow() {
        let workflow = CrateWorkflow()
        workflow.onStep { [never] _ in never.eraseToAnyPublisher() }.commit()
        warehouse.bag.append(workflow.subscribe(1))
    }

    func startWorkflowThatHoldsItself() {
        let workflow = CrateWorkflow()
        workflow.onStep { _ in self.never.eraseToAnyPublisher() }
            .onStep { _, _ in self.never.eraseToAnyPublisher() }.commit()
        warehouse.bag.append(workflow.subscribe(1))
    }
}

/// Named after its interactor.
final class LoadingRouter: Router<LoadingInteractor> {}
/// Not named after its interactor.
final class DockScreenRouter: Router<LoadingInteractor> {}
/// For interactors of any kind.
final class AnyRouter<InteractorType>: Router<InteractorType> {}

final class DockFactory {
    private let warehouse: Warehouse

    init(_ warehouse: Warehouse) { self.warehouse = warehouse }

    func interactor(_ whenActive: @escaping (LoadingInteractor) -> Void) -> LoadingInteractor {
        LoadingInteractor(warehouse: warehouse, whenActive: whenActive)
    }

    /// Makes a worker together with the router that it is for.
    func buildWithWorker() -> DockScreenRouter {
        let worker = CrateWorker()
        warehouse.objects.append(worker)
        return DockScreenRouter(interactor: interactor { worker.start($0) })
    }
}

/// The router above, which lives on and holds the service.
final class HarborRouter: Router<ParentInteractor> {
    let warehouse = Warehouse()
    var sharedWorkers: [CrateWorker] = []
}

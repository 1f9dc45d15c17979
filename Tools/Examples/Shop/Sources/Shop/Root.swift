// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Builds the root of the tree.
public final class RootBuilder: Builder<StoreDependency> {
    public func build() -> RootRouter {
        let component = StoreComponent(dependency: dependency)
        return RootRouter(
            interactor: RootInteractor(), catalogBuilder: CatalogBuilder(dependency: component),
            accountBuilder: AccountBuilder(dependency: component))
    }
}

/// Shows the catalog as long as the app runs, and sometimes the account over it.
public final class RootInteractor: Interactor, AccountListener {
    weak var router: RootRouter?

    override public func didBecomeActive() {
        super.didBecomeActive()
        router?.openCatalog()
    }

    public func accountDidClose() { router?.closeAccount() }
}

public final class RootRouter: Router<RootInteractor> {
    private let catalogBuilder: CatalogBuilder
    private let accountBuilder: AccountBuilder
    public private(set) var catalog: CatalogRouter?
    public private(set) var account: AccountRouter?

    init(
        interactor: RootInteractor, catalogBuilder: CatalogBuilder, accountBuilder: AccountBuilder
    ) {
        self.catalogBuilder = catalogBuilder
        self.accountBuilder = accountBuilder
        super.init(interactor: interactor)
        interactor.router = self
    }

    func openCatalog() {
        guard catalog == nil else { return }
        let catalog = catalogBuilder.build()
        self.catalog = catalog
        attachChild(catalog)
    }

    public func openAccount() {
        guard account == nil else { return }
        let account = accountBuilder.build(listener: interactor)
        self.account = account
        attachChild(account)
    }

    func closeAccount() {
        guard let account else { return }
        detachChild(account)
        self.account = nil
    }
}

import RIBs

/// Owns the window, the root RIB and the far end of the network until the process ends.
@MainActor
final class AppDelegate {
    static let shared = AppDelegate()

    let window = Window()
    let webService = WebService()
    private var rootRouter: LaunchRouting?

    private init() {}

    func launch(with mistakes: Set<Mistake>) {
        let component = AppComponent(mistakes: mistakes, webService: webService)
        let router = RootBuilder(dependency: component).build()
        rootRouter = router
        window.show(router.viewControllable)
        router.launch()
    }
}

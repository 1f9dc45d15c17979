import RIBs

/// The far end of the network, as the app sees it.
protocol WebServicing: AnyObject {
    func logIn(name: String, password: String) -> Observable<User>
    func createAccount(name: String, password: String) -> Observable<User>
}

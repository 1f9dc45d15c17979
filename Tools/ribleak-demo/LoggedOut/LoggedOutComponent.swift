import RIBs

final class LoggedOutComponent: Component<LoggedOutDependency>, LoginDependency {
    var mistakes: Set<Mistake> { dependency.mistakes }
    var webService: WebServicing { dependency.webService }
}

import RIBs

final class LoginComponent: Component<LoginDependency>, CreateAccountDependency {
    var mistakes: Set<Mistake> { dependency.mistakes }
    var webService: WebServicing { dependency.webService }
}

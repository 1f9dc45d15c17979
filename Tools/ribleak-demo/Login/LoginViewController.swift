// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoginPresentableListener: AnyObject {
    func logIn(name: String, password: String)
    func createAccount()
}

final class LoginViewController: ConsoleViewController, LoginPresentable, LoginViewControllable {
    weak var listener: LoginPresentableListener?

    init() {
        super.init(title: "Login")
    }

    override func viewDidAppear() {
        say("Name, password. (Log in) (Create account)")
    }

    func showActivityIndicator(_ isShown: Bool) {
        say(isShown ? "One moment …" : "The server answered.")
    }

    func showErrorAlert(_ message: String) {
        say("⚠ \(message)")
    }

    func fillIn(name: String) {
        say("Name: \(name), password. (Log in)")
    }

    func tapLogin(name: String, password: String) {
        listener?.logIn(name: name, password: password)
    }

    func tapCreateAccount() {
        listener?.createAccount()
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol CreateAccountPresentableListener: AnyObject {
    func createAccount(name: String, password: String)
}

final class CreateAccountViewController: ConsoleViewController, CreateAccountPresentable,
    CreateAccountViewControllable
{
    weak var listener: CreateAccountPresentableListener? {
        didSet {
            if mistakes.contains(.strongListener) {
                // Mistake: the interactor keeps this view as its presenter, and the view keeps it.
                strongListener = listener
            }
        }
    }

    private let mistakes: Set<Mistake>
    private var strongListener: CreateAccountPresentableListener?

    init(mistakes: Set<Mistake>) {
        self.mistakes = mistakes
        super.init(title: "CreateAccount")
    }

    override func viewDidAppear() {
        say("Choose a name and a password. (Create)")
    }

    func showErrorAlert(_ message: String) {
        say("⚠ \(message)")
    }

    func tapCreate(name: String, password: String) {
        listener?.createAccount(name: name, password: password)
    }
}

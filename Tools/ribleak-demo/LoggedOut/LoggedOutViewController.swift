// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoggedOutPresentableListener: AnyObject {
    func didChooseLogin()
}

final class LoggedOutViewController: ConsoleViewController, LoggedOutPresentable,
    LoggedOutViewControllable
{
    weak var listener: LoggedOutPresentableListener?

    init() {
        super.init(title: "LoggedOut")
    }

    override func viewDidAppear() {
        say("Tic-tac-toe for two. (Log in)")
    }

    func tapLogin() {
        listener?.didChooseLogin()
    }
}

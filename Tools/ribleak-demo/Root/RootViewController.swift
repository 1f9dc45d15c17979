// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol RootPresentableListener: AnyObject {}

final class RootViewController: ConsoleViewController, RootPresentable, RootViewControllable,
    LoggedInViewControllable
{
    weak var listener: RootPresentableListener?

    init() {
        super.init(title: "Root")
    }
}

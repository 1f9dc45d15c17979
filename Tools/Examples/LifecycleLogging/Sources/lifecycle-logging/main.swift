// SPDX-License-Identifier: Apache-2.0

import Logging
import RIBs

// Attaches and detaches a RIB, which the log shows on standard error.

let log = LifecycleLog(Logger(label: "app.ribs"))

/// The root of the tree.
final class RootRouter: Router<Interactor> {}

/// A RIB that comes and goes.
final class GameRouter: Router<Interactor> {}

let root = RootRouter(interactor: Interactor())
root.interactor.activate()
root.load()

let game = GameRouter(interactor: Interactor())
root.attachChild(game)
root.detachChild(game)

withExtendedLifetime(log) {}

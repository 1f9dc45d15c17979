// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A RIB without base classes, with a container of state.
final class SpyRIB: PlainRIB {
    final class StateContainer {}

    var ribParts: [AnyObject] = [StateContainer()]
    var cancellables: [AnyCancellable] = []
    var onDeinit: (SpyRIB) -> Void = { _ in }

    deinit { onDeinit(self) }
}

// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A subscription that knows whether it was ended.
final class Disposal: Cancellable {
    private(set) var isDisposed = false

    func cancel() { isDisposed = true }
}

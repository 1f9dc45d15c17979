// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Keeps the subscriptions that are meant to last as long as the app.
final class SubscriptionBag {
    private var subscriptions: [Disposable] = []

    func keep(_ subscription: Disposable) { subscriptions.append(subscription) }
}

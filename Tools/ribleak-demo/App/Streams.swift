import RIBs

/// Keeps the subscriptions that are meant to last as long as the app.
final class SubscriptionBag {
    var cancellables: Set<AnyCancellable> = []
}

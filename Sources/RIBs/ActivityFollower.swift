/// Who is told of an interactor's activity without a subscription.
#if MainActor
    @preconcurrency @MainActor
#endif
protocol ActivityFollower: AnyObject {
    func activityDidChange(to isActive: Bool)
}

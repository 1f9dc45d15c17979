/// Who is told of an interactor's activity without a subscription.
protocol ActivityFollower: AnyObject {
    func activityDidChange(to isActive: Bool)
}

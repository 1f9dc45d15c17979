import RIBTrace

extension SubscriptionAttribution {
    /// Its name in reports, which never changes.
    package var name: String {
        switch self {
        case .explicit: "explicit"
        case .current: "current"
        case .captured: "captured"
        case .unowned: "unowned"
        }
    }
}

import RIBTrace

// The words of the ledger, which are the same in each of its forms.

extension SubscriptionConfinement {
    package var word: String {
        switch self {
        case .none: "none"
        case .silent: "silent"
        case .ending: "ending"
        }
    }
}

extension SubscriptionEnd {
    package var word: String {
        switch self {
        case .cancelled: "cancelled"
        case .completed: "completed"
        case .failed: "failed"
        case .ownerGone: "owner gone"
        }
    }
}

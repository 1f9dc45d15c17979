import RIBTrace

extension SubscriptionAttribution {
    /// Its name in reports, which never changes.
    package var name: String {
        switch self {
        case .explicit: "explicit"
        case .current: "current"
        case .captured: "captured"
        case .unowned: "unowned"
        case .kept: "kept"
        case .capturedWeakly: "captured-weakly"
        case .disputed: "disputed"
        }
    }

    /// What was seen that shows whose it is; nil where only the time or the code itself says so.
    package var evidence: String? {
        switch self {
        case .captured: "the closure captures it"
        case .capturedWeakly: "the closure captures it, though not strongly"
        case .kept: "it keeps the token"
        case .explicit, .current, .unowned, .disputed: nil
        }
    }

    /// False for what is nobody's, as far as is known.
    var isOwned: Bool { self != .unowned && self != .disputed }

    /// True where no stack can show that it is another's.
    var isCertain: Bool { self == .explicit || self == .kept }

    /// True where the owner is known by a capture.
    package var isByCapture: Bool { self == .captured || self == .capturedWeakly }
}

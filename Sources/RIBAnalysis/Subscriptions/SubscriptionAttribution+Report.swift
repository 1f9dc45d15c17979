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
        case .made: "made"
        case .task: "task"
        }
    }

    /// What was seen that shows whose it is; nil where only the time or the code itself says so.
    package var evidence: String? {
        switch self {
        case .captured: "the closure captures it"
        case .capturedWeakly: "the closure captures it, though not strongly"
        case .kept: "it keeps the token"
        case .made: "its own code made it, and there was no other of its kind"
        case .task: "the task that made it captures it"
        case .explicit, .current, .unowned, .disputed: nil
        }
    }

    /// Whose it is and what was seen that shows it; nil where nothing was.
    package var reason: String? {
        if self == .disputed {
            return "nobody's, since what keeps it, captures it and made it do not agree"
        }
        return evidence.map { "the owner's, since \($0)" }
    }

    /// False for what is nobody's, as far as is known.
    var isOwned: Bool { self != .unowned && self != .disputed }

    /// True where no stack can show that it is another's.
    var isCertain: Bool { self == .explicit || self == .kept }

    /// True where the stack must show that the owner's own code made it: what a task does for others is
    /// theirs.
    var needsAuthor: Bool { self == .task || self == .made }

    /// True where the owner is known by a capture of its own closure.
    package var isByCapture: Bool { self == .captured || self == .capturedWeakly }
}

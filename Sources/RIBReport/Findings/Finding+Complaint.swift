import RIBAnalysis
import RIBTrees

extension Finding {
    /// What is wrong, in words that follow the culprit's type, such as `is still alive (3 of them)`.
    var complaint: String {
        let often = count > 1 ? " (\(count) of them)" : ""
        switch kind {
        case .firedWhileInactive, .outlivedInteractor, .subscribedWhileInactive,
            .accumulatingSubscriptions:
            return subscription?.complaint(about: kind, count: count)
                ?? "has a subscription that it should not have\(often)"
        case .lifecycleViolation:
            let times = count > 1 ? " (\(count) times)" : ""
            return (violation?.complaint ?? "broke the lifecycle") + times
        case .neverAttached:
            return "was built but never attached\(often)"
        case .viewGoneStillAttached:
            return (endedWithTree ? "stayed attached" : "is still attached")
                + ", though its view left the screen\(often)"
        case .lateDeallocation:
            return lateness ?? "was freed late\(often)"
        default:
            return endedWithTree
                ? "was alive until the tree that kept it was gone\(often)"
                : "is still alive\(often)"
        }
    }

    private var lateness: String? {
        guard let late else { return nil }
        let most = late.isUpperBound ? "at most " : ""
        let after = Quantity.duration(nanoseconds: late.freedAfter)
        let by = Quantity.duration(nanoseconds: late.late)
        return "was freed \(most)\(after) after it was let go, \(most)\(by) late"
            + (count > 1 ? " (the latest of \(count))" : "")
    }
}

import RIBAnalysis
import RIBTrees

extension SubscriptionFacts {
    /// What is wrong with the owner's subscription, such as `is still subscribed 1.2 s after its
    /// deactivation`.
    ///
    /// - Parameter count: How many subscriptions, or owners of such, showed the same.
    func complaint(about kind: FindingKind, count: Int) -> String {
        let often = count > 1 ? " (\(count) subscriptions)" : ""
        switch kind {
        case .outlivedInteractor:
            let most = count > 1 ? " (the longest of \(count) subscriptions)" : ""
            return (ownerIsFreed ? "was freed, but is still subscribed" : "is still subscribed")
                + after(outlivedBy) + most
        case .subscribedWhileInactive:
            return "subscribed while inactive\(often)"
        case .accumulatingSubscriptions:
            return accumulation + (count > 1 ? " (the most of \(count) of them)" : "")
        default:
            let first = valuesWhileInactive == 1 ? "," : ", the first"
            return "received \(Quantity.counted(valuesWhileInactive, "value")) while inactive"
                + first + after(firstFiredAfter) + often
        }
    }

    private var accumulation: String {
        guard let accumulated else { return "subscribed again with each activation" }
        return "has \(accumulated.count) live subscriptions from one place, added by "
            + "\(accumulated.activations) activations"
    }

    private func after(_ nanoseconds: UInt64?) -> String {
        guard let nanoseconds else { return " after its deactivation" }
        return " \(Quantity.duration(nanoseconds: nanoseconds)) after its deactivation"
    }
}

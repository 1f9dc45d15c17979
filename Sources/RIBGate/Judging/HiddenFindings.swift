import RIBAnalysis

/// What findings may hide: an analysis folds what a leak drags along into that leak, and that a
/// subscription outlived its owner into a worse finding about either.
struct HiddenFindings {
    private struct Place: Hashable {
        let ribPath: String
        let type: String
    }

    private let victims: Set<Place>
    /// Owners of which more is said than that they are still subscribed.
    private let worse: Set<Place>

    init(behind findings: [Finding]) {
        victims = Set(
            findings.flatMap(\.victims).map { Place(ribPath: $0.ribPath, type: $0.type) })
        worse = Set(
            findings.filter { $0.kind.isLeak || $0.kind.isAboutSubscription }
                .map { Place(ribPath: $0.ribPath, type: $0.type) })
    }

    /// True when an entry may still occur though no finding is it.
    func mayHold(_ entry: KnownFinding) -> Bool {
        let place = Place(ribPath: entry.ribPath, type: entry.type)
        if victims.contains(place) { return true }
        return entry.kind == FindingKind.outlivedInteractor.rawValue && worse.contains(place)
    }
}

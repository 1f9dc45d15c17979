import RIBHeap
import RIBTrace

/// How well each survivor is explained by what was written: a later judgement, such as that at the end of
/// the process, searches once more for what an earlier search could not explain.
final class WrittenRetentions: Sendable {
    /// The better, the greater.
    private enum Quality: Int, Comparable {
        case nothingSeen
        /// A path of which no type tells.
        case inferred
        /// One of which types tell, though the search ended before it had seen all.
        case partial
        case complete

        init(_ retention: Retention) {
            if retention.reason == .unseen {
                self = .nothingSeen
            } else if retention.steps.contains(where: { $0.evidence == .inferred }) {
                self = .inferred
            } else {
                self = retention.isPartial ? .partial : .complete
            }
        }

        static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
    }

    private struct State {
        var qualities: [ObjectID: Quality] = [:]
        var sweepAt = 64
    }

    private let state = Protected(State())

    /// Whether a search that saw everything has found a path to a survivor of which types tell.
    func isComplete(_ survivor: ObjectID) -> Bool {
        state.withLock { $0.qualities[survivor] } == .complete
    }

    /// Says that a survivor has a new explanation.
    ///
    /// - Returns: False when the one it has is better, or as uncertain.
    func replace(with retention: Retention, of survivor: ObjectID) -> Bool {
        let quality = Quality(retention)
        return state.withLock { state in
            if let known = state.qualities[survivor] {
                guard known < quality || known == quality && quality != .inferred else {
                    return false
                }
            }
            state.qualities[survivor] = quality
            return true
        }
    }

    /// Forgets survivors that are gone, once there are many.
    func sweep(where isGone: (ObjectID) -> Bool) {
        state.withLock { state in
            guard state.qualities.count >= state.sweepAt else { return }
            state.qualities = state.qualities.filter { !isGone($0.key) }
            state.sweepAt = max(64, state.qualities.count * 2)
        }
    }
}

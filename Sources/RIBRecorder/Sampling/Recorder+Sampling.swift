// SPDX-License-Identifier: Apache-2.0

import CRIBShims

extension Recorder {
    /// Records this process as one of a shipped app, at the level `sampled`.
    ///
    /// Call it before the app makes its first RIB, or else it does nothing, with one warning. Where
    /// the environment sets `RIBLEAK_LEVEL`, that counts instead, so that a developer's run can
    /// record in full.
    ///
    /// - Parameters:
    ///   - sampling: What is chosen, and what it may cost. Numbers out of range count as the
    ///     nearest one in range.
    ///   - folder: The folder for runs, such as one in the app's caches. Another app must not use
    ///     it: old runs in it are removed.
    /// - Returns: Whether this process is recorded. False for those that were not chosen.
    @discardableResult
    public static func startSampling(
        _ sampling: Sampling = Sampling(), into folder: String
    ) -> Bool {
        guard ribleak_fork_is_child() == 0 else { return false }
        if !SamplingRequest.shared.ask(sampling.limited, folder) {
            HostWarning.say(
                "Recorder.startSampling came after the first RIB and does nothing; call it first")
        }
        return shared.traceFolder != nil
    }
}

/// What the app asks for before the recorder of the process begins.
final class SamplingRequest: Sendable {
    static let shared = SamplingRequest()

    private let state = Protected<
        (asked: (sampling: Sampling, folder: String)?, isTaken: Bool)
    >((nil, false))

    /// - Returns: False if it is too late.
    func ask(_ sampling: Sampling, _ folder: String) -> Bool {
        state.withLock { state in
            guard !state.isTaken else { return false }
            state.asked = (sampling, folder)
            return true
        }
    }

    /// What was asked for. Later requests come too late.
    func take() -> (sampling: Sampling, folder: String)? {
        state.withLock { state in
            state.isTaken = true
            return state.asked
        }
    }
}

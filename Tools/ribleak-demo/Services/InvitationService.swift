// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Reports that friends want to play. In this session, no friend ever does.
final class InvitationService {
    /// A friend has accepted an invitation.
    let accepted = PublishSubject<Void>()
    private var continuations: [AsyncStream<Invitation>.Continuation] = []

    /// The invitations from now on. The stream ends only when the task that reads it is cancelled.
    func invitations() -> AsyncStream<Invitation> {
        let (stream, continuation) = AsyncStream.makeStream(of: Invitation.self)
        continuations.append(continuation)
        return stream
    }
}

/// Ticks once a second. In this session, it ticks when the script says so.
final class Clock {
    private let ticks = PublishSubject<Void>()

    var seconds: Observable<Void> { ticks.asObservable() }

    func tick() {
        ticks.onNext(())
    }
}

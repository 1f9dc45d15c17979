// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Valid single events in any order and about any object. Three bytes make an event, so that the
/// fuzzer builds trees, cycles and judgements instead of searching for the format.
struct TreeTarget: FuzzTarget {
    static let name = "tree"

    private static let definitions = SampleRun.events.filter { event in
        switch event {
        case .stringDefined, .imageDefined, .stackDefined: true
        default: false
        }
    }
    private static let prefix = TraceTemplate.content(of: definitions)

    private let scratch = ScratchFolder()
    /// The bytes of known events, because the writer makes a whole trace for each.
    private let known = Locked<[TraceEventCode: [UInt8]]>([:])

    init() {
        scratch.write(TraceTemplate.shared.metadata, to: "metadata")
    }

    static func seeds() -> [[UInt8]] {
        // A root, a child and the child's interactor: attached, detached, still alive.
        let leak: [UInt8] = [
            0, 1, 0, 0, 2, 0, 0, 3, 1, 2, 3, 2, 3, 1, 0, 4, 2, 1, 5, 2, 1, 15, 2, 0, 15, 3, 0, 17,
            3, 0,
        ]
        let fire: [UInt8] = [0, 1, 1, 11, 1, 1, 12, 1, 9, 13, 1, 0, 17, 3, 0]
        return [leak, fire, leak + fire]
    }

    func run(_ input: [UInt8]) {
        var content = Self.prefix
        for start in stride(from: 0, to: max(0, min(input.count, 6_000) - 2), by: 3) {
            content += bytes(
                of: TraceEventCode(
                    kind: input[start] % 24, first: input[start + 1] % 16,
                    second: input[start + 2] % 16))
        }
        scratch.write(TraceTemplate.shared.packet(around: content), to: "stream-1")
        ReportCheck.run(on: [scratch.path])
    }

    private func bytes(of code: TraceEventCode) -> [UInt8] {
        known.withLock { known in
            if let bytes = known[code] { return bytes }
            let bytes = TraceTemplate.content(of: [code.event])
            known[code] = bytes
            return bytes
        }
    }
}

/// One of a small set of events, in three small numbers.
struct TraceEventCode: Hashable {
    /// Below 24.
    let kind: UInt8
    let first: UInt8
    let second: UInt8

    /// The event that it stands for.
    var event: TraceEvent {
        let object = ObjectID(UInt64(first))
        let other = ObjectID(UInt64(second))
        let stack = StackID(UInt64(second & 1))
        let scope = ScopeID(UInt64(second & 3))
        let subscription = SubscriptionID(UInt64(first))
        let counts = DeliveryCounts(whileActive: UInt64(first), whileInactive: .max)
        switch kind {
        case 0:
            let role = ObjectKind(rawValue: second % 9 + 1) ?? .object
            return .objectCreated(
                object, role, type: StringID(UInt64(second % 6)), stack: StackID(1))
        case 1: return .objectDestroyed(object)
        case 2: return .owned(object, by: other)
        case 3: return .launched(router: object, stack: stack)
        case 4: return .attached(child: object, parent: other, stack: stack)
        case 5: return .detached(child: object, parent: other, stack: stack)
        case 6: return .loaded(router: object)
        case 7: return .activated(interactor: object)
        case 8: return .deactivated(interactor: object)
        case 9: return .viewAppeared(object)
        case 10: return .viewLeft(object, scope: .none, stack: stack)
        case 11:
            return .subscribed(
                subscription, owner: other, ownerIsActive: true, chain: StringID(4), stack: stack)
        case 12:
            return .firedWhileInactive(
                subscription, scope: scope, stack: stack,
                sinceDeactivation: UInt64(second) << 60)
        case 13: return .subscriptionEnded(subscription, .cancelled, counts: counts)
        case 14: return .scopeBegan(scope, name: StringID(UInt64(first % 6)))
        case 15: return .stillAlive(object)
        case 16: return .stillSubscribed(subscription, counts: counts)
        case 17:
            let violation = LifecycleViolation(rawValue: second % 6 + 1) ?? .attachedTwice
            return .lifecycleViolated(violation, object, other: other, scope: scope, stack: stack)
        case 18: return .workerStarted(object, by: other)
        case 19: return .workerStopped(object)
        case 20: return .placed(object, ribPath: StringID(UInt64(second % 6)))
        case 21:
            let holder = RetentionHolder(rawValue: second % 4 + 1) ?? .object
            return .retainStep(
                of: object,
                RetentionStep(
                    holder: holder, holderText: StringID(UInt64(second % 6)), holderObject: other,
                    code: stack, label: StringID(UInt64(first % 6)), target: StringID(1)))
        case 22:
            let reason = RetentionReason(rawValue: second % 7 + 1) ?? .unseen
            return .retained(object, RetentionSummary(reason: reason, steps: UInt32(second)))
        default:
            let reason = SettleReason(rawValue: first % 4 + 1) ?? .exit
            return .settled(reason, scope: scope, unjudged: UInt32(second))
        }
    }
}

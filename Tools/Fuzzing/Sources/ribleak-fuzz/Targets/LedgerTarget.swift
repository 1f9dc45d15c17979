// SPDX-License-Identifier: Apache-2.0

import RIBText
import RIBTrace

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns

/// Lists subscriptions and explains one of them, over events that lie about them. Four bytes make
/// an event, in any order and about any owner.
struct LedgerTarget: FuzzTarget {
    static let name = "ledger"

    private static let prefix = TraceTemplate.content(of: SampleRun.events)

    private let scratch = ScratchFolder()

    init() {
        scratch.write(TraceTemplate.shared.metadata, to: "metadata")
    }

    static func seeds() -> [[UInt8]] {
        // Three activations that each add a subscription; one without an owner; one that fires,
        // ends and is reported again.
        let activations: [[UInt8]] = (1...3).map { [5, 3, 0, 0, 0, $0, 3, 0, 6, 3, 0, 0] }
        let accumulated: [UInt8] =
            activations.flatMap { $0 } + [3, 1, 0, 0, 3, 2, 0, 0, 3, 3, 0, 0, 4, 3, 0, 0]
        let nobodys: [UInt8] = [0, 4, 0, 3, 3, 4, 0, 0, 4, 3, 0, 0]
        let fired: [UInt8] = [0, 5, 3, 1, 1, 5, 1, 0, 2, 5, 1, 0, 3, 5, 9, 9, 4, 3, 1, 0]
        return [accumulated, nobodys, fired, accumulated + nobodys + fired]
    }

    func run(_ input: [UInt8]) {
        let starts = stride(from: 0, to: max(0, min(input.count, 4_000) - 3), by: 4)
        // All at once: the writer makes a whole trace each time, and few inputs have the same
        // events.
        let content =
            Self.prefix
            + TraceTemplate.content(of: starts.map { Self.event(input[$0..<($0 + 4)]) })
        scratch.write(TraceTemplate.shared.packet(around: content), to: "stream-1")
        checkList(SubscriptionFilter(ribPath: input.count % 2 == 0 ? nil : "HomeRouter"))
        checkExplanations(of: UInt64(input.first ?? 1))
        ReportCheck.run(on: [scratch.path])
    }

    private func checkList(_ filter: SubscriptionFilter) {
        guard let reading = try? SubscriptionReading(of: scratch.path, filter) else { return }
        let report = SubscriptionReport([reading], symbolizer: NoSymbols())
        ReportCheck.check(text: TextLayout().text(for: report))
        ReportCheck.check(text: report.json)
    }

    private func checkExplanations(of id: UInt64) {
        let explanations = [
            try? Explanation(ofSubscription: id, in: scratch.path),
            try? Explanation(ofObject: id, in: scratch.path),
        ]
        for explanation in explanations {
            guard let story = explanation?.story(NoSymbols())?.story else { continue }
            ReportCheck.check(text: TextLayout().text(for: story))
        }
    }

    /// The event that four bytes stand for.
    private static func event(_ bytes: ArraySlice<UInt8>) -> TraceEvent {
        let code = Array(bytes)
        let id = SubscriptionID(code[1] == 255 ? .max : UInt64(code[1]))
        let owner = ObjectID(UInt64(code[2]))
        let counts = DeliveryCounts(
            whileActive: UInt64(code[2]) << 56, whileInactive: UInt64(code[3]),
            firstAt: UInt64(code[3]) << 57, lastAt: UInt64(code[2]) << 55)
        let small = code[3]
        switch code[0] % 9 {
        case 0:
            return .subscribed(
                id, owner: owner, ownerIsActive: small & 4 == 0,
                chain: StringID(UInt64(small >> 5)), stack: StackID(UInt64(small >> 7)),
                attribution: SubscriptionAttribution(rawValue: (small & 3) + 1) ?? .current,
                confinement: SubscriptionConfinement(rawValue: (small >> 3) % 3 + 1) ?? .none)
        case 1:
            return .firedWhileInactive(
                id, scope: ScopeID(UInt64(small & 3)), stack: StackID(UInt64(small >> 7)),
                sinceDeactivation: UInt64(code[2]) << 56)
        case 2:
            let end = SubscriptionEnd(rawValue: small % 4 + 1) ?? .cancelled
            return .subscriptionEnded(id, end, counts: counts)
        case 3: return .stillSubscribed(id, counts: counts)
        case 4:
            let reason = SettleReason(rawValue: code[1] % 4 + 1) ?? .exit
            return .settled(reason, scope: ScopeID(UInt64(code[2] & 3)), unjudged: 0)
        case 5: return .activated(interactor: ObjectID(UInt64(code[1])))
        case 6: return .deactivated(interactor: ObjectID(UInt64(code[1])))
        case 7: return .objectDestroyed(ObjectID(UInt64(code[1])))
        default: return .scopeBegan(ScopeID(UInt64(code[2] & 3)), name: StringID(5))
        }
    }
}

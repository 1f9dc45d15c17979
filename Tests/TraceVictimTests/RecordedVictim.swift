// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import TraceFixtures

/// What a victim's trace holds.
struct RecordedVictim {
    /// All events, definitions included.
    private(set) var eventCount = 0
    /// The events that a victim acknowledges, by thread and in their order.
    private(set) var threads: [UInt32: [Acknowledgement]] = [:]
    private(set) var discarded: UInt64 = 0
    /// The events that the last judgement says were dropped.
    private(set) var dropped: UInt64 = 0
    /// Events that are part of a judgement.
    private(set) var judgementCount = 0
    /// Events that use a string or stack that was not defined before.
    private(set) var undefinedUses = 0

    init(_ folder: String) throws {
        var reader = try TraceReader(folder: folder)
        var strings: Set<StringID> = []
        var stacks: Set<StackID> = []
        while let event = reader.next() {
            eventCount += 1
            if let said = Acknowledgement(event) {
                threads[event.threadID, default: []].append(said)
            }
            switch event.event {
            case .stringDefined(let id, _): strings.insert(id)
            case .stackDefined(let id, _): stacks.insert(id)
            case .objectCreated(_, _, let type, let stack):
                if !strings.contains(type) || !stacks.contains(stack) { undefinedUses += 1 }
            case .scopeBegan(_, let name): if !strings.contains(name) { undefinedUses += 1 }
            case .dropped(_, let count):
                dropped += count
                judgementCount += 1
            case .stillAlive, .retainStep, .retained, .settled: judgementCount += 1
            default: break
            }
        }
        discarded = reader.discarded
    }

    /// Says what is wrong when the trace is not what was acknowledged, in order, and at most one
    /// more event a thread: the one it had recorded but not yet acknowledged.
    func complaints(about acknowledged: [Acknowledgement]) -> [String] {
        let said = Dictionary(grouping: acknowledged, by: \.thread)
        var complaints = undefinedUses > 0 ? ["\(undefinedUses) uses before a definition"] : []
        for thread in Set(said.keys).union(threads.keys) {
            let expected = said[thread] ?? []
            let found = threads[thread] ?? []
            if !found.starts(with: expected) {
                complaints.append(
                    "thread \(thread) acknowledged \(expected.count) events, the trace has others: "
                        + "\(found.count)")
            } else if found.count > expected.count + 1 {
                complaints.append("thread \(thread) has \(found.count - expected.count) inventions")
            } else if let more = found.dropFirst(expected.count).first,
                !Self.isPlausible(more, after: expected.last)
            {
                complaints.append("thread \(thread) cannot have recorded \(more) next")
            }
        }
        return complaints
    }

    /// Each thread destroys what it has just created, and numbers only grow.
    private static func isPlausible(
        _ event: Acknowledgement, after last: Acknowledgement?
    ) -> Bool {
        switch event.kind {
        case .destroyed: last?.kind == .created && last?.id == event.id
        case .created, .scope: last?.kind != .created && event.id > last?.id ?? 0
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One event that a victim has recorded, as it says so in a line on its standard output.
package struct Acknowledgement: Equatable, Sendable, CustomStringConvertible {
    /// The events that a victim records.
    package enum Kind: String, Sendable {
        case created
        case destroyed
        case scope
    }

    package let thread: UInt32
    package let kind: Kind
    package let id: UInt64

    package init(thread: UInt32, kind: Kind, id: UInt64) {
        self.thread = thread
        self.kind = kind
        self.id = id
    }

    /// Reads the form of `description`.
    package init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 3, let thread = UInt32(words[0]),
            let kind = Kind(rawValue: String(words[1])), let id = UInt64(words[2])
        else { return nil }
        self.init(thread: thread, kind: kind, id: id)
    }

    /// The acknowledgement that a recorded event would have; nil for definitions.
    package init?(_ event: TimedEvent) {
        switch event.event {
        case .objectCreated(let id, _, _, _):
            self.init(thread: event.threadID, kind: .created, id: id.rawValue)
        case .objectDestroyed(let id):
            self.init(thread: event.threadID, kind: .destroyed, id: id.rawValue)
        case .scopeBegan(let id, _):
            self.init(thread: event.threadID, kind: .scope, id: id.rawValue)
        default: return nil
        }
    }

    package var description: String { "\(thread) \(kind.rawValue) \(id)" }
}

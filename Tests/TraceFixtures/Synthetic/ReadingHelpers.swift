// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// All events of a trace, in time order.
package func events(of folder: String) throws -> [TimedEvent] {
    var reader = try TraceReader(folder: folder)
    var events: [TimedEvent] = []
    while let event = reader.next() { events.append(event) }
    return events
}

/// What reading a trace to its end gave, and how it ended.
package func reading(of folder: String) throws -> (events: [TraceEvent], ending: StreamEnding?) {
    var reader = try TraceReader(folder: folder)
    var events: [TraceEvent] = []
    while let event = reader.next() { events.append(event.event) }
    return (events, reader.endings.first?.ending)
}

/// Changes the bytes of a file.
package func rewrite(_ path: String, _ change: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    change(&bytes)
    try bytes.write(to: URL(fileURLWithPath: path))
}

/// Closes a trace and changes the bytes of its stream.
package func damage(_ trace: TraceBuilder, _ change: (inout Data) -> Void) throws {
    trace.finish()
    try rewrite("\(trace.folder)/stream-1", change)
}

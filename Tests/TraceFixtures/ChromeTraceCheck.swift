// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a Trace Event Format document says, after a check of all that viewers rely on.
package struct ChromeTraceCheck {
    /// A pair of `b` and `e` events.
    package struct Span: Equatable {
        package let name: String
        package let category: String
        package let start: Double
        package let end: Double
        /// The names of the `n` events between them.
        package let marks: [String]
    }

    /// In the order they end in the document.
    package private(set) var spans: [Span] = []
    /// The names that `M` events give to processes, by their ids.
    package private(set) var processes: [Int: String] = [:]
    /// The names that `M` events give to threads, in the document's order.
    package private(set) var threads: [String] = []
    /// The faults, one line each.
    package private(set) var faults: [String] = []

    private struct Track: Hashable {
        let process: Int
        let id: String
    }

    private struct Begun {
        let name: String
        let category: String
        let thread: Int
        let start: Double
        var last: Double
        var marks: [String] = []
    }

    private var begun: [Track: Begun] = [:]
    private var ended: Set<Track> = []
    private var namedThreads: Set<Int> = []

    /// - Throws: When the text is no JSON.
    package init(_ text: String) throws {
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let events = (document as? [String: Any])?["traceEvents"] as? [[String: Any]] else {
            faults.append("no list of events")
            return
        }
        for event in events { check(event) }
        for (track, _) in begun { faults.append("\(track) never ends") }
    }

    private mutating func check(_ event: [String: Any]) {
        guard let phase = event["ph"] as? String, let name = event["name"] as? String,
            let process = event["pid"] as? Int, let thread = event["tid"] as? Int,
            let time = event["ts"] as? Double, time >= 0, (1...Int(Int32.max)).contains(process)
        else { return faults.append("an event lacks a key: \(event)") }
        if phase == "M" {
            metadata(name, event["args"] as? [String: Any] ?? [:], process, thread)
            return
        }
        guard let category = event["cat"] as? String,
            let id = (event["id2"] as? [String: Any])?["local"] as? String
        else { return faults.append("an event lacks a category or an id: \(event)") }
        if !namedThreads.contains(thread) { faults.append("thread \(thread) has no name") }
        if processes[process] == nil { faults.append("process \(process) has no name") }
        let track = Track(process: process, id: id)
        guard phase == "b" else {
            return inside(track, phase, name, category, thread, time)
        }
        if begun[track] != nil || ended.contains(track) { faults.append("\(id) begins twice") }
        begun[track] = Begun(
            name: name, category: category, thread: thread, start: time, last: time)
    }

    private mutating func inside(
        _ track: Track, _ phase: String, _ name: String, _ category: String, _ thread: Int,
        _ time: Double
    ) {
        guard var span = begun[track] else { return faults.append("\(track) has not begun") }
        if time < span.last { faults.append("the time of \(track) goes back") }
        if category != span.category || thread != span.thread { faults.append("\(track) moves") }
        switch phase {
        case "n":
            span.last = time
            span.marks.append(name)
            begun[track] = span
        case "e":
            if name != span.name { faults.append("\(track) ends as \(name)") }
            begun[track] = nil
            ended.insert(track)
            spans.append(
                Span(
                    name: name, category: category, start: span.start, end: time,
                    marks: span.marks))
        default: faults.append("\(phase) is no phase")
        }
    }

    private mutating func metadata(
        _ name: String, _ facts: [String: Any], _ process: Int, _ thread: Int
    ) {
        switch name {
        case "process_name":
            if processes[process] != nil { faults.append("process \(process) has two names") }
            processes[process] = facts["name"] as? String
        case "thread_name":
            if !namedThreads.insert(thread).inserted { faults.append("\(thread) has two names") }
            threads.append(facts["name"] as? String ?? "?")
        case "process_sort_index", "thread_sort_index":
            if !(facts["sort_index"] is Int) { faults.append("no index to sort by") }
        default: faults.append("\(name) is no metadata")
        }
    }
}

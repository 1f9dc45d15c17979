// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

@testable import RIBReport

extension ChromeTrace {
    /// The whole document of some processes.
    static func text(of timelines: [TraceTimeline], origin: Int64 = 0) throws -> String {
        var text = ""
        let write = { text += $0 }
        var chrome = try ChromeTrace(origin: origin, to: write)
        for timeline in timelines { try chrome.add(timeline) }
        try chrome.finish()
        return text
    }
}

import RIBAnalysis

@testable import RIBReport

extension ChromeTrace {
    /// The whole document of some processes.
    static func text(of histories: [TraceHistory], origin: Int64 = 0) throws -> String {
        var text = ""
        let write = { text += $0 }
        var chrome = try ChromeTrace(origin: origin, to: write)
        for history in histories { try chrome.add(history) }
        try chrome.finish()
        return text
    }
}

import RIBAnalysis
import RIBTrees

/// A recorded process in the data of a page.
struct HTMLProcess: Encodable {
    private let name: String
    private let pid: Int
    private let start: String

    init(_ process: RecordedProcess) {
        name = TerminalEscape.escaped(process.processName)
        pid = process.processID
        start = process.startedAt
    }
}

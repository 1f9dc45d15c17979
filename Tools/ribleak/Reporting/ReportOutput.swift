import ArgumentParser
import RIBReport

/// A file that a report is written to, such as `html:report.html`.
struct ReportOutput: ExpressibleByArgument, Equatable {
    let format: ReportFormat
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let format = ReportFormat(rawValue: String(parts[0])),
            !parts[1].isEmpty
        else { return nil }
        self.format = format
        path = String(parts[1])
    }
}

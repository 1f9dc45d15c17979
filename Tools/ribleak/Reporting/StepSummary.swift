import Foundation
import RIBAnalysis
import RIBReport

/// The file from which GitHub Actions shows a step's summary.
struct StepSummary {
    let path: String

    /// Adds the report behind what the step has written so far, as far as GitHub takes it; says on
    /// standard error when it cannot.
    func append(_ report: RunReport) {
        // Not to wait for somebody at the other end, should it be a pipe.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return complain(errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return complain(EINVAL)
        }
        let room = MarkdownReport.mostBytes - Int(facts.st_size)
        let text = MarkdownReport(mostBytes: room - 1).text(for: report)
        guard text.utf8.count < room else {
            return StandardStreams.say("warning: \(path): no room is left for the report")
        }
        let code = StandardStreams.write((facts.st_size > 0 ? "\n" : "") + text, to: descriptor)
        if code != 0 { complain(code) }
    }

    private func complain(_ code: Int32) {
        StandardStreams.say(
            "warning: \(path): the summary was not written: \(String(cString: strerror(code)))")
    }
}

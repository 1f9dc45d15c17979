import RIBAnalysis
import RIBReport
import Testing

/// The whole report of a test, for who looks at its failure.
enum LeakAttachments {
    static func record(_ report: RunReport, of test: Test) {
        // Toolchains before 6.2 have attachments, but not for everyone.
        #if compiler(>=6.2)
            let text = TextReport(limit: nil).text(for: report)
            Attachment.record(text, named: "leaks.txt", sourceLocation: test.sourceLocation)
            let json = JSONReport().text(for: report)
            Attachment.record(json, named: "leaks.json", sourceLocation: test.sourceLocation)
        #endif
    }
}

import ArgumentParser
import RIBAnalysis
import RIBTrees

/// Refuses what would compare a run whose functions have no names with others.
enum ComparableRun {
    /// Says on standard error why a run cannot be compared.
    ///
    /// - Parameters:
    ///   - name: What the run is called: a path, or `the run`.
    ///   - consequence: What was not done.
    /// - Throws: `ExitCode.unreadableTrace`.
    static func check(_ report: RunReport, named name: String, so consequence: String) throws {
        guard let obstacle = report.obstaclesToComparing.first else { return }
        StandardStreams.say(
            "error: \(name) has no names of functions (\(obstacle.text)), so \(consequence): "
                + "run the tests again, and ribleak report before the next build keeps the names")
        throw ExitCode.unreadableTrace
    }
}

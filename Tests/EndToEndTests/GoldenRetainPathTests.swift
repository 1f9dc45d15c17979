import TraceFixtures
import XCTest

/// The sample of retain paths is what is really found of the demo's mistakes.
///
/// XCTest runs one test at a time, before those of Swift Testing: so its ten sessions have the machine to
/// themselves.
final class GoldenRetainPathTests: XCTestCase {
    /// The mistakes that keep an object alive.
    private static let keeping = [
        "parent-keeps-child", "sink-captures-self", "strong-listener", "stored-closure", "timer",
        "task", "global-observer", "plain-rib", "worker-kept", "workflow-kept",
    ]

    func testTheRetainPathOfEachMistakeIsTheCheckedInOne() throws {
        var text = ""
        for leak in Self.keeping {
            let report = try DemoSession(leaks: [leak]).report().output
            text += "ribleak-demo --leak \(leak)\n"
            text += RetainPathSample(of: report).lines.joined(separator: "\n") + "\n\n"
        }
        let golden = try GoldenFile("retain-paths.txt", of: text)
        XCTAssertFalse(golden.isNew, "written anew: read the change before you commit it")
        XCTAssertEqual(golden.printed, golden.checkedIn)
    }
}

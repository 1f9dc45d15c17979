import XCTest

/// A test that fails for what another one leaked, after that has passed.
final class LeakyTest: XCTestCase {
    private var leakyName = ""
    private var verdict = LeakVerdict()

    override var name: String { "\(leakyName) (leaks)" }

    /// Runs it within the run of the others.
    ///
    /// - Returns: What some suite must count.
    static func run(for name: String, _ verdict: LeakVerdict) -> [XCTestRun] {
        #if canImport(Darwin)
            let test = LeakyTest(selector: #selector(fail))
        #else
            let test = LeakyTest(name: "fail") { ($0 as? LeakyTest)?.fail() }
        #endif
        test.leakyName = name
        test.verdict = verdict
        test.run()
        return [test.testRun].compactMap { $0 }
    }

    #if canImport(Darwin)
        @objc private func fail() { recordFailure(of: verdict) }
    #else
        private func fail() { recordFailure(of: verdict) }
    #endif
}

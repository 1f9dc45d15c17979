// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct ConfigurationTests {
    @Test func withoutSettingsEverythingIsRecordedBelowTheWorkingDirectory() {
        let (configuration, warnings) = configuration([:])
        #expect(configuration.level == .full)
        #expect(configuration.runsFolder == ".ribleak")
        #expect(!configuration.drainsAtExit)
        #expect(warnings == [])
    }

    @Test(arguments: [
        ("off", RecordingLevel.off), ("counts", .counts), ("FULL", .full), ("", .full),
    ])
    func theLevelIsReadFromTheEnvironment(text: String, level: RecordingLevel) {
        #expect(configuration(["RIBLEAK_LEVEL": text]).0.level == level)
    }

    @Test func anUnknownLevelIsReportedAndRecordsInFull() {
        let (configuration, warnings) = configuration(["RIBLEAK_LEVEL": "some"])
        #expect(configuration.level == .full)
        #expect(
            warnings == [
                "RIBLEAK_LEVEL is 'some', not off, counts, sampled or full: recording in full"
            ])
    }

    @Test func theRunsFolderIsReadFromTheEnvironment() {
        #expect(configuration(["RIBLEAK_TRACE_DIR": "/tmp/runs"]).0.runsFolder == "/tmp/runs")
    }

    @Test func limitsAreReadFromTheEnvironmentInMebibytes() {
        let settings = [
            "RIBLEAK_STACK_DEPTH": "16", "RIBLEAK_DISK_LIMIT": "8", "RIBLEAK_MEMORY_LIMIT": "4",
            "RIBLEAK_SEARCH_LIMIT": "0",
        ]
        let (configuration, warnings) = configuration(settings)
        #expect(configuration.stackDepth == 16)
        #expect(configuration.diskLimit == 8 << 20)
        #expect(configuration.memoryLimit == 4 << 20)
        #expect(configuration.searchLimit == 0)
        #expect(warnings == [])
    }

    @Test func theNewestRunsStayInTheUsualFolderAndAllInOneThatIsNamed() {
        func kept(_ text: String?, in folder: String? = nil) -> Int? {
            var settings = ["RIBLEAK_TRACE_DIR": folder ?? ""]
            settings["RIBLEAK_KEEP_RUNS"] = text
            let (read, warnings) = configuration(settings)
            #expect(warnings == [])
            return read.keptRuns
        }
        #expect(kept(nil) == 20 && kept("") == 20)
        #expect(kept("3") == 3 && kept("3", in: "/tmp/runs") == 3)
        #expect(kept("0") == nil && kept("all") == nil && kept(nil, in: "/tmp/runs") == nil)
        let (read, warnings) = configuration(["RIBLEAK_KEEP_RUNS": "some"])
        #expect(read.keptRuns == 20)
        #expect(
            warnings == ["RIBLEAK_KEEP_RUNS is 'some', not a number from 0 to 1000000: taking 20"])
        // A shipped app's own limits count.
        #expect(configuration(["RIBLEAK_LEVEL": "sampled"]).0.keptRuns == nil)
    }

    @Test(arguments: ["0", "1025", "many", "-1", "1e3"])
    func aLimitThatMakesNoSenseIsReportedAndTheDefaultTaken(text: String) {
        let (configuration, warnings) = configuration(["RIBLEAK_STACK_DEPTH": text])
        #expect(configuration.stackDepth == 512)
        #expect(
            warnings == [
                "RIBLEAK_STACK_DEPTH is '\(text)', not a number from 1 to 1024: taking 512"
            ])
    }

    @Test(arguments: ["/x/.build/debug/appPackageTests.xctest", "/y/swiftpm-testing-helper"])
    func aTestRunnerMayDrainAtExit(executable: String) {
        #expect(configuration([:], executable: executable).0.drainsAtExit)
    }

    private func configuration(
        _ environment: [String: String], executable: String = "/usr/bin/app"
    ) -> (RecorderConfiguration, [String]) {
        var warnings: [String] = []
        let configuration = RecorderConfiguration.fromEnvironment(
            environment, executable: executable, warn: { warnings.append($0) })
        return (configuration, warnings)
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct SamplingSettingsTests {
    private func configuration(
        _ environment: [String: String], asked: (sampling: Sampling, folder: String)? = nil,
        random: UInt64 = 0
    ) -> (RecorderConfiguration, warnings: [String]) {
        var warnings: [String] = []
        let configuration = RecorderConfiguration.fromEnvironment(
            environment, executable: "app", asked: asked, random: { random },
            warn: { warnings.append($0) })
        return (configuration, warnings)
    }

    @Test func theEnvironmentSaysWhatIsChosenAndWhatItMayCost() {
        let (configuration, warnings) = configuration([
            "RIBLEAK_LEVEL": "sampled", "RIBLEAK_SAMPLE_PROCESSES": "4",
            "RIBLEAK_SAMPLE_RIBS": "25", "RIBLEAK_SAMPLE_MS": "50", "RIBLEAK_SAMPLE_KIB": "64",
            "RIBLEAK_KEEP_RUNS": "3", "RIBLEAK_KEEP_MIB": "12", "RIBLEAK_RELEASE": "7.12.0",
            "RIBLEAK_BUILD": "4711",
        ])
        var expected = Sampling()
        expected.oneProcessOf = 4
        expected.percentOfRIBs = 25
        expected.millisecondsOfStacks = 50
        expected.kibibytesOfStacks = 64
        expected.keptRuns = 3
        expected.keptMebibytes = 12
        expected.release = "7.12.0"
        expected.build = "4711"
        #expect(configuration.level == .sampled)
        #expect(configuration.sampling == expected)
        #expect(warnings == [])
    }

    @Test func aSampledRunTakesLittleSpace() {
        let (configuration, _) = configuration(["RIBLEAK_LEVEL": "sampled"])
        #expect(configuration.diskLimit == 8 << 20)
        #expect(configuration.memoryLimit == 8 << 20)
    }

    @Test(arguments: [(UInt64(0), RecordingLevel.sampled), (3, .off), (4, .sampled), (7, .off)])
    func oneProcessOfSeveralIsRecorded(random: UInt64, level: RecordingLevel) {
        let environment = ["RIBLEAK_LEVEL": "sampled", "RIBLEAK_SAMPLE_PROCESSES": "4"]
        #expect(configuration(environment, random: random).0.level == level)
    }

    @Test func theAppItselfMayAsk() {
        var sampling = Sampling()
        sampling.percentOfRIBs = 10
        sampling.release = "1.2"
        let (configuration, _) = configuration([:], asked: (sampling, "/caches/ribleak"))
        #expect(configuration.level == .sampled)
        #expect(configuration.runsFolder == "/caches/ribleak")
        #expect(configuration.sampling == sampling)
    }

    @Test func theLevelOfTheEnvironmentCountsBeforeWhatTheAppAsksFor() {
        let asked = (sampling: Sampling(), folder: "/caches/ribleak")
        let (configuration, _) = configuration(["RIBLEAK_LEVEL": "full"], asked: asked)
        #expect(configuration.level == .full)
        #expect(configuration.diskLimit == 256 << 20)
    }

    @Test func aValueThatMakesNoSenseIsReported() {
        let (configuration, warnings) = configuration([
            "RIBLEAK_LEVEL": "sampled", "RIBLEAK_SAMPLE_RIBS": "200",
        ])
        #expect(configuration.sampling.percentOfRIBs == 100)
        #expect(
            warnings == ["RIBLEAK_SAMPLE_RIBS is '200', not a number from 0 to 100: taking 100"])
    }

    @Test func theNumbersThatAnAppAsksForAreLimited() {
        var sampling = Sampling()
        sampling.oneProcessOf = 0
        sampling.percentOfRIBs = 101
        sampling.millisecondsOfStacks = -1
        sampling.kibibytesOfStacks = .max
        sampling.keptRuns = 0
        let limited = sampling.limited
        #expect(limited.oneProcessOf == 1)
        #expect(limited.percentOfRIBs == 100)
        #expect(limited.millisecondsOfStacks == 0)
        #expect(limited.kibibytesOfStacks == 1_048_576)
        #expect(limited.keptRuns == 1)
    }

    @Test func anAppAsksBeforeTheRecorderBeginsOrNotAtAll() {
        let request = SamplingRequest()
        #expect(request.ask(Sampling(), "/a"))
        #expect(request.take()?.folder == "/a")
        #expect(!request.ask(Sampling(), "/b"))
    }
}

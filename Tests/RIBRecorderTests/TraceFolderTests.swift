// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBRecorder

@Suite struct TraceFolderTests {
    /// As after exec: the number, the name and the parent are those of another recording.
    @Test(arguments: [false, true]) func aSecondRecordingOfTheSameProcessHasItsOwnFolder(
        sharesRun: Bool
    ) throws {
        let runs = try TemporaryFolder()
        var configuration = RecorderConfiguration(level: .counts, runsFolder: runs.path)
        configuration.sharesRunWithSiblings = sharesRun
        let recorders = (1...3).map { _ in Recorder(configuration) }
        #expect(recorders.compactMap(\.failure) == [])
        #expect(Set(recorders.compactMap(\.traceFolder)).count == 3)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct ImageCaveatTests {
    private func caveat(_ path: String, _ buildID: String) -> Caveat? {
        ImageAddress(path: path, buildID: buildID, offset: 7).caveat
    }

    @Test func knowsTheFileByItsBuildID() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("lib Foo.so", ELFBytes().bytes)
        #expect(caveat(file, "abcd012f") == nil)
        #expect(caveat(file, "abcd0130")?.kind == .binaryRebuilt)
        #expect(caveat(file, "")?.kind == .binaryRebuilt)
    }

    @Test func trustsAFileThatNeverHadABuildID() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("libFoo.so", ELFBytes(segmentType: 1).bytes)
        #expect(caveat(file, "") == nil)
        #expect(caveat(file, "abcd012f")?.kind == .binaryRebuilt)
    }

    @Test func opensNothingButFiles() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(caveat(pipe, "ab")?.kind == .binaryUnreadable)
        #expect(caveat(folder.path, "ab")?.kind == .binaryUnreadable)
        #expect(caveat("/dev/zero", "ab")?.kind == .binaryUnreadable)
        #expect(caveat("\(folder.path)/none", "ab")?.kind == .binaryGone)
    }

    @Test func saysWhatIsWrongInOneLine() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("libFoo.so", ELFBytes().bytes)
        #expect(
            caveat("/a/libFoo.so", "ab")?.text
                == "/a/libFoo.so is gone: its functions are shown as module and offset")
        #expect(
            caveat(file, "ab")?.text
                == "\(file) was rebuilt since the run: "
                + "its functions are shown as module and offset")
        #expect(
            caveat(folder.path, "ab")?.text
                == "\(folder.path) is not a readable binary: "
                + "its functions are shown as module and offset")
    }
}

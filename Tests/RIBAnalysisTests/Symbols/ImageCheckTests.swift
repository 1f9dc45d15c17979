// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct ImageCheckTests {
    @Test func knowsTheFileByItsBuildID() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("lib Foo.so", ELFBytes().bytes)
        #expect(ImageCheck(path: file, buildID: "abcd012f") == .same)
        #expect(ImageCheck(path: file, buildID: "abcd0130") == .rebuilt)
        #expect(ImageCheck(path: file, buildID: "") == .rebuilt)
    }

    @Test func trustsAFileThatNeverHadABuildID() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("libFoo.so", ELFBytes(segmentType: 1).bytes)
        #expect(ImageCheck(path: file, buildID: "") == .same)
        #expect(ImageCheck(path: file, buildID: "abcd012f") == .rebuilt)
    }

    @Test func opensNothingButFiles() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(ImageCheck(path: pipe, buildID: "ab") == .unreadable)
        #expect(ImageCheck(path: folder.path, buildID: "ab") == .unreadable)
        #expect(ImageCheck(path: "/dev/zero", buildID: "ab") == .unreadable)
        #expect(ImageCheck(path: "\(folder.path)/none", buildID: "ab") == .gone)
    }

    @Test func saysWhatIsWrongInOneLine() {
        #expect(ImageCheck.same.caveat(about: "/a/libFoo.so") == nil)
        #expect(
            ImageCheck.gone.caveat(about: "/a/libFoo.so")?.text
                == "/a/libFoo.so is gone: its functions are shown as module and offset")
        #expect(
            ImageCheck.rebuilt.caveat(about: "/a/libFoo.so")?.text
                == "/a/libFoo.so was rebuilt since the run: "
                + "its functions are shown as module and offset")
        #expect(
            ImageCheck.unreadable.caveat(about: "/a/libFoo.so")?.text
                == "/a/libFoo.so is not a readable binary: "
                + "its functions are shown as module and offset")
    }
}

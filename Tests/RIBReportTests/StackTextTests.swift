// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct StackTextTests {
    private func lines(_ frames: [StackFrame], cutOffAt: Int? = nil) -> [String] {
        CallStack(frames, cutOffAt: cutOffAt).lines().map {
            $0.rendered(colored: false)
        }
    }

    @Test func foldsLibrariesBetweenTheProjectsOwnFunctions() {
        let frames = [
            Samples.frame("run()", "A.swift", 1),
            Samples.frame("a", in: "libdispatch.so"), Samples.frame("b", in: "libdispatch.so"),
            Samples.frame("c", in: "libFoundation.so"),
            Samples.frame("main", "main.swift", 2),
            Samples.frame("d", in: "libswiftCore.so"),
        ]
        #expect(
            lines(frames) == [
                "run() at A.swift:1", "… 3 frames in libdispatch.so and libFoundation.so",
                "main at main.swift:2", "d in libswiftCore.so",
            ])
    }

    @Test func foldsDependenciesByTheirNames() {
        let combine = "/p/.build/checkouts/OpenCombine/Sources/OpenCombine/Map.swift"
        let frames = [
            Samples.frame("send", combine, 1), Samples.frame("receive", combine, 2),
            Samples.frame("run()", "A.swift", 1), Samples.frame("one", combine, 3),
        ]
        #expect(
            lines(frames) == [
                "… 2 frames in OpenCombine, from receive", "run() at A.swift:1",
                "one in OpenCombine",
            ])
    }

    @Test func namesNotMoreThanThreeLibraries() {
        let libraries = ["a", "b", "c", "d"].map { Samples.frame("f", in: $0) }
        let own = Samples.frame("run()", "A.swift", 1)
        #expect(lines(libraries + [own])[0] == "… 4 frames in a, b and 2 others")
        #expect(lines(libraries.prefix(3) + [own])[0] == "… 3 frames in a, b and c")
    }

    @Test func foldsNothingWhenNoSourceIsKnown() {
        let frames = [
            Samples.frame(nil, in: "app", offset: 0x1a2b), Samples.frame("f", in: "libc.so.6"),
        ]
        #expect(lines(frames) == ["app+0x1a2b", "f in libc.so.6"])
    }

    @Test func saysHowMuchIsLeftOut() {
        let frames = (1...10).map { (number: Int) in
            Samples.frame("f\(number)()", "A.swift", number)
        }
        #expect(lines(frames).count == 9)
        #expect(lines(frames).last == "… 2 more")
        #expect(lines(Array(frames.prefix(8))).last == "f8() at A.swift:8")
    }

    @Test func saysInALastLineThatTheRecorderCutTheStackOff() {
        let frames = (1...10).map { (number: Int) in
            Samples.frame("f\(number)()", "A.swift", number)
        }
        #expect(
            lines(Array(frames.prefix(2)), cutOffAt: 64) == [
                "f1() at A.swift:1", "f2() at A.swift:2",
                "… cut off at 64 frames; RIBLEAK_STACK_DEPTH sets the limit",
            ])
        #expect(
            lines(frames, cutOffAt: 64).suffix(2) == [
                "… 2 more", "… cut off at 64 frames; RIBLEAK_STACK_DEPTH sets the limit",
            ])
        #expect(
            lines([frames[0]], cutOffAt: 1).last
                == "… cut off at 1 frame; RIBLEAK_STACK_DEPTH sets the limit")
    }

    @Test func showsAFileWithoutALine() {
        #expect(lines([Samples.frame("f()", "A.swift")]) == ["f() at A.swift"])
    }
}

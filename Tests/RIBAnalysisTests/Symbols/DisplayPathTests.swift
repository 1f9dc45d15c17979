// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct DisplayPathTests {
    let paths = DisplayPath(root: "/home/me/app")

    @Test(arguments: [
        ("/home/me/app/Sources/A.swift", "Sources/A.swift"),
        ("/home/me//app/./Sources/A.swift", "Sources/A.swift"),
        ("/home/me/application/A.swift", "/home/me/application/A.swift"),
        ("/home/me/app/../other/A.swift", "/home/me/app/../other/A.swift"),
        ("/usr/src/a.c", "/usr/src/a.c"),
        ("/home/me/app", "/home/me/app"),
    ])
    func shortensWhatLiesBelow(file: String, shown: String) {
        #expect(paths.shown(file) == shown)
    }

    @Test(arguments: ["", "??", "<compiler-generated>", "/<compiler-generated>"])
    func showsNoFileWhereThereIsNone(file: String) {
        #expect(paths.shown(file) == nil)
        #expect(paths.shown("/home/me/app/A.swift") == "A.swift")
    }

    @Test func takesRelativePathsOnlyDownwards() {
        #expect(paths.shown("./Sources/A.swift") == "Sources/A.swift")
        #expect(paths.shown("../A.swift") == nil)
    }

    @Test func shortensNothingAtTheRoot() {
        #expect(
            DisplayPath(root: "/").shown("/a/b.swift") == "/a/b.swift")
    }

    @Test func knowsWhatLiesBelow() {
        #expect(paths.isBelow("/home/me/app/.build/debug/app"))
        #expect(!paths.isBelow("/usr/lib/libc.so.6"))
        #expect(!paths.isBelow("Sources/A.swift"))
    }
}

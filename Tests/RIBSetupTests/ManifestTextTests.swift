// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBSetup

@Suite struct ManifestTextTests {
    private typealias Package = ManifestText.Package
    private typealias TestTarget = ManifestText.TestTarget

    @Test func packagesAreNamedByWhereTheyLie() {
        let manifest = ManifestText(
            """
            dependencies: [
                .package(path: "../ribleak"),
                .package(name: "ribleak", path: "../../.."),
                .package(url: "https://github.com/a/OpenCombine.git", from: "0.14.0"),
                .package(url: "git@github.com:a/b", branch: "main"),
                .package(path: Context.environment["HERE"] ?? ".."),
            ]
            """)
        #expect(
            manifest.packages == [
                Package(name: "ribleak", path: "../ribleak"),
                Package(name: "ribleak", path: "../../.."),
                Package(name: "OpenCombine", path: nil), Package(name: "b", path: nil),
            ])
    }

    @Test func testTargetsHaveTheirFolders() {
        let manifest = ManifestText(
            """
            .testTarget(name: "AppTests", dependencies: ["App (old)"]),
            .testTarget(
                name: "UITests", dependencies: [.product(name: "RIBLeakTesting", package: "ribleak")],
                path: "UI/Tests"),
            .testTarget(name: computed),
            """)
        #expect(
            manifest.testTargets == [
                TestTarget(name: "AppTests", path: nil, checksLeaks: false),
                TestTarget(name: "UITests", path: "UI/Tests", checksLeaks: true),
            ])
    }

    @Test func commentsCountForNothing() {
        let manifest = ManifestText(
            """
            // .package(path: "../ribleak"),
            /* .product(name: "RIBLeakTesting" /* nested */ ) .testTarget(name: "Old") */
            .testTarget(name: "AppTests", path: "a//b"),
            """)
        #expect(manifest.packages == [])
        #expect(!manifest.checksLeaks)
        #expect(
            manifest.testTargets == [TestTarget(name: "AppTests", path: "a//b", checksLeaks: false)]
        )
    }

    @Test func eitherProductChecksLeaks() {
        #expect(ManifestText(#"name: "RIBLeakTestingEverywhere""#).checksLeaks)
        #expect(ManifestText(#"name: "RIBLeakTesting""#).checksLeaks)
        #expect(!ManifestText(#"name: "RIBs""#).checksLeaks)
    }

    /// A manifest without an end is read to where it ends.
    @Test(arguments: [
        ".testTarget(name: \"A", "/* /*", ".package(path: (((", "\"\\", ".testTarget(name: \"A\"",
    ])
    func whatIsCutShortIsReadAsFarAsItGoes(text: String) {
        let manifest = ManifestText(text)
        #expect(manifest.packages == [])
        #expect(manifest.testTargets.count == (text.hasSuffix("A\"") ? 1 : 0))
    }
}

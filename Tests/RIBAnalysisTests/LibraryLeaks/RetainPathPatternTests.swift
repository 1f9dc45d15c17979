// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct RetainPathPatternTests {
    /// `RootInteractor.services → Services.client → Client<Int>.observers[0]`; the last is to blame.
    private static let steps = [
        step("RootInteractor", "services"), step("Services", "client"),
        step("Client<Int>", "observers[0]"),
    ]

    private static func step(
        _ holder: String, _ label: String, _ kind: RetentionHolder = .object, library: Bool = false
    ) -> RetainPathStep {
        RetainPathStep(
            holderKind: kind, holder: holder, file: nil, line: nil, label: label, target: "",
            isInferred: false, isOfLibrary: library)
    }

    private func matches(
        _ pattern: String, _ steps: [RetainPathStep] = steps, suspect: Int? = nil,
        reason: RetentionReason = .global, isStrict: Bool = false
    ) throws -> Bool {
        let path = RetainPath(
            reason: reason, steps: steps, suspect: suspect ?? steps.count - 1, omittedSteps: 0,
            retainCount: 1, seenReferences: 1, dominatedCount: 0, dominatedBytes: 0,
            isPartial: false)
        return try RetainPathPattern(pattern).matches(
            try #require(BlamedPath(path)), isStrict: isStrict)
    }

    @Test(arguments: [
        "RootInteractor.services/Services.client/Client<Int>.observers[0]",
        "*/*/Client<Int>.observers[0]", "**/Client<Int>.observers[0]",
        "**/Client<*>.observers[*]", "**/Client<*", "**/Client*", "**/Client<Int>.*",
        "**/Client<Int>.observers[7]", "**/Services.client/Client*", "**/**/Client*/**",
        "RootInteractor.services/**/Client*",
    ])
    func aPatternOfTheWholePathThatNamesTheEdgeToBlameMatches(_ pattern: String) throws {
        #expect(try matches(pattern))
    }

    @Test(arguments: [
        "Client<Int>.observers[0]", "**/Client", "**/Client<Int>.observer",
        "**/client<Int>.observers[0]", "**/Client<Int>.observers[0]/*", "*/Client*",
        "**/Services.client/*/Client*", "**/Services.client",
    ])
    func aPatternOfAnotherPathDoesNotMatch(_ pattern: String) throws {
        #expect(try !matches(pattern))
    }

    @Test(arguments: ["RootInteractor.services/**", "**/Services.client/**", "**/Cl*", "**/C*/**"])
    func aPatternThatDoesNotSpellOutTheHolderToBlameDoesNotMatch(_ pattern: String) throws {
        #expect(try !matches(pattern))
    }

    @Test func anEdgeOfALibraryBehindTheOneToBlameMayBeNamed() throws {
        let steps = [
            Self.step("Services", "client"), Self.step("Client", "observers[0]", library: true),
        ]
        #expect(try matches("**/Client.observers[*]", steps, suspect: 0))
        #expect(try matches("**/Services.client/**", steps, suspect: 0))
        let ownBehind = [Self.step("Services", "cache"), Self.step("Page", "owner")]
        #expect(try !matches("**/Page.owner", ownBehind, suspect: 0))
    }

    @Test func aStrictPatternMustNameTheEdgeOfTheProject() throws {
        let steps = [
            Self.step("Services", "client"), Self.step("Client", "observers[0]", library: true),
        ]
        #expect(try !matches("**/Client.observers[*]", steps, suspect: 0, isStrict: true))
        #expect(try matches("Services.client/Client.*", steps, suspect: 0, isStrict: true))
        let ofLibraries = [Self.step("Client", "observers[0]", library: true)]
        #expect(try matches("**/Client.*", ofLibraries, isStrict: true))
    }

    @Test func inACycleTheEdgesOfALibraryAreFollowedPastItsEnd() throws {
        let cycle = [
            Self.step("Client", "delegate", library: true), Self.step("Home", "client"),
        ]
        #expect(try matches("Client.delegate/**", cycle, suspect: 1, reason: .cycle))
        #expect(try !matches("Client.delegate/**", cycle, suspect: 1, reason: .global))
    }

    @Test func aClosureIsWrittenAsInReportsWithoutItsNumberAndPlace() throws {
        let steps = [Self.step("closure #2 in Client.start(_:)", "captures self", .closure)]
        #expect(try matches("closure in Client.start(_:) captures self", steps))
        #expect(try matches("closure #1 in Client.start(_:) captures *", steps))
        #expect(try !matches("closure *", steps))
        #expect(try !matches("closure in Client.*", steps))
    }

    @Test(arguments: [
        ("", "has an empty component"), ("**//A.b", "has an empty component"),
        ("/A.b", "has an empty component"),
        ("**", "must name a holder, such as **/AnalyticsClient.observers[*]"),
        ("*/**/*x", "must name a holder, such as **/AnalyticsClient.observers[*]"),
        (String(repeating: "A", count: 1_025), "is longer than 1024 bytes"),
        (String(repeating: "A/", count: 64) + "A", "has more than 64 components"),
    ])
    func whatIsNoPatternSaysWhy(_ text: String, _ explanation: String) {
        #expect(throws: MalformedPattern(explanation: explanation)) {
            try RetainPathPattern(text)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func hostilePatternsAndPathsAreMatchedInTimeBoundByTheirLengths() throws {
        // Backtracking would take longer than the age of the universe.
        let holder = String(repeating: "a", count: 200)
        let steps = (0..<64).map { _ in Self.step(holder, "b") }
        let component = "a" + String(repeating: "*a", count: 6) + "*c"
        let pattern = Array(repeating: component, count: 60).joined(separator: "/")
        #expect(try !matches("**/\(pattern)", steps))
        #expect(
            try !matches(Array(repeating: "**", count: 63).joined(separator: "/") + "/x", steps))
    }

    @Test func aPathThatIsTooLongIsNotMatched() {
        let holder = String(repeating: "a", count: 4_000)
        let path = RetainPath(
            reason: .global, steps: (0..<5).map { _ in Self.step(holder, "b") }, suspect: 4,
            omittedSteps: 0, retainCount: 1, seenReferences: 1, dominatedCount: 0,
            dominatedBytes: 0, isPartial: false)
        #expect(BlamedPath(path) == nil)
    }
}

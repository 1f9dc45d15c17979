// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBAnalysis

/// What no edit changes that is none, and what two mistakes never have in common.
@Suite struct FindingIdentityTests {
    private static let kinds = ["leaked-router", "fired-while-inactive", "outlived-interactor"]
    private static let types = ["HomeRouter", "HomeInteractor", "Map<Int>"]
    private static let paths = ["Root/Home", "Root/In/Home", "Home"]
    private static let chains = ["", "Subject → sink", "Subject → map → sink"]
    private static let functions: [String?] = [nil, "Home.load()", "Home.load(_:)", "load()"]
    private static let edges: [(String?, String?)] = [
        (nil, nil), ("Store", ""), ("Store", "items[]"), ("Storeitems[]", ""),
    ]

    /// All that these parts make.
    private static let all: [FindingIdentity] = kinds.flatMap { kind in
        types.flatMap { type in
            paths.flatMap { path in
                chains.flatMap { chain in
                    functions.flatMap { function in
                        edges.flatMap { edge in
                            (1...2).map { site in
                                FindingIdentity(
                                    kind: kind, ribPath: path, type: type, chain: chain,
                                    function: function, site: site, sites: 2, holder: edge.0,
                                    property: edge.1)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func noTwoDifferentMistakesHaveOneName() {
        let all = Self.all
        #expect(all.count == 2592)
        #expect(Set(all.map(\.fingerprint.description)).count == all.count)
    }

    @Test func howManyPlacesThereAreIsNoPartOfTheName() {
        var identity = Self.all[7]
        let name = identity.fingerprint
        identity.sites = 9
        #expect(identity.fingerprint == name)
    }

    /// A list of mistakes is matched with itself whole, in whichever order.
    @Test(arguments: 1...20)
    func aListIsMatchedWithItself(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let some = Self.all.shuffled(using: &random).prefix(60).map(Self.known)
        let match = FindingMatch(
            from: Array(some), to: some.shuffled(using: &random), renames: .guessed)
        #expect(match.new.isEmpty && match.gone.isEmpty)
        #expect(match.pairs.allSatisfy { $0.change == .unchanged })
    }

    /// An equal finding is never new, and one of another kind and type is never known, whatever else
    /// a run contains.
    @Test(arguments: 1...20)
    func whatIsEqualIsKnownAndWhatIsForeignIsNew(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let known = Self.all.shuffled(using: &random).prefix(40).map(Self.known)
        let equal = known.shuffled(using: &random).prefix(10)
        let foreign = FindingIdentity(kind: "leaked-view", ribPath: "Root/Home", type: "HomeView")
        let now = (equal + [Self.known(foreign)]).shuffled(using: &random)
        let match = FindingMatch(from: Array(known), to: now, renames: .guessed)
        #expect(match.new.map(\.type) == ["HomeView"])
    }

    private static func known(_ identity: FindingIdentity) -> KnownFinding {
        KnownFinding(
            fingerprint: identity.fingerprint.description, identity: identity, count: 1)
    }
}

/// Names of code without what builds and edits change.
@Suite struct StableNameTests {
    @Test(arguments: [
        "Home.load()", "closure #1 in Home.load()", "closure #2 in closure #1 in Home.load()",
        "specialized Home.load()", "specialized closure #1 in Home.load()",
        "partial apply for closure #3 in Home.load()", "merged closure #1 in Home.load()",
        "implicit closure #2 in implicit closure #1 in Home.load()",
        "(2) await resume partial function for closure #1 in Home.load()",
        "helper #1 (_:) in Home.load()",
    ])
    func aFunctionIsTheOneThatWasWritten(name: String) {
        #expect(StableName.function(name) == "Home.load()")
    }

    @Test func staticFunctionsStayStatic() {
        #expect(StableName.function("closure #1 in static Home.make()") == "static Home.make()")
    }

    @Test(arguments: [
        ("closure #1 in Home.load()", "closure in Home.load()"),
        (
            "specialized closure #4 in closure #2 in Home.load()",
            "closure in closure in Home.load()"
        ),
        ("static Store.shared", "static Store.shared"), ("Box<Int>", "Box<Int>"),
    ])
    func aHolderHasNoNumbers(name: String, stable: String) {
        #expect(StableName.holder(name) == stable)
    }

    @Test(arguments: [
        ("head", "head"), ("head.next", "head.next"), ("head.next.next.next", "head.next"),
        ("list.some.next.some.next.item", "list.some.next.item"), ("a.b.a.b.a.b", "a.b"),
        ("list.node.0", "list.node.0"), ("list.node.1.node.1.node.0", "list.node.0"),
        ("pair.0.0.1", "pair.0.0.1"),
    ])
    func theDepthOfAListIsNoPartOfAName(label: String, stable: String) {
        #expect(StableName.withoutRepetitions(label) == stable)
    }
}

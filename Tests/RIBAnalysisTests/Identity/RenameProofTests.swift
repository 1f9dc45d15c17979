// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

/// Which findings are known ones under new names, by the names that two builds declare.
@Suite struct RenameProofTests {
    private static let types = ["HomeInteractor", "HomeRouter", "RootRouter"]

    /// A leak of `Home`, kept by a closure of one of its functions.
    private func leak(
        _ function: String, of name: String = "Home", kind: FindingKind = .leakedInteractor
    ) -> KnownFinding {
        known(
            FindingIdentity(
                kind: kind.rawValue, ribPath: "Root/\(name)", type: "\(name)Interactor",
                holder: "closure in \(name)Interactor.\(function)", property: "captures self"))
    }

    private func leak(property: String, of holder: String = "RootRouter") -> KnownFinding {
        known(
            FindingIdentity(
                kind: "leaked-router", ribPath: "Root/Home", type: "HomeRouter", holder: holder,
                property: property))
    }

    private func fire(_ function: String, of name: String = "Home") -> KnownFinding {
        known(
            FindingIdentity(
                kind: "fired-while-inactive", ribPath: "Root/\(name)", type: "\(name)Interactor",
                chain: "Subject → sink", function: "\(name)Interactor.\(function)"))
    }

    private func known(_ identity: FindingIdentity) -> KnownFinding {
        KnownFinding(fingerprint: identity.fingerprint.description, identity: identity, count: 1)
    }

    /// What becomes of findings between two builds with these names, in words.
    private func match(
        _ old: [KnownFinding], _ new: [KnownFinding], before: [String]?, now: [String]?
    ) -> [String] {
        let match = FindingMatch(
            from: old, to: new,
            renames: .names(before: before.map { DeclaredNames($0) }) {
                now.map { DeclaredNames($0) }
            })
        return match.pairs.map { "\($0.change)" } + match.gone.map { _ in "gone" }
            + match.new.map { _ in "new" } + (match.lacksNames ? ["unread"] : [])
    }

    private func names(_ functions: String...) -> [String] {
        Self.types + functions.map { "HomeInteractor.\($0)" }
    }

    /// The optimizer inlined `keep()`, and only what calls its closure is left.
    @Test(arguments: ["", "TA", "TATm", "TmTA"]) func aClosureDeclaresItsFunction(ending: String) {
        let symbol = "$s3App14ChatInteractorC4keep33_E43A8CCEA282046670AC3C840611B7E8LLyyF"
        for closure in ["yycfU_", "yycfU1_", "yycfu_"] {
            #expect(
                DeclaredNames.names(in: symbol + closure + ending)
                    == ["ChatInteractor", "ChatInteractor.keep()"])
        }
        #expect(DeclaredNames.names(in: symbol + "TA") == [])
    }

    @Test func aFunctionThatTookThePlaceOfAnotherIsThatOne() {
        for finding in [{ self.leak($0) }, { self.fire($0) }] as [(String) -> KnownFinding] {
            #expect(
                match(
                    [finding("load()")], [finding("reload()")], before: names("load()"),
                    now: names("reload()")) == ["changed"])
        }
    }

    @Test func aFunctionThatIsStillThereWasNotRenamed() {
        #expect(
            match(
                [leak("startCounting()")], [leak("remember()")], before: names("startCounting()"),
                now: names("startCounting()", "remember()")) == ["gone", "new"])
    }

    @Test func aFunctionThatWasThereBeforeIsNoNewName() {
        #expect(
            match(
                [fire("load()")], [fire("show()")], before: names("load()", "show()"),
                now: names("show()")) == ["gone", "new"])
    }

    @Test func nothingIsRenamedWhereABuildIsUnknown() {
        let (old, new) = ([leak("load()")], [leak("reload()")])
        #expect(
            match(old, new, before: nil, now: names("reload()")) == ["gone", "new", "unread"])
        #expect(match(old, new, before: names("load()"), now: nil) == ["gone", "new", "unread"])
        // Nothing had to be told.
        #expect(match(old, old, before: nil, now: nil) == ["unchanged"])
        #expect(match(old, [], before: nil, now: nil) == ["gone"])
    }

    @Test func aRIBIsRenamedWithItsRouter() {
        let before = names("load()")
        let now = ["HouseInteractor", "HouseRouter", "RootRouter", "HouseInteractor.load()"]
        #expect(
            match(
                [leak("load()"), fire("load()")],
                [leak("load()", of: "House"), fire("load()", of: "House")], before: before,
                now: now) == ["changed", "changed"])
        // The router of another RIB beside it.
        #expect(
            match(
                [leak("load()")], [leak("load()", of: "House")], before: before,
                now: now + ["HomeRouter", "HomeInteractor"]) == ["gone", "new"])
    }

    @Test func severalFunctionsAreRenamedAtOnce() {
        let before = names("a()", "b()", "c()")
        let now = names("d()", "e()", "f()")
        let (old, new) = (["a()", "b()", "c()"], ["d()", "e()", "f()"])
        #expect(
            match(old.map { leak($0) }, new.map { leak($0) }, before: before, now: now)
                == ["changed", "changed", "changed"])
        // One was mended when its function went.
        #expect(
            match(old.map { leak($0) }, [leak("d()")], before: before, now: now)
                == ["changed", "gone", "gone"])
        // One more is a new mistake, and nobody can say which.
        #expect(
            match([leak("a()")], [leak("d()"), leak("e()")], before: before, now: now)
                == ["gone", "new", "new"])
    }

    @Test func aPropertyAndItsHolderAreRenamed() {
        let before = Self.types + ["RootRouter.past"]
        #expect(
            match(
                [leak(property: "past[]")], [leak(property: "earlier[]")], before: before,
                now: Self.types + ["RootRouter.earlier"]) == ["changed"])
        #expect(
            match(
                [leak(property: "past[]")], [leak(property: "earlier[]")], before: before,
                now: Self.types + ["RootRouter.past", "RootRouter.earlier"]) == ["gone", "new"])
        #expect(
            match(
                [leak(property: "past[]", of: "Helper")],
                [leak(property: "past[]", of: "Assistant")],
                before: Self.types + ["Helper", "Helper.past"],
                now: Self.types + ["Assistant", "Assistant.past"]) == ["changed"])
    }

    @Test func anotherClosureOfTheFunctionIsNoRename() {
        var other = leak("reload()").identity
        other.site = 2
        #expect(
            match(
                [leak("load()")], [known(other)], before: names("load()"), now: names("reload()"))
                == ["gone", "new"])
    }

    @Test func namesAreReadBack() throws {
        let names = DeclaredNames(names("load()"))
        #expect(names.text.count == 4 * 8)
        #expect(DeclaredNames(text: names.text) == names)
        #expect(names.contain("HomeInteractor.load()") && !names.contain("HomeInteractor.show()"))
        for text in ["1", "1234567g", String(repeating: "0", count: 8 * 50_001)] {
            #expect(DeclaredNames(text: text) == nil)
        }
    }

    @Test func aBinaryThatIsGoneOrNoBinarySaysNothing() {
        for path in ["/none", "/etc/passwd", "/"] {
            #expect(DeclaredNames(of: [ImageAddress(path: path, buildID: "", offset: 0)]) == nil)
        }
        #expect(DeclaredNames(of: []) == nil)
    }
}

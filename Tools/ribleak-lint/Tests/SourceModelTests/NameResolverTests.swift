// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SourceModel

/// Which of several types of one name a name means.
@Suite struct NameResolverTests {
    private struct Source {
        let path: String
        let module: String?
        let text: String

        init(_ path: String, in module: String? = nil, _ text: String) {
            (self.path, self.module, self.text) = (path, module, text)
        }

        var file: ParsedFile { ParsedFile(text, path: path) }
    }

    private func table(_ sources: [Source]) -> TypeTable {
        TypeTable(
            sources.flatMap { TypeFacts.reading($0.file, module: $0.module) }, importsRIBs: true)
    }

    /// The role of a class as the first source sees it.
    private func role(of name: String, _ sources: Source...) -> Role? {
        sources.first.flatMap { table(sources).seen(from: $0.file).role(of: name) }
    }

    private func skipped(_ sources: Source..., tests: Set<String> = []) -> [Problem] {
        table(sources).skippedNames(except: tests)
    }

    @Test func aTypeInsideOfAnotherIsNoBaseClassOfTheRest() {
        let web = Source("Web.swift", "final class Web { class Router { func push() {} } }")
        let profile = Source("Profile.swift", "final class ProfileRouter: Router<Interactable> {}")
        #expect(role(of: "ProfileRouter", profile, web) == .router)
    }

    @Test func aBaseClassWhoseNameAnotherTypeHasTooIsOne() {
        let clock = Source("Clock.swift", in: "App", "import RIBs\nfinal class Clock: Worker {}")
        let runtime = Source(
            "RIBs/Worker.swift", in: "RIBs", "open class Worker { open func didStart() {} }")
        let pool = Source("Pool.swift", in: "Pool", "struct Pool { private class Worker {} }")
        #expect(role(of: "Clock", clock, runtime, pool) == .worker)
    }

    @Test func aTypeIsMeantInsideOfTheTypeThatHasIt() {
        let web = Source(
            "Web.swift", "final class Web { class Router {}; class PageRouter: Router {} }")
        #expect(role(of: "PageRouter", web) == nil)
        let page = Source("Page.swift", "extension Web { final class LongRouter: Router {} }")
        #expect(role(of: "LongRouter", page, web) == nil)
    }

    @Test func theOwnFileComesFirst() {
        let one = Source("A.swift", "class Base: Router<I> {}; class Child: Base {}")
        let other = Source("B.swift", "class Base: Interactor {}; class Flow: Base {}")
        #expect(role(of: "Child", one, other) == .router)
        #expect(role(of: "Flow", one, other) == .interactor)
        #expect(role(of: "Base", one, other) == .router)
        #expect(role(of: "Base", other, one) == .interactor)
    }

    @Test func aPrivateTypeIsThatOfItsFileOnly() {
        let one = Source("A.swift", "class Child: Base {}")
        let base = Source("Base.swift", "class Base: Router<I> {}")
        let other = Source("B.swift", "fileprivate class Base: Interactor {}")
        #expect(role(of: "Child", one, base, other) == .router)
    }

    @Test func theOwnModuleComesBeforeImportedOnes() {
        let child = Source("Home/Child.swift", in: "Home", "import Kit; class Child: Base {}")
        let own = Source("Home/Base.swift", in: "Home", "class Base: Router<I> {}")
        let kit = Source("Kit/Base.swift", in: "Kit", "open class Base: Interactor {}")
        #expect(role(of: "Child", child, own, kit) == .router)
    }

    @Test func anImportedModuleComesBeforeOneThatIsNot() {
        let child = Source("Home/Child.swift", in: "Home", "import Kit; class Child: Base {}")
        let kit = Source("Kit/Base.swift", in: "Kit", "open class Base: Interactor {}")
        let shop = Source("Shop/Base.swift", in: "Shop", "open class Base: Router<I> {}")
        #expect(role(of: "Child", child, shop, kit) == .interactor)
    }

    @Test func anExtensionBelongsToTheTypeOfItsModule() {
        let texts = ["Home", "Shop"].flatMap { (module: String) in
            [
                Source("\(module)/A.swift", in: module, "class A {}"),
                Source("\(module)/B.swift", in: module, "extension A { func of\(module)() {} }"),
            ]
        }
        let methods = table(texts).seen(from: texts[0].file).methods(of: "A").map(\.name)
        #expect(methods == ["ofHome"])
    }

    @Test func withoutManifestsTheNearestFolderDecides() {
        let child = Source("App/Home/Child.swift", "class Child: Base {}")
        let near = Source("App/Base/Base.swift", "class Base: Router<I> {}")
        let far = Source("Shop/Base/Base.swift", "class Base: Interactor {}")
        #expect(role(of: "Child", child, far, near) == .router)
    }

    @Test func ofTwoTypesInAModuleTheNearestIsMeant() {
        let child = Source("App/Home/Child.swift", in: "App", "class Child: Base {}")
        let near = Source("App/Home/Base.swift", in: "App", "class Base: Router<I> {}")
        let far = Source("App/Widget/Base.swift", in: "App", "class Base: Interactor {}")
        #expect(role(of: "Child", child, far, near) == .router)
    }

    @Test func propertiesHaveTheTypeThatTheirFileMeans() {
        let owner = Source("A.swift", "protocol L: AnyObject {}; class A { var l: L? }")
        let other = Source("B.swift", "struct L {}")
        let types = table([owner, other]).seen(from: other.file)
        #expect(types.property("l", of: "A")?.type.map(types.isClassBound) == true)
    }

    // MARK: What cannot be told

    @Test(arguments: [
        ("A", "final class A: Interactor {}", "final class A: Router {}"),
        ("A", "class A: PresentableInteractor<P> {}", "struct A {}"),
        (
            "FooListener", "protocol FooListener: AnyObject {}",
            "protocol FooListener: AnyObject { func a() }"
        ),
        ("Router", "class Router { func attachChild() {} }", "class Router {}"),
    ])
    func whatARuleWouldLookAtIsSaid(name: String, one: String, other: String) {
        let problems = skipped(
            Source("C.swift", "class C: \(name) {}"), Source("A.swift", one),
            Source("B.swift", other))
        #expect(
            problems.map { "\($0.file): \($0.message)" } == [
                "C.swift: \(name) may be that of A.swift or that of B.swift, which rules cannot "
                    + "tell, and skip; rename one"
            ])
    }

    @Test func whatStandsTwiceInAFileIsSaidOnce() {
        let text = "#if DEBUG\nclass A: Interactor {}\n#else\nclass A: Interactor {}\n#endif"
        #expect(
            skipped(Source("A.swift", text)).map(\.message) == [
                "A is declared twice in this file, so that rules cannot tell which one is meant, and "
                    + "skip both; rename one"
            ])
    }

    @Test(arguments: [
        ("State", "enum State {}", "struct State {}"),
        ("Cell", "class Cell: UIView {}", "class Cell: UIView {}"),
        ("FooListener", "protocol FooListener {}", "protocol FooListener {}"),
        (
            "Delegate", "class V { protocol Delegate: AnyObject {} }",
            "class W { protocol Delegate: AnyObject {} }"
        ),
        ("A", "final class A: Interactor {}", "extension A {}"),
    ])
    func whatNoRuleAsksForIsNot(name: String, one: String, other: String) {
        #expect(
            skipped(
                Source("C.swift", "class C: \(name) {}"), Source("A.swift", one),
                Source("B.swift", other)) == [])
    }

    @Test func whatATypeHasInsideIsNot() {
        let text = "protocol BarListener: AnyObject {}"
        #expect(
            skipped(
                Source("C.swift", "class C { \(text); weak var listener: BarListener? }"),
                Source("A.swift", text), Source("B.swift", text)) == [])
    }

    @Test func whatTestsNameIsNot() {
        let text = "final class A: Interactor {}"
        let sources = (
            Source("Tests.swift", "class C: A {}"), Source("A.swift", text), Source("B.swift", text)
        )
        #expect(skipped(sources.0, sources.1, sources.2, tests: ["Tests.swift"]) == [])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SourceModel

/// What the table knows of types, across files.
@Suite struct TypeTableTests {
    @Test func aSubclassOfASubclassHasTheRole() {
        let types = table(
            "class BaseInteractor<P>: PresentableInteractor<P> {}",
            "final class ProfileInteractor: BaseInteractor<ProfilePresentable> {}")
        #expect(types.role(of: "ProfileInteractor") == .interactor)
    }

    @Test func aClassOfTheAppIsNoBaseClassBecauseOfItsName() {
        let types = table("class Router { func push() {} }", "final class WebRouter: Router {}")
        #expect(types.role(of: "WebRouter") == nil)
    }

    @Test func theBaseClassesOfAPortAreKnownByTheirMembers() {
        let types = table(
            "open class Router { open func attachChild(_ child: AnyObject) {} }",
            "final class ProfileRouter: Router {}", importsRIBs: false)
        #expect(types.role(of: "ProfileRouter") == .router)
    }

    @Test func withoutRIBsANameGivesNoRole() {
        let types = table("final class Wheel: Component {}", importsRIBs: false)
        #expect(types.role(of: "Wheel") == nil)
    }

    @Test(arguments: ["RIBs", "ModernRIBs", "CoreRibs", "APPRIBS", "core_ribs", "ribs"])
    func aModuleThatIsCalledLikeRIBsStandsForIt(module: String) {
        #expect(ParsedFile("import \(module)", path: "A.swift").importsRIBs)
    }

    @Test(arguments: ["Cribs", "RIBsKit", "Rib", "MyCribs", "R", ""])
    func aModuleWhoseNameOnlyLooksLikeItDoesNot(module: String) {
        #expect(!ParsedFile("import \(module)", path: "A.swift").importsRIBs)
    }

    @Test func aNameOfTwoTypesStandsForNone() {
        let types = table("protocol L: AnyObject {}", "enum A { struct L {} }")
        #expect(types.type("L") == nil)
        #expect(types.isClassBound("L") == nil)
    }

    @Test func aLongLineOfClassesIsWalkedForAPart() {
        let classes = (0..<2_000).map { "class A\($0): A\($0 + 1) {}" }.joined(separator: "\n")
        #expect(table(classes).lineage(of: "A0").count == 200)
    }

    @Test func aProtocolIsClassBoundByWhatItInherits() {
        let types = table(
            "protocol Base: AnyObject {}", "protocol Listener: Base {}", "protocol Shape {}",
            "protocol Unknown: Elsewhere {}")
        #expect(types.isClassBound("Listener") == true)
        #expect(types.isClassBound("Shape") == false)
        #expect(types.isClassBound("Unknown") == nil)
    }

    @Test func methodsAreReachedThroughExtensionsInOtherFiles() {
        let types = table(
            "class A { func start() { bind() } }", "extension A { func bind() { self.show() } }",
            "extension A { func show() {}; func hide() {} }")
        #expect(types.methods(reachedFrom: ["start"], of: "A") == ["start", "bind", "show"])
    }

    @Test func aMethodOfAnotherObjectIsNotReached() {
        let types = table("class A { let b = B(); func start() { b.show() }; func show() {} }")
        #expect(types.methods(reachedFrom: ["start"], of: "A") == ["start"])
    }

    @Test func whatClosuresUseIsNotUsedAtOnce() {
        let types = table("class A { func start() { later { self.show() } }; func show() {} }")
        #expect(types.methods(reachedFrom: ["start"], of: "A", atOnce: true) == ["start"])
    }

    @Test(arguments: [
        "tokens.removeAll()", "tokens = []", "self.tokens = Set()",
        "tokens.forEach { $0.cancel() }",
        "for token in tokens { token.cancel() }", "tokens = .init()",
    ])
    func aPropertyIsCleared(by statement: String) {
        let types = table("class A { var tokens: Set<T> = []; func stop() { \(statement) } }")
        #expect(types.clearedProperties(of: "A") == ["tokens"])
    }

    @Test(arguments: [
        "token = nil", "token?.cancel()", "self.token?.invalidate()",
        "if let token = token { token.dispose() }",
        "guard let token else { return }; token.cancel()",
        "center.removeObserver(token)",
    ])
    func aTokenIsCleared(by statement: String) {
        let types = table("class A { var token: T?; func stop() { \(statement) } }")
        #expect(types.clearedProperties(of: "A") == ["token"])
    }

    @Test func theDeinitializerClearsTooLate() {
        let types = table("class A { var token: T?; deinit { token?.cancel() } }")
        #expect(types.clearedProperties(of: "A").isEmpty)
    }

    @Test func membersInsideOfConditionsCount() {
        let types = table(
            """
            class A {
                #if DEBUG
                    weak var listener: L?
                #endif
            }
            """)
        #expect(types.property("listener", of: "A")?.ownership == .weak)
    }

    @Test(arguments: [
        ("private var child: C?", "class B { func f(x: A) { x.child = nil } }", false),
        ("private(set) var child: C?", "class B { func f(x: A) { x.child = nil } }", false),
        ("var child: C?", "class B { func f(x: A) { x.child = nil } }", true),
        ("var child: C?", "class B { func f(x: Base) { x.child = nil } }", true),
        ("var child: C?", "class B { let x: Sub; func f() { self.x.child = nil } }", true),
        ("var child: C?", "class B { let x: Sub; func f() { let y = x; y.child = nil } }", true),
        ("var child: C?", "class B { func f() { make().child = nil } }", true),
        ("var child: C?", "class B { func f(x: Elsewhere) { x.child = nil } }", true),
        ("var child: C?", "class B { func f(x: Other) { x.child = nil } }", false),
        ("var child: C?", "class B { let x: Other; func f() { x.child = nil } }", false),
        ("var child: C?", "class B { func f() { let x = Other(); x.child = nil } }", false),
    ])
    func aPropertyIsAssignedElsewhere(_ child: String, by code: String, _ isAssigned: Bool) throws {
        let types = TypeTable(
            [
                ("A.swift", "class Base {}; class A: Base { \(child) }; class Sub: A {}"),
                ("Other.swift", "class Other { var child: C? }"), ("B.swift", code),
            ].flatMap { TypeFacts.reading(ParsedFile($1, path: $0)) }, importsRIBs: true)
        let property = try #require(types.property("child", of: "A"))
        #expect(types.isAssignedElsewhere(property, of: "A") == isAssigned)
    }

    @Test func aMethodKeepsAParameter() {
        let types = table(
            """
            class A {
                var handlers: [() -> Void] = []
                func onTap(_ handler: @escaping () -> Void) { handlers.append(handler) }
            }
            """)
        let keepers = types.keepers(ofArgument: 0, of: [nil], passedTo: "onTap", of: "A")
        #expect(keepers.map(\.links) == [[Keeper.Link(type: "A", property: "handlers")]])
    }

    private func table(_ texts: String..., importsRIBs: Bool = true) -> TypeTable {
        TypeTable(
            texts.flatMap { TypeFacts.reading(ParsedFile($0, path: "A.swift")) },
            importsRIBs: importsRIBs)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax
import Testing

@testable import SourceModel

/// Who keeps whom, followed from an edge to the properties that keep the value.
@Suite struct OwnershipTests {
    @Test(arguments: [
        ("keeper.item = self", "keeper.item"),
        ("keeper.items.append(self)", "keeper.items"),
        ("keeper.add(self)", "keeper.items"),
        ("keeper.addLater(self)", "keeper.items"),
        ("keeper.byName[\"a\"] = self", "keeper.byName"),
        ("keeper.state = .shown(self)", "keeper.state"),
        ("keeper.pair = (self, 1)", "keeper.pair"),
        ("let box = Box(self); keeper.add(box)", "keeper.items"),
        ("keeper.add(Box(self))", "keeper.items"),
        ("keeper.onEnd = { self.f() }", "keeper.onEnd"),
        ("keeper.onEnd = f", "keeper.onEnd"),
        ("let me = self; keeper.onEnd = { me.f() }", "keeper.onEnd"),
        ("Keeper.shared.add(self)", "shared.items"),
        ("last = self", "last"),
        ("keeper.values.keepEach { self.f() }", "shared.items"),
        ("keeper.subject.send(self)", "keeper.subject"),
        ("keeper.subject.value = self", "keeper.subject"),
    ])
    func anObjectIsKept(code: String, keeper: String) {
        #expect(keepers(of: code) == [keeper])
    }

    @Test(arguments: [
        "keeper.weakItem = self",
        "keeper.add(WeakBox(self))",
        "keeper.note(self)",
        "keeper.onEnd = { [weak self] in self?.f() }",
        "weak var me = self; keeper.onEnd = { me?.f() }",
        "keeper.fresh.item = self",
        "keeper.item = nil",
        "keeper.item = other >>> self",
        "keeper.values.keepEach { [weak self] in self?.f() }",
        "other.item = self",
    ])
    func anObjectIsNotKept(code: String) {
        #expect(keepers(of: code) == [])
    }

    @Test(arguments: [
        ("func f() { keeper.item = nil }", true), ("deinit { keeper.item = nil }", false),
        ("func f() {}", false),
    ])
    func aKeptObjectIsTakenBack(code: String, isTakenBack: Bool) {
        let types = table("class Owner { let keeper = Keeper(); \(code) }")
        let link = Keeper.Link(type: "Keeper", property: "item")
        #expect(types.isTakenBack(link, from: "Owner") == isTakenBack)
    }

    /// What keeps `self` after code of a class, as the ways from there.
    private func keepers(of code: String) -> [String] {
        let types = table("class Owner { let keeper = Keeper(); func f() { \(code) } }")
        let body = Parser.parse(source: code)
        return OwnershipReader(body).found.flatMap { hold, _ in
            types.roots(of: hold.value, in: "Owner").contains(.owner)
                ? types.keepers(of: hold, in: "Owner").map(\.description) : []
        }
    }

    private func table(_ text: String) -> TypeTable {
        let others = """
            var last: Owner?
            class Box { let value: AnyObject; init(_ value: AnyObject) { self.value = value } }
            class WeakBox { weak var value: AnyObject?; init(_ value: AnyObject) { self.value = value } }
            extension Publisher {
                func keepEach(_ body: () -> Void) { Keeper.shared.add(sink { body() }) }
            }
            enum State { case hidden, shown(AnyObject) }
            class Keeper {
                static let shared = Keeper()
                var item: AnyObject?
                weak var weakItem: AnyObject?
                var items: [AnyObject] = []
                var byName: [String: AnyObject] = [:]
                var state: State = .hidden
                var pair: (AnyObject, Int)?
                var onEnd: (() -> Void)?
                let subject = CurrentValueSubject<AnyObject?, Never>(nil)
                let values: AnyPublisher<Int, Never>
                var fresh: Keeper { Keeper() }
                func add(_ item: AnyObject) { items.append(item) }
                func addLater(_ item: AnyObject) { add(item) }
                func note(_ item: AnyObject) { print(item) }
            }
            """
        return TypeTable(
            TypeFacts.reading(ParsedFile(others + "\n" + text, path: "A.swift")), importsRIBs: true)
    }
}

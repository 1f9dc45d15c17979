// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A child that code of a router attaches: where the router keeps it, and whether anything detaches it.
struct AttachedChild {
    let attach: ChildCall
    /// The code that keeps the child, or its view, with the keeper.
    let kept: [(value: KeptValue, keeper: Keeper)]

    /// The methods that get the child or its view.
    private let takers: Set<String>

    /// Reads a call that attaches; nil where nothing tells which child it is.
    init?(_ attach: ChildCall, _ file: CheckedFile) {
        let values = file.kept(withValueOf: attach.child)
        guard !values.isEmpty else { return nil }
        self.attach = attach
        takers = Set(
            values.compactMap { value in
                if case .passed(let name, _) = value.hold.way { name } else { nil }
            })
        kept = values.compactMap { value in
            guard value.values.first?.id != attach.child.id,
                let keeper = file.types.keepers(of: value.hold, in: attach.type)
                    .first(where: { $0.root == .owner })
            else { return nil }
            return (value, keeper)
        }
    }

    /// The properties of the router that keep the child.
    var properties: Set<String> {
        let stored = kept.filter { $0.keeper.links.count == 1 }.compactMap(\.keeper.last?.property)
        return Set(stored).union([attach.property].compactMap(\.self))
    }
}

extension AttachedChild {
    /// Whether the view of this child takes the place of another child's view: both are passed to the
    /// same method, which shows one at a time by its name.
    func replacesView(of other: AttachedChild) -> Bool {
        guard attach.call.id != other.attach.call.id,
            attach.place.member != other.attach.place.member
        else { return false }
        return !showing.isDisjoint(with: other.showing)
    }

    /// Whether its view is shown on top of others, so that people close it and open it again.
    var isShownAsNext: Bool {
        showing(["push", "present", "open", "setDetail", "showDetail"]).isEmpty == false
    }

    var showing: Set<String> {
        showing(["show", "set", "replace", "change", "switch", "transition"])
    }

    /// Those of the methods whose names begin in some way.
    private func showing(_ beginnings: [String]) -> Set<String> {
        takers.filter { name in beginnings.contains(where: name.hasPrefix) }
    }
}

extension RouterMethods {
    /// Whether no method detaches a child that some properties keep.
    func neverDetaches(_ properties: Set<String>) -> Bool {
        if !detachesAnything { return true }
        if usesChildren || properties.isEmpty { return false }
        // What has another name may be the child.
        return detached.isDisjoint(with: properties)
            && detached.allSatisfy { types.property($0, of: type) != nil }
            && !detachesUnknown
    }

    /// Whether some method lets what a property keeps go, other than by attaching the next child.
    func letsGo(of property: String, except member: String? = nil) -> Bool {
        (naming[property] ?? []).contains { method in
            guard !["init", "deinit", member].contains(method.name) else { return false }
            if method.body.empties.contains(property) || method.body.removes.contains(property) {
                return true
            }
            return method.body.assigns.contains(property) && method.body.attaches.isEmpty
        }
    }
}

/// Finds calls that attach what a call before them on the same way attaches.
///
/// A statement that attaches a child is noted at the list of statements that it stands in, and at those
/// around it, as long as a way leads on from it. So each call is compared with the nearest one before
/// it only: what lies farther has the same between them, and more.
struct RepeatedAttach {
    private struct Place: Hashable {
        let list: SyntaxIdentifier
        let closure: SyntaxIdentifier?
        let child: AttachedObject
    }

    private struct Statement {
        let item: Syntax
        /// Whether only some ways through it attach the child.
        let isBranch: Bool
    }

    private var attached: [Place: [Statement]] = [:]
    private var lastExits: [SyntaxIdentifier: AbsolutePosition?] = [:]

    /// The calls, what they attach, and the code between the two.
    ///
    /// - Complexity: O(calls), for calls that stand equally deep.
    static func all(in file: CheckedFile) -> [(attach: ChildCall, child: String, between: [Syntax])]
    {
        var search = RepeatedAttach()
        return file.childCalls.filter { $0.kind == .attach }.compactMap { attach in
            guard let child = AttachedObject(attach.child),
                let earlier = search.attached(before: attach, child)
            else { return nil }
            let before = SurroundingCode(of: attach.call).before
            return (attach, child.name, before.filter { $0.position > earlier.position })
        }
    }

    /// The nearest statement that attaches the child before a call does, which is noted too.
    private mutating func attached(before attach: ChildCall, _ child: AttachedObject) -> Syntax? {
        let closure = attach.place.closure?.id
        let statements = attach.call.ancestors.prefix { !$0.is(MemberBlockSyntax.self) }
            .filter { $0.is(CodeBlockItemSyntax.self) }
        var earlier: Syntax?
        var goesOn = true
        for (depth, item) in statements.enumerated() {
            guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { break }
            let place = Place(list: list.id, closure: closure, child: child)
            // Two branches may exclude each other.
            earlier =
                earlier
                ?? attached[place]?.last {
                    $0.item.position < item.position && (depth == 0 || !$0.isBranch)
                }?.item
            if goesOn {
                attached[place, default: []].append(Statement(item: item, isBranch: depth > 0))
                goesOn = lastExit(in: list).map { $0 <= item.position } ?? true
            }
        }
        return earlier
    }

    private mutating func lastExit(in list: CodeBlockItemListSyntax) -> AbsolutePosition? {
        if let known = lastExits[list.id] { return known }
        let found = list.last(where: \.leaves)?.position
        lastExits[list.id] = .some(found)
        return found
    }
}

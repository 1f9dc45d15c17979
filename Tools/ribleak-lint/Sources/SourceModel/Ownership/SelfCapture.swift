// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// How a closure comes to hold `self`.
package enum SelfCapture {
    /// It names `self`, first at this node.
    case named(Syntax)
    /// A closure inside of it has `[weak self]` in its list, so that it must hold `self` itself.
    case forNested(ClosureExprSyntax)

    /// The node that makes the closure hold `self`.
    package var node: Syntax {
        switch self {
        case .named(let node): node
        case .forNested(let closure): Syntax(closure)
        }
    }

    /// How a closure holds `self` strongly; nil if it does not.
    package init?(of closure: ClosureExprSyntax) {
        if closure.namesParameterSelf { return nil }
        switch Self.list(of: closure) {
        case .strong(let node)?:
            self = .named(node)
            return
        case .weak?: return nil
        case nil: break
        }
        let finder = Finder(viewMode: .sourceAccurate)
        finder.walk(closure.statements)
        guard let found = finder.found else { return nil }
        self = found
    }

    /// Whether `self` is a strong reference where a node stands, and not the weak one of a closure
    /// around it.
    package static func isStrong(where node: some SyntaxProtocol) -> Bool {
        var current = Syntax(node)
        while let parent = current.parent {
            if let closure = parent.as(ClosureExprSyntax.self) {
                if closure.namesParameterSelf { return false }
                if case .weak? = list(of: closure) { return Rebinding.isIn(closure) }
            }
            if parent.asProtocol((any DeclGroupSyntax).self) != nil { break }
            current = parent
        }
        return true
    }

    /// Whether a closure takes `self` without keeping it, and needs it whenever it runs.
    package static func isUnowned(in closure: ClosureExprSyntax) -> Bool {
        closure.signature?.capture?.items.contains {
            $0.name.text == "self" && $0.specifier?.specifier.text == "unowned"
        } ?? false
    }

    /// `guard let self`, `if let self`, `guard let self = self`.
    private final class Rebinding: SyntaxVisitor {
        private var found = false

        static func isIn(_ closure: ClosureExprSyntax) -> Bool {
            let visitor = Rebinding(viewMode: .sourceAccurate)
            visitor.walk(closure.statements)
            return visitor.found
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            // Older sources write `self` in backticks.
            let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            if name == "self" || name == "`self`" {
                found = true
            }
            return .skipChildren
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }
    }

    private enum Listed {
        case strong(Syntax)
        case weak
    }

    /// What the capture list says about `self`; nil if it does not name it.
    private static func list(of closure: ClosureExprSyntax) -> Listed? {
        for item in closure.signature?.capture?.items ?? [] where item.name.text == "self" {
            return item.specifier == nil ? .strong(Syntax(item)) : .weak
        }
        // `[weak owner = self]`, with no other use, holds nothing either.
        return nil
    }

    private final class Finder: SyntaxVisitor {
        var found: SelfCapture?

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            if found == nil, node.baseName.text == "self" { found = .named(Syntax(node)) }
            return .skipChildren
        }

        // `Name.self` is a type.
        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            if let base = node.base { walk(base) }
            return .skipChildren
        }

        // So is the last part of `\.self`, which is a value.
        override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }

        override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
            if found == nil { found = .named(Syntax(node)) }
            return .skipChildren
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            guard found == nil, !node.namesParameterSelf else { return .skipChildren }
            switch SelfCapture.list(of: node) {
            case .strong(let item)?: found = .named(item)
            case .weak?: found = .forNested(node)
            case nil: return .visitChildren
            }
            return .skipChildren
        }

        // Capture lists are looked at above: `[weak self]` names `self` too.
        override func visit(_ node: ClosureCaptureClauseSyntax) -> SyntaxVisitorContinueKind {
            for item in node.items where item.specifier == nil {
                if let value = item.initializer?.value { walk(value) }
            }
            return .skipChildren
        }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    }
}

extension ClosureExprSyntax {
    /// Whether a parameter is named `self`, as helpers have it that pass a weak one on.
    fileprivate var namesParameterSelf: Bool {
        switch signature?.parameterClause {
        case .simpleInput(let parameters): parameters.contains { $0.name.text == "self" }
        case .parameterClause(let clause):
            clause.parameters.contains { ($0.secondName ?? $0.firstName).text == "self" }
        case nil: false
        }
    }
}

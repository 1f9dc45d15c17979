// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// How a closure comes to hold `self`.
package enum SelfCapture {
    /// It names `self`.
    case named
    /// A closure inside of it has `[weak self]` in its list, so that it must hold `self` itself.
    case forNested

    /// How a closure holds `self` strongly; nil if it does not.
    package init?(of closure: ClosureExprSyntax) {
        if closure.namesParameterSelf { return nil }
        if let listed = closure.listedSelf {
            guard listed.specifier == nil else { return nil }
            self = .named
            return
        }
        for node in closure.statements.nodes(Syntax.self, outside: Self.isOther) {
            if let nested = node.as(ClosureExprSyntax.self), !nested.namesParameterSelf,
                let listed = nested.listedSelf
            {
                self = listed.specifier == nil ? .named : .forNested
                return
            }
            // `Name.self` is a type.
            if let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == "self",
                !name.isMemberName
            {
                self = .named
                return
            }
            if node.is(SuperExprSyntax.self) {
                self = .named
                return
            }
        }
        return nil
    }

    /// Whether what is inside of a node says nothing about `self`, or its list has said all.
    private static func isOther(_ node: Syntax) -> Bool {
        switch node.as(SyntaxEnum.self) {
        case .closureExpr(let closure): closure.namesParameterSelf || closure.listedSelf != nil
        // `[weak owner = self]`, with no other use, holds nothing.
        case .closureCapture(let item): item.specifier != nil
        // The last part of `\.self` is a value.
        case .keyPathExpr, .classDecl, .structDecl: true
        default: false
        }
    }

    /// Whether `self` is a strong reference where a node stands, and not the weak one of a closure
    /// around it.
    package static func isStrong(where node: some SyntaxProtocol) -> Bool {
        for parent in node.ancestors {
            if let closure = parent.as(ClosureExprSyntax.self) {
                if closure.namesParameterSelf { return false }
                if closure.listedSelf?.specifier != nil { return closure.rebindsSelf }
            }
            if parent.asProtocol((any DeclGroupSyntax).self) != nil { break }
        }
        return true
    }

    /// Whether a closure takes `self` without keeping it, and needs it whenever it runs.
    package static func isUnowned(in closure: ClosureExprSyntax) -> Bool {
        closure.listedSelf?.specifier?.specifier.text == "unowned"
    }
}

extension ClosureExprSyntax {
    /// What its list says about `self`; nil if it does not name it.
    fileprivate var listedSelf: ClosureCaptureSyntax? {
        signature?.capture?.items.first { $0.name.text == "self" }
    }

    /// Whether it has `guard let self`, `if let self` or `guard let self = self`. Older sources write
    /// `self` in backticks.
    fileprivate var rebindsSelf: Bool {
        statements.nodes(OptionalBindingConditionSyntax.self) { $0.is(ClosureExprSyntax.self) }
            .contains { ["self", "`self`"].contains($0.pattern.name) }
    }

    /// Whether a parameter is named `self`, as helpers have it that pass a weak one on.
    fileprivate var namesParameterSelf: Bool { parameterNames.contains("self") }
}

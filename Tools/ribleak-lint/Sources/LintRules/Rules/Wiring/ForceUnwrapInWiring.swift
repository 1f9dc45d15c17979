// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel
import SwiftSyntax

/// What joins the parts of a RIB must not stop the app when a part is missing.
package enum ForceUnwrapInWiring: Rule {
    package static let description = RuleDescription(
        id: "force-unwrap-in-wiring", severity: .warning,
        summary: "A builder, component or router unwraps, casts or tries by force.",
        reason: """
            Wiring changes with each RIB that is added above or below it. What is there today is nil \
            or of another type after that, and the app stops where nobody looks.
            """,
        fix: "Pass what is needed to `init`, or handle that it is missing.",
        examples: PackageResources.force_unwrap_in_wiring_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        guard file.source.imports.isDisjoint(with: ["XCTest", "Testing"]) else { return [] }
        return file.declarations.filter { isWiring($0, file.types) }.flatMap { type in
            let finder = ForceFinder(viewMode: .sourceAccurate)
            finder.walk(type.node.memberBlock)
            return finder.found
        }
    }

    private static func isWiring(_ type: TypeDeclaration, _ types: TypeTable) -> Bool {
        guard !doubles.contains(where: type.name.contains) else { return false }
        if let role = type.role { return [.builder, .component, .router].contains(role) }
        return types.importsRIBs
            && types.lineage(of: type.name).contains {
                wiringProtocols.contains($0) && !types.declares($0)
            }
    }

    private static let wiringProtocols: Set = [
        "Buildable", "Routing", "ViewableRouting", "LaunchRouting",
    ]
    /// Words in the names of test doubles, whose authors want them to stop at once.
    private static let doubles = ["Mock", "Stub", "Fake", "Spy", "Dummy"]
}

/// Finds what is done by force in the members of a type, without the types inside of it.
private final class ForceFinder: SyntaxVisitor {
    private(set) var found: [Violation] = []

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visitPost(_ node: ForceUnwrapExprSyntax) {
        guard !ExprSyntax(node).isConstant else { return }
        add(
            node.exclamationMark, "`\(node.shortText)` stops the app when it is nil.",
            "Unwrap it with `guard let`, or pass a value that is not optional.", node.expression)
    }

    override func visitPost(_ node: UnresolvedAsExprSyntax) {
        guard node.questionOrExclamationMark?.tokenKind == .exclamationMark,
            let list = node.parent?.as(ExprListSyntax.self)
        else { return }
        let elements = Array(list)
        guard let index = elements.firstIndex(where: { $0.id == node.id }),
            index > 0, index + 1 < elements.count
        else { return }
        let (value, type) = (elements[index - 1], elements[index + 1])
        add(
            node.asKeyword,
            "`\(value.shortText) as! \(type.trimmedDescription)` stops the app when the type differs.",
            "Declare it as that type, or cast with `as?` and handle nil.", value)
    }

    override func visitPost(_ node: TryExprSyntax) {
        guard node.questionOrExclamationMark?.tokenKind == .exclamationMark,
            !node.expression.isConstant
        else { return }
        add(
            node.tryKeyword, "`try! \(node.expression.shortText)` stops the app at any error.",
            "Let the caller handle the error, or catch it here.", node.expression)
    }

    override func visitPost(_ node: VariableDeclSyntax) {
        guard node.parent?.is(MemberBlockItemSyntax.self) == true, !node.isOutlet else { return }
        for binding in node.bindings where binding.isStored {
            guard let type = binding.typeAnnotation?.type,
                type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self),
                let name = binding.pattern.name
            else { continue }
            found.append(
                Violation(
                    at: node, "`\(name)` stops the app when it is read before it is set.",
                    fix: "Pass it to `init`, or make it optional.", subject: name))
        }
    }

    private func add(
        _ token: TokenSyntax, _ message: String, _ fix: String, _ value: ExprSyntax
    ) {
        found.append(
            Violation(at: token, message, fix: fix, subject: PostfixChain(value).names))
    }
}

extension ExprSyntax {
    /// Whether it makes a value of the standard library or Foundation of literals alone, so that it
    /// fails at once or never.
    fileprivate var isConstant: Bool {
        guard let call = unwrapped.as(FunctionCallExprSyntax.self), call.closures.isEmpty,
            let name = call.functionName,
            ForceFinder.constantTypes.contains(name) || call.encodesLiteral,
            call.arguments.allSatisfy({ $0.expression.isLiteral })
        else { return false }
        guard name == "URL", let text = call.argument("string")?.literalText else { return true }
        return URL(string: text) != nil
    }

    /// Whether it is written out, as `"a"`, `1`, `[]` or `.utf8`.
    private var isLiteral: Bool {
        if let string = self.as(StringLiteralExprSyntax.self) {
            return string.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        if let array = self.as(ArrayExprSyntax.self) {
            return array.elements.allSatisfy { $0.expression.isLiteral }
        }
        if let member = self.as(MemberAccessExprSyntax.self) {
            return member.base.map { $0.variableName?.first?.isUppercase == true } ?? true
        }
        return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
            || self.is(BooleanLiteralExprSyntax.self) || isNil
    }

    private var literalText: String? {
        self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

extension FunctionCallExprSyntax {
    /// `"text".data(using: .utf8)`.
    fileprivate var encodesLiteral: Bool {
        functionName == "data" && receiver?.is(StringLiteralExprSyntax.self) == true
    }
}

extension ForceFinder {
    fileprivate static let constantTypes: Set = [
        "URL", "URLComponents", "UUID", "TimeZone", "Decimal", "Int", "Double", "Data", "Scalar",
        "UnicodeScalar", "NSRegularExpression", "Regex",
    ]
}

extension VariableDeclSyntax {
    /// Whether Interface Builder sets it.
    fileprivate var isOutlet: Bool {
        attributes.contains {
            $0.as(AttributeSyntax.self)?.attributeName.name?.hasPrefix("IB") == true
        }
    }
}

extension ExprSyntaxProtocol {
    /// The text on one line, or the names of a long chain.
    fileprivate var shortText: String {
        let text = trimmedDescription
        if text.count <= 60, !text.contains("\n") { return text }
        let inner = ExprSyntax(self).unwrapped
        let names = PostfixChain(inner).names
        return names + (inner.is(FunctionCallExprSyntax.self) || names.isEmpty ? "(…)" : "")
            + (self.is(ForceUnwrapExprSyntax.self) ? "!" : "")
    }
}

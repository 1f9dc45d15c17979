// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

extension SourceEdit {
    /// Adds the call of the superclass: what ends something calls it last. Nil where the call could not
    /// be the last one, because something returns before.
    static func superCall(
        in function: FunctionDeclSyntax, _ body: CodeBlockSyntax
    ) -> SourceEdit? {
        let name = function.name.text
        let arguments = function.signature.parameterClause.parameters.map { parameter in
            let label = parameter.firstName.text
            let value = parameter.innerName
            return label == "_" ? value : "\(label): \(value)"
        }
        let call = "super.\(name)(\(arguments.joined(separator: ", ")))"
        let isLast = ["willResignActive", "didStop"].contains(name)
        return isLast ? last(call, in: body) : first(call, in: body)
    }

    private static func first(_ call: String, in body: CodeBlockSyntax) -> SourceEdit {
        if let outer = body.rightBrace.indentation {
            let indentation = body.statements.first?.indentation ?? outer + "    "
            return SourceEdit(inserting: "\n\(indentation)\(call)", after: body.leftBrace)
        }
        let rest = body.statements.isEmpty ? (body.hasSpace ? "" : " ") : ";"
        return SourceEdit(inserting: " \(call)\(rest)", after: body.leftBrace)
    }

    private static func last(_ call: String, in body: CodeBlockSyntax) -> SourceEdit? {
        guard !body.statements.isEmpty else { return first(call, in: body) }
        guard body.returns.isEmpty else { return nil }
        guard let outer = body.rightBrace.indentation else {
            return SourceEdit(inserting: "; \(call)", after: body.statements)
        }
        let indentation = body.statements.first?.indentation ?? outer + "    "
        let step = indentation.hasPrefix(outer) ? String(indentation.dropFirst(outer.count)) : ""
        return SourceEdit(inserting: "\(step)\(call)\n\(outer)", before: body.rightBrace)
    }
}

extension CodeBlockSyntax {
    fileprivate var hasSpace: Bool {
        !leftBrace.trailingTrivia.isEmpty || !rightBrace.leadingTrivia.isEmpty
    }
}

extension SyntaxProtocol {
    /// The spaces before it, if it is the first on its line.
    var indentation: String? {
        var spaces = ""
        for piece in leadingTrivia.reversed() {
            switch piece {
            case .spaces(let count): spaces = String(repeating: " ", count: count) + spaces
            case .tabs(let count): spaces = String(repeating: "\t", count: count) + spaces
            case .newlines, .carriageReturnLineFeeds: return spaces
            default: return nil
            }
        }
        return nil
    }
}

extension SyntaxProtocol {
    /// Whether a local name stands before the property of the same name here, also after `guard let child`.
    func isHidden(_ name: String) -> Bool {
        if meaning(ofLocal: name) != nil { return true }
        return SurroundingCode(of: self).before.contains { code in
            let conditions =
                code.as(ConditionElementListSyntax.self)
                ?? code.as(CodeBlockItemSyntax.self)?.item.as(GuardStmtSyntax.self)?.conditions
            return conditions?.contains {
                $0.condition.as(OptionalBindingConditionSyntax.self)?.pattern.name == name
            } == true
        }
    }
}

extension SourceEdit {
    /// Sets the property of a child to nil behind its detach; nil if something behind it needs the
    /// property.
    init?(
        releasing name: String, after detach: ChildCall, _ around: SurroundingCode,
        _ router: RouterMethods
    ) {
        guard detach.helper == nil, detach.call.functionName == "detachChild",
            detach.place.closure == nil,
            let item = detach.call.parent?.as(CodeBlockItemSyntax.self),
            !router.uses(name, in: around.after, calledOnly: true)
        else { return nil }
        let isHidden = detach.call.isHidden(name)
        let isUsed =
            isHidden
            ? around.after.contains { $0.description.contains("self.\(name)") }
            : router.uses(name, in: around.after, calledOnly: false)
        if isUsed { return nil }
        let line = (isHidden ? "self." : "") + "\(name) = nil"
        guard let indentation = item.indentation else {
            self.init(
                inserting: item.semicolon == nil ? "; \(line)" : " \(line);", after: item)
            return
        }
        self.init(inserting: "\n\(indentation)\(line)", after: item)
    }
}

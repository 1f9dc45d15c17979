// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Lets a closure hold `self` weakly.
struct WeakCapture {
    private let closure: ClosureExprSyntax
    private let file: FixFile
    private let sources: FixSources

    /// The edits of a closure that names `self`.
    ///
    /// - Throws: A refusal when it could not do its work then, or something else would not be done.
    static func edits(
        of closure: ClosureExprSyntax, in file: FixFile, _ sources: FixSources
    ) throws(Refusal) -> [SourceEdit] {
        try WeakCapture(closure: closure, file: file, sources: sources).edits()
    }

    private var item: ClosureCaptureSyntax? {
        closure.signature?.capture?.items.first { $0.name.text == "self" }
    }

    private func edits() throws(Refusal) -> [SourceEdit] {
        let body = closure.statements
        guard body.nodes(SuperExprSyntax.self).isEmpty else {
            throw Refusal("The closure calls `super`, which a weak `self` cannot.")
        }
        guard body.nodes(FunctionDeclSyntax.self).isEmpty else {
            throw Refusal("The closure has a function of its own, which may need `self`.")
        }
        let uses = Self.uses(in: body)
        guard !uses.isEmpty || !Self.nested(in: body).isEmpty || item != nil else {
            throw Refusal("The closure does not name `self`.")
        }
        let value = ClosureValue(of: closure, in: sources)
        // `[self]` and `[unowned self]` let the body leave it out.
        let omitted = item == nil ? [] : self.omitted
        let mayOmit = omitted == nil
        let isStrongInside = Self.nested(in: body).contains { $0.specifier == nil }
        if !mayOmit, !isStrongInside, !prefersGuard(uses),
            let omitted, (uses + omitted).allSatisfy({ isOptional($0, value) })
        {
            return [list(andThen: nil)].compactMap(\.self)
                + uses.map { SourceEdit(inserting: "?", after: $0) }
                + omitted.map { SourceEdit(inserting: "self?.", before: $0) }
        }
        return try guarded(uses, value)
    }

    // MARK: - Uses of self

    /// The members that the body names without `self`; nil where a name may be one that no source declares.
    private var omitted: [DeclReferenceExprSyntax]? {
        guard let type = EnclosingCode(of: closure).type else { return nil }
        let all = closure.statements.nodes(DeclReferenceExprSyntax.self)
        let own = ActivityFixes.omitted(in: closure.statements, of: type, file)
        let others = all.filter { name in
            !name.isMemberName && name.baseName.text != "self" && !ExprSyntax(name).isLocal
                && name.baseName.text.first?.isLowercase == true
                && !own.contains { $0.id == name.id }
        }
        return others.isEmpty ? own : nil
    }

    /// Where a body names the `self` that its closure captures.
    private static func uses(in body: CodeBlockItemListSyntax) -> [DeclReferenceExprSyntax] {
        body.nodes(DeclReferenceExprSyntax.self, outside: isOther).filter {
            $0.baseName.text == "self" && !$0.isMemberName
        }
    }

    /// What the lists of closures inside say about `self`, which they take from this one.
    private static func nested(in body: CodeBlockItemListSyntax) -> [ClosureCaptureSyntax] {
        body.nodes(ClosureCaptureSyntax.self).filter { $0.name.text == "self" }
    }

    private static func isOther(_ node: Syntax) -> Bool {
        switch node.as(SyntaxEnum.self) {
        case .closureExpr(let closure):
            closure.parameterNames.contains("self")
                || closure.signature?.capture?.items.contains { $0.name.text == "self" } == true
        case .closureCapture(let item): item.specifier != nil
        case .keyPathExpr, .classDecl, .structDecl, .enumDecl: true
        default: false
        }
    }

    /// Whether a use may become `self?`, since nothing needs what it gives.
    private func isOptional(_ use: DeclReferenceExprSyntax, _ value: ClosureValue) -> Bool {
        guard
            use.baseName.text != "self"
                || use.parent?.as(MemberAccessExprSyntax.self)?.base?.id == use.id
        else { return false }
        var whole = ExprSyntax(use)
        while let parent = whole.parent?.as(ExprSyntax.self),
            parent.as(SubscriptCallExprSyntax.self)?.calledExpression.id == whole.id
                || PostfixChain(around: whole).whole.id != whole.id || parent.is(TryExprSyntax.self)
                || parent.is(AwaitExprSyntax.self)
        {
            whole = parent
        }
        if let list = whole.parent?.as(ExprListSyntax.self),
            let sequence = list.parent?.as(SequenceExprSyntax.self)
        {
            let elements = Array(sequence.elements)
            let isTarget = elements.first?.id == whole.id && ExprSyntax(sequence).isAssignment
            let isThrownAway =
                elements.count == 3 && elements[0].is(DiscardAssignmentExprSyntax.self)
            return (isTarget || isThrownAway)
                && sequence.parent?.is(CodeBlockItemSyntax.self) == true
        }
        if let statement = whole.parent?.as(ReturnStmtSyntax.self) {
            return value == .optional && statement.nearest(ClosureExprSyntax.self)?.id == closure.id
        }
        guard let item = whole.parent?.as(CodeBlockItemSyntax.self) else { return false }
        return isUnused(item, value)
    }

    /// Whether nothing takes what a statement gives.
    private func isUnused(_ item: CodeBlockItemSyntax, _ value: ClosureValue) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
            return true
        }
        if let taking = list.parent?.as(ClosureExprSyntax.self) {
            return taking.id == closure.id
                ? value.mayBeMissing : ClosureValue(of: taking, in: sources).mayBeMissing
        }
        // A branch of an `if` or `switch` that may be a value.
        guard let branch = item.ancestors.first(where: { $0.is(ExpressionStmtSyntax.self) }),
            let outer = branch.parent?.as(CodeBlockItemSyntax.self),
            item.nearest(ClosureExprSyntax.self)?.id == outer.nearest(ClosureExprSyntax.self)?.id
        else { return list.parent?.parent?.is(InitializerClauseSyntax.self) != true }
        return isUnused(outer, value)
    }

    /// Whether one `guard` reads better than many a `?`, and means the same.
    private func prefersGuard(_ uses: [DeclReferenceExprSyntax]) -> Bool {
        uses.count > 2 && Self.nested(in: closure.statements).isEmpty && !waits
            && closure.statements.allSatisfy { !Self.uses(in: [$0]).isEmpty }
            && uses.allSatisfy { $0.nearest(ClosureExprSyntax.self)?.id == closure.id }
            && ClosureValue(of: closure, in: sources) == .nothing
    }

    private var waits: Bool {
        !closure.statements.nodes(AwaitExprSyntax.self).isEmpty
            || closure.statements.nodes(ForStmtSyntax.self).contains { $0.awaitKeyword != nil }
    }

    // MARK: - With a guard

    private func guarded(
        _ uses: [DeclReferenceExprSyntax], _ value: ClosureValue
    ) throws(Refusal) -> [SourceEdit] {
        guard value.mayBeMissing else {
            throw Refusal(
                value == .value
                    ? "The closure must return a value, and has none when `self` is gone."
                    : "Nothing tells whether the closure must return a value.")
        }
        guard !waits else {
            throw Refusal("The closure would hold `self` while it waits, weakly captured or not.")
        }
        let items = Array(closure.statements)
        guard
            let index = items.firstIndex(where: {
                !Self.uses(in: [$0]).isEmpty || item != nil || !Self.nested(in: [$0]).isEmpty
            })
        else { throw Refusal("The closure does not name `self`.") }
        for other in items[(index + 1)...] where Self.uses(in: [other]).isEmpty {
            guard isOwnWork(other, since: items[...index]) else {
                throw Refusal(
                    "`\(shortened(other))` would not be done any more when `self` is gone.")
            }
        }
        let line = "guard let self else { return\(value == .optional ? " nil" : "") }"
        let first = items[index]
        let result = value == .optional && closure.result != nil ? "return " : ""
        if let indentation = first.indentation {
            return [
                list(andThen: nil),
                SourceEdit(inserting: "\(line)\n\(indentation)\(result)", before: first),
            ].compactMap(\.self)
        }
        guard index == 0, let last = items.last else {
            return [
                list(andThen: nil), SourceEdit(inserting: "\(line); \(result)", before: first),
            ].compactMap(\.self)
        }
        guard first.leadingTrivia.isBlank, closure.leftBrace.trailingTrivia.isBlank else {
            throw Refusal("A comment stands before the first statement of the closure.")
        }
        let outer = file.indent(of: closure.leftBrace)
        var edits = [list(andThen: "\n\(outer)\(file.step)\(line)\n\(outer)\(file.step)\(result)")]
            .compactMap(\.self)
        if closure.rightBrace.indentation == nil {
            let end = last.endPositionBeforeTrailingTrivia.utf8Offset
            let brace = closure.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(SourceEdit(replacing: end..<brace, with: "\n\(outer)"))
        }
        return edits
    }

    /// Whether a statement only goes on with what others before it made, or does nothing at all.
    private func isOwnWork(
        _ item: CodeBlockItemSyntax, since before: ArraySlice<CodeBlockItemSyntax>
    ) -> Bool {
        guard
            !item.nodes(FunctionCallExprSyntax.self).isEmpty
                || item.item.as(ExprSyntax.self)?.isAssignment == true
        else { return true }
        let made = Set(
            before.flatMap { $0.nodes(IdentifierPatternSyntax.self) }.map(\.identifier.text))
        return item.nodes(DeclReferenceExprSyntax.self).contains {
            !$0.isMemberName && made.contains($0.baseName.text)
        }
    }

    private func shortened(_ item: CodeBlockItemSyntax) -> String {
        let text = item.trimmedDescription.split(whereSeparator: \.isNewline).first ?? ""
        return text.count > 40 ? "\(text.prefix(40))…" : String(text)
    }

    /// Writes `[weak self]` into the list of the closure, or makes one.
    ///
    /// - Parameter lines: What comes between the list and the first statement, in place of spaces.
    private func list(andThen lines: String?) -> SourceEdit? {
        guard let signature = closure.signature else {
            let start = closure.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
            let next = closure.statements.positionAfterSkippingLeadingTrivia.utf8Offset
            guard let lines else {
                let space = next == start ? " " : ""
                return SourceEdit(
                    replacing: start..<start, with: " [weak self] in\(space)")
            }
            return SourceEdit(replacing: start..<next, with: " [weak self] in\(lines)")
        }
        var range: Range<Int>
        var text: String
        if let item {
            range =
                item.positionAfterSkippingLeadingTrivia
                .utf8Offset..<item.name
                .endPositionBeforeTrailingTrivia.utf8Offset
            text = "weak self"
        } else if let capture = signature.capture {
            let start = capture.leftSquare.endPosition.utf8Offset
            (range, text) = (start..<start, capture.items.isEmpty ? "weak self" : "weak self, ")
        } else {
            let next =
                signature.parameterClause.map(Syntax.init)
                ?? signature.effectSpecifiers.map(Syntax.init)
                ?? signature.returnClause.map(Syntax.init) ?? Syntax(signature.inKeyword)
            let start = next.positionAfterSkippingLeadingTrivia.utf8Offset
            (range, text) = (start..<start, "[weak self] ")
        }
        if let lines {
            let rest = signature.inKeyword.endPositionBeforeTrailingTrivia.utf8Offset
            let next = closure.statements.positionAfterSkippingLeadingTrivia.utf8Offset
            let bytes = Array(file.text.utf8)[range.upperBound..<rest]
            text += String(decoding: bytes, as: UTF8.self) + lines
            range = range.lowerBound..<next
        }
        return SourceEdit(replacing: range, with: text)
    }
}

extension Trivia {
    /// Whether there is no comment in it.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

// MARK: - Methods that are handed over

extension WeakCapture {
    /// The edit that hands over a closure in place of a method of an object.
    static func edit(
        ofMethod method: ExprSyntax, in file: FixFile
    ) throws(Refusal) -> SourceEdit {
        guard let name = method.lastName.as(DeclReferenceExprSyntax.self),
            let owner = EnclosingCode(of: method).type
        else { throw Refusal("Nothing tells which method is handed over.") }
        let base = method.as(MemberAccessExprSyntax.self)?.base
        let object = base?.variableName ?? "self"
        var type: String? = owner
        if let base, !base.isSelf {
            guard base.is(DeclReferenceExprSyntax.self) else {
                throw Refusal("The object whose method is handed over has no name of its own.")
            }
            type =
                base.isLocal ? base.origin?.madeType : file.types.property(object, of: owner)?.type
        }
        guard let type, object == "self" || file.types.isClassBound(type) == true else {
            throw Refusal("The type of `\(object)` is not known to be a class.")
        }
        let written = name.argumentNames?.arguments.map(\.name.text)
        let methods = file.types.methods(name.baseName.text, of: type).filter {
            !$0.isStatic && (written == nil || $0.parameters.map(\.label) == written)
        }
        guard let found = methods.first, Set(methods.map { $0.parameters.map(\.label) }).count == 1
        else {
            throw Refusal(
                methods.isEmpty
                    ? "No source declares `\(name.baseName.text)` of \(type)."
                    : "\(type) has more than one method named `\(name.baseName.text)`.")
        }
        guard found.returnType == nil || found.returnType == "Void" else {
            throw Refusal(
                "`\(name.baseName.text)` returns a value, and a closure has none when `\(object)` "
                    + "is gone.")
        }
        let arguments = found.parameters.enumerated().map { index, parameter in
            (parameter.label == "_" ? "" : "\(parameter.label): ") + "$\(index)"
        }
        return SourceEdit(
            replacing: method,
            with: "{ [weak \(object)] in \(object)?.\(name.baseName.text)"
                + "(\(arguments.joined(separator: ", "))) }")
    }

    /// The edit that makes `assign(to: \.name, on: self)` a `sink`.
    static func edit(
        ofAssign call: FunctionCallExprSyntax
    ) throws(Refusal) -> SourceEdit {
        let path = call.argument("to")?.as(KeyPathExprSyntax.self)
        let names = path?.components.map(\.component.trimmedDescription) ?? []
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), !names.isEmpty
        else { throw Refusal("The property that gets the values has no plain name.") }
        let start = member.declName.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = call.endPositionBeforeTrailingTrivia.utf8Offset
        return SourceEdit(
            replacing: start..<end,
            with: "sink { [weak self] in self?.\(names.joined(separator: ".")) = $0 }")
    }
}

// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What the caller of a closure expects it to return: a weak `self` may be gone when it has to.
enum ClosureValue: Sendable {
    case nothing
    case optional
    case value
    case unknown

    /// Whether a closure may return early without a value.
    var mayBeMissing: Bool { self == .nothing || self == .optional }
}

// MARK: - What sources declare

extension ClosureValue {
    /// The types of closures that a file declares, for properties, and for parameters of functions.
    static func declared(in tree: SourceFileSyntax) -> [(String, ClosureValue)] {
        tree.nodes(FunctionTypeSyntax.self).flatMap { type in
            keys(of: type).map { ($0, ClosureValue(returned: type.returnClause.type)) }
        }
    }

    /// The names of what has a type: a property, or a parameter, also as a trailing closure.
    private static func keys(of type: FunctionTypeSyntax) -> [String] {
        for parent in type.ancestors {
            if let parameter = parent.as(FunctionParameterSyntax.self) {
                let function = parameter.parent?.parent?.parent?.parent
                let name =
                    function?.as(FunctionDeclSyntax.self)?.name.text
                    ?? function?.as(InitializerDeclSyntax.self)?.nearest(ClassDeclSyntax.self)?
                    .name.text
                let isLast =
                    parameter.parent?.as(FunctionParameterListSyntax.self)?.last?.id
                    == parameter.id
                return [parameter.firstName.text, isLast ? trailing : nil].compactMap { label in
                    name.flatMap { name in label.map { key(function: name, label: $0) } }
                }
            }
            if let binding = parent.as(PatternBindingSyntax.self) {
                return binding.pattern.name.map { [key(property: $0)] } ?? []
            }
            if parent.is(FunctionTypeSyntax.self) || parent.is(CodeBlockItemSyntax.self)
                || parent.is(MemberBlockItemSyntax.self)
            {
                return []
            }
        }
        return []
    }

    /// What stands for the label of a trailing closure.
    private static let trailing = "{}"

    private init(returned type: TypeSyntax) {
        if ["Void", "()"].contains(type.trimmedDescription) {
            self = .nothing
        } else {
            self = type.isOptional ? .optional : .value
        }
    }

    static func key(function: String, label: String) -> String { "\(function)(\(label):)" }

    static func key(property: String) -> String { property }
}

// MARK: - What a closure returns

extension ClosureValue {
    /// Looks at a closure, and at what takes it.
    init(of closure: ClosureExprSyntax, in sources: FixSources) {
        if let type = closure.signature?.returnClause?.type {
            self.init(returned: type)
            return
        }
        if let taken = Self.taken(closure, in: sources) {
            self = taken
            return
        }
        if closure.statements.returns.contains(where: { $0.expression != nil }) {
            self = .value
            return
        }
        self = closure.result == nil ? .nothing : .unknown
    }

    /// What takes a closure: a call whose closures are known, or a property.
    private static func taken(
        _ closure: ClosureExprSyntax, in sources: FixSources
    ) -> ClosureValue? {
        if let call = closure.takingCall, let name = call.functionName {
            let label =
                closure.parent?.as(LabeledExprSyntax.self)?.label?.text
                ?? closure.parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text
            if transforming.contains(name) { return .value }
            if name == "compactMap" { return .optional }
            if takers.contains(name) || labels.contains(label ?? "") { return .nothing }
            let isTrailing = call.trailingClosure?.id == closure.id
            let known = sources.closureValue(
                key(function: name, label: label ?? (isTrailing ? trailing : "_")))
            return known == .unknown ? nil : known
        }
        guard let sequence = closure.parent?.parent?.as(SequenceExprSyntax.self),
            let target = sequence.elements.first,
            sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        else { return nil }
        let owner =
            target.unwrapped.as(SubscriptCallExprSyntax.self)?.calledExpression ?? target
        guard let name = owner.lastName.as(DeclReferenceExprSyntax.self)?.baseName.text else {
            return nil
        }
        let known = sources.closureValue(key(property: name))
        if known == .unknown, handlers.contains(name) { return .nothing }
        return known == .unknown ? nil : known
    }

    /// Functions of the system and of stream libraries whose closures return nothing.
    private static let takers: Set = [
        "sink", "subscribe", "bind", "drive", "emit", "do", "handleEvents", "setEventHandler",
        "setCancelHandler", "setRegistrationHandler", "scheduledTimer", "Timer", "addObserver",
        "addPeriodicTimeObserver", "async", "asyncAfter", "DispatchWorkItem", "notify", "forEach",
        "AnyCancellable", "addOperation", "Task", "detached", "observe", "BlockOperation",
        "schedulePeriodic", "detachNewThread",
    ]
    /// Labels of closures that return nothing, whatever the function is.
    private static let labels: Set = [
        "onNext", "onError", "onCompleted", "onDisposed", "onSuccess", "onFailure",
        "receiveValue", "receiveCompletion", "receiveOutput", "receiveCancel", "completion",
        "completionHandler", "execute",
    ]
    /// Properties of the system that have such closures.
    private static let handlers: Set = ["onTermination", "completionBlock"]
    /// Operators whose closures must return something.
    private static let transforming: Set = [
        "map", "filter", "flatMap", "flatMapLatest", "flatMapFirst", "concatMap", "tryMap", "scan",
        "reduce", "create", "first", "contains", "sorted", "removeDuplicates", "deferred",
        "Deferred", "distinctUntilChanged", "combineLatest", "withLatestFrom", "zip", "shared",
    ]
}

extension ClosureExprSyntax {
    /// The only expression, which may be its value.
    var result: ExprSyntax? {
        guard statements.count == 1, let item = statements.first else { return nil }
        if let branch = item.branch { return branch.elseBody == nil ? nil : ExprSyntax(branch) }
        if let statement = item.item.as(ExpressionStmtSyntax.self) { return statement.expression }
        guard let value = item.item.as(ExprSyntax.self) else { return nil }
        return value.isAssignment ? nil : value
    }
}

extension ExprSyntax {
    /// Whether it gives something a value: `a = b`, `a += b`.
    var isAssignment: Bool {
        guard let second = self.as(SequenceExprSyntax.self)?.elements.dropFirst().first else {
            return false
        }
        if second.is(AssignmentExprSyntax.self) { return true }
        let name = second.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(name)
    }
}

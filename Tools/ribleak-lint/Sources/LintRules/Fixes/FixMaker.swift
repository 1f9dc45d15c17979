// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Finds the code of a finding, and what to change there.
struct FixMaker {
    let sources: FixSources

    /// What mends a finding, before it is checked.
    struct Draft {
        let kind: String
        private(set) var title: String
        private(set) var edits: [(file: FixFile, edit: SourceEdit)]
        /// The finding of lint that must be gone then, as `FixSources.counts` names it, and its file.
        var lint: (file: FixFile, key: [String])?

        init(_ kind: String, _ title: String, _ file: FixFile, _ edits: [SourceEdit]) {
            (self.kind, self.title) = (kind, title)
            self.edits = edits.map { (file, $0) }
        }

        init(_ kind: String, _ title: String, _ edits: [(FixFile, SourceEdit)]) {
            (self.kind, self.title) = (kind, title)
            self.edits = edits.map { (file: $0.0, edit: $0.1) }
        }

        /// Adds what mends the same finding elsewhere.
        mutating func add(_ other: Draft) {
            let new = other.edits.filter { added in
                !edits.contains { $0.file === added.file && $0.edit == added.edit }
            }
            guard !new.isEmpty else { return }
            edits += new
            title += ". \(other.title)"
        }
    }

    func draft(for subject: FixDocument.Subject) throws(Refusal) -> Draft {
        switch subject {
        case .lint(let rule, let file, let line, let column):
            return try draft(ofRule: rule, try sources.file(file), line, column)
        case .run(let finding): return try draft(for: finding)
        }
    }

    // MARK: - Findings of runs

    /// What leads from a finding to the code, the most certain first.
    private enum Way: CaseIterable { case edge, subscription, view, foreseen }

    private func draft(for finding: RunFinding) throws(Refusal) -> Draft {
        var first: Refusal?
        for way in Way.allCases {
            do throws(Refusal) {
                guard var draft = try draft(for: finding, by: way) else { continue }
                // An object is gone once all that keeps it lets go.
                for other in finding.otherHolders ?? [] {
                    guard let edge = other.edge else {
                        throw Refusal("Nothing tells which code is at fault of all that keep it.")
                    }
                    draft.add(try self.draft(ofEdge: edge, of: finding))
                }
                return draft
            } catch {
                first = first ?? error
            }
        }
        throw first ?? Refusal("The finding does not tell which code is at fault.")
    }

    /// Goes one way; nil where the finding does not have it.
    private func draft(for finding: RunFinding, by way: Way) throws(Refusal) -> Draft? {
        let edge = finding.isOfSubscription ? nil : finding.edge
        let isToken = edge.map { Self.tokens.contains(where: $0.target.hasPrefix) } == true
        switch way {
        case .edge:
            guard let edge, !isToken else { return nil }
            return try draft(ofEdge: edge, of: finding)
        case .subscription:
            guard isToken || finding.isOfSubscription, !finding.frames("subscribe").isEmpty
            else { return nil }
            return try subscription(of: finding)
        case .view:
            return finding.kind == "view-gone-still-attached" ? try view(of: finding) : nil
        case .foreseen:
            guard let foreseen = finding.foreseenBy else { return nil }
            return try draft(
                ofRule: foreseen.rule, try sources.file(foreseen.file), foreseen.line, nil)
        }
    }

    private func draft(
        ofEdge edge: RunFinding.Step, of finding: RunFinding
    ) throws(Refusal) -> Draft {
        if edge.holder.hasPrefix("method reference ") { return try method(edge) }
        return edge.label.hasPrefix("captures ")
            ? try closure(edge) : try property(edge, of: finding)
    }

    /// How the names of tokens begin, which keep a subscription.
    private static let tokens = [
        "AnyCancellable", "AnonymousDisposable", "BinaryDisposable", "CompositeDisposable",
        "DisposeBag", "SerialDisposable", "SingleAssignmentDisposable", "SinkDisposer",
    ]

    private func place(_ step: RunFinding.Step) throws(Refusal) -> (file: FixFile, line: Int) {
        guard let file = step.file, let line = step.line else {
            throw Refusal("The finding does not tell where \(step.holder) is.")
        }
        return (try sources.file(file), line)
    }

    private func closure(_ step: RunFinding.Step) throws(Refusal) -> Draft {
        let (file, line) = try place(step)
        guard step.label == "captures self" else {
            throw Refusal(
                "The closure at \(file.place(line)) \(step.label), which is not its `self`.")
        }
        let found = file.source.tree.nodes(ClosureExprSyntax.self).filter { closure in
            let place = EnclosingCode(of: closure)
            return file.line(of: closure) == line && SelfCapture(of: closure) != nil
                && step.holder.contains(place.type ?? "")
                && step.holder.contains(place.member ?? "")
        }
        guard let first = found.first else {
            throw Refusal(
                "No closure at \(file.place(line)) holds `self` strongly: it has changed.")
        }
        let call = first.takingCall
        guard found.allSatisfy({ $0.id == first.id || $0.takingCall?.id == call?.id }) else {
            throw Refusal("More than one closure at \(file.place(line)) holds `self`.")
        }
        return try weak(first, in: file)
    }

    private func method(_ step: RunFinding.Step) throws(Refusal) -> Draft {
        let (file, line) = try place(step)
        let name = step.holder.split(separator: ".").last?.prefix { $0 != "(" } ?? ""
        let found = file.source.tree.nodes(DeclReferenceExprSyntax.self).filter { use in
            use.baseName.text == name && file.line(of: use) == line
                && use.handedOver.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
                    != use.handedOver.id
        }
        guard let use = found.first, found.count == 1 else {
            throw Refusal(
                "\(file.place(line)) does not hand over `\(name)` once: it has changed.")
        }
        return try weak(method: use.handedOver, in: file)
    }

    private func property(
        _ step: RunFinding.Step, of finding: RunFinding
    ) throws(Refusal) -> Draft {
        let name = String(step.label.prefix { $0 != "." && $0 != "[" })
        let type = String(step.holder.prefix { $0 != "<" }.split(separator: ".").last ?? "")
        guard !name.isEmpty, !step.holder.hasPrefix("static ") else {
            throw Refusal("\(step.holder) is no property of a class.")
        }
        let file =
            if let path = step.file {
                try sources.file(path)
            } else {
                try sources.file(declaring: type)
            }
        let variable = try OwnershipFixes.declaration(of: name, in: type, at: step.line, file)
        let fixes = OwnershipFixes(file: file, sources: sources)
        let isElement = step.label.contains("[")
        let hint = finding.hint ?? ""
        if hint.contains("where you detach") {
            let frame = finding.frames("detach").first { frame in
                frame.function.hasPrefix("\(type).")
                    && (try? sources.file(frame.file)) === file
            }
            return Draft(
                "clear-child",
                isElement
                    ? "Let \(name) go of the child that is detached"
                    : "Set \(name) to nil when the child is detached", file,
                try fixes.clearing(name, of: type, detachedAt: frame?.line))
        }
        guard !isElement, name == step.label else {
            throw Refusal("Nothing tells how to take it out of \(step.holder).\(step.label).")
        }
        if hint.contains(" weak: the two keep each other alive"),
            !Self.backward.contains(where: { name.lowercased().hasSuffix($0) })
        {
            throw Refusal("Nothing tells which of the two should hold the other weakly.")
        }
        guard hint.hasPrefix("Make ") || hint.contains("or make it weak") else {
            throw Refusal("`\(name)` of \(type) may need what it holds.")
        }
        return Draft("weak-property", "Hold \(name) weakly", try fixes.weak(variable))
    }

    /// The ends of names of properties that lead to an owner.
    private static let backward = [
        "parent", "owner", "superview", "delegate", "listener", "container",
    ]

    private func subscription(of finding: RunFinding) throws(Refusal) -> Draft {
        var first: Refusal?
        for frame in finding.frames("subscribe") {
            let file: FixFile
            do throws(Refusal) {
                file = try sources.file(frame.file)
            } catch {
                // Libraries are not among the sources.
                if !error.reason.hasPrefix("No source") { first = first ?? error }
                continue
            }
            let found = file.checked.subscriptions.filter { one in
                let statement = one.chain.whole.nearest(CodeBlockItemSyntax.self)
                let whole = statement.map(Syntax.init) ?? Syntax(one.chain.whole)
                return one.place.closure == nil && frame.function.contains(one.place.member ?? "")
                    && (file.line(of: whole)...file.lastLine(of: one.chain.whole))
                        .contains(frame.line)
            }
            let ofOwner = found.filter { one in
                one.place.type == finding.type
                    || one.place.type.flatMap(file.types.role).map {
                        [.interactor, .worker].contains($0)
                    } == true
            }
            guard let subscription = ofOwner.first else { continue }
            guard ofOwner.count == 1 else {
                throw Refusal("More than one subscription is made at \(file.place(frame.line)).")
            }
            return try end(subscription, in: file)
        }
        throw first ?? Refusal("No source of an interactor or worker makes the subscription.")
    }

    private func view(of finding: RunFinding) throws(Refusal) -> Draft {
        for frame in finding.frames("detach") {
            guard let type = frame.function.split(separator: ".").first.map(String.init),
                sources.types.role(of: type) == .router,
                let file = try? sources.file(frame.file)
            else { continue }
            return Draft(
                "detach-child", "Detach the child where its view is taken away", file,
                try OwnershipFixes(file: file, sources: sources)
                    .detaching(atLine: frame.line, of: type))
        }
        throw Refusal("No router takes the view away.")
    }

    // MARK: - Kinds of fixes

    private func end(_ one: Subscription, in file: FixFile) throws(Refusal) -> Draft {
        let fixes = ActivityFixes(file: file, sources: sources)
        if one.place.member == "init" {
            return Draft(
                "move-to-didBecomeActive", "Subscribe to \(one.stream) when the activity begins",
                file, try fixes.movingToActivity(one))
        }
        return Draft(
            "cancel-on-deactivate", "End the subscription to \(one.stream) with the activity",
            file, try fixes.ending(one))
    }

    /// Captures `self` weakly in a closure, and in the others of the same call; a task gets an owner.
    private func weak(_ closure: ClosureExprSyntax, in file: FixFile) throws(Refusal) -> Draft {
        let call = closure.takingCall
        let fixes = ActivityFixes(file: file, sources: sources)
        if let call, call.functionName == "Task" {
            var edits = try? fixes.owning(call)
            // An endless loop holds a strong `self` until it is cancelled, which it now is.
            if edits?.isEmpty == true { edits = nil }
            if let edits {
                return Draft(
                    "task-in-interactor", "Start the task with task(in: self)", file, edits)
            }
        }
        var closures = [closure]
        var name = closure.storedIn.map { "the closure that \($0) keeps" } ?? "the closure"
        if let call {
            let subscription = file.checked.subscriptions.first { one in
                one.call.id == call.id || one.chain.links.contains { $0.call?.id == call.id }
            }
            closures = (subscription?.closures ?? call.closures).filter {
                $0.id == closure.id || SelfCapture(of: $0) != nil && SelfCapture.isStrong(where: $0)
            }
            let names = subscription?.stream ?? PostfixChain(ExprSyntax(call)).names
            if !names.isEmpty {
                name = "the closure\(closures.count > 1 ? "s" : "") of \(names)"
            }
        }
        var edits: [SourceEdit] = []
        for closure in closures {
            edits += try WeakCapture.edits(of: closure, in: file, sources)
        }
        let discarded = call.map(fixes.endingIfDiscarded) ?? []
        edits += discarded
        var title = "Capture self weakly in \(name)"
        // A timer goes on without its owner.
        if discarded.isEmpty, let call, goesOn(call, in: file),
            let ending = try? fixes.ending(call)
        {
            edits += ending
            title += ", and end it with the activity"
        }
        return Draft("weak-capture", title, file, edits)
    }

    /// Whether nothing ends what a call makes and keeps in a property, as lint says.
    private func goesOn(_ call: FunctionCallExprSyntax, in file: FixFile) -> Bool {
        let rule = Rules.all.first { $0.description.id == "timer-or-observer-kept" }
        return rule?.check(file.checked).contains {
            [call.id, call.receiverName.id].contains($0.node.id)
        } ?? false
    }

    private func weak(method: ExprSyntax, in file: FixFile) throws(Refusal) -> Draft {
        Draft(
            "weak-capture",
            "Hand over a closure that captures weakly in place of \(method.trimmedDescription)",
            file, [try WeakCapture.edit(ofMethod: method, in: file)])
    }

    // MARK: - Findings of lint

    private func draft(
        ofRule id: String, _ file: FixFile, _ line: Int, _ column: Int?
    ) throws(Refusal) -> Draft {
        guard let rule = Rules.all.first(where: { $0.description.id == id }) else {
            throw Refusal("There is no fix for \(id).")
        }
        func found(in file: FixFile) -> Violation? {
            rule.check(file.checked).first {
                let place = file.source.place(of: $0.node)
                return place.line == line && (column == nil || place.column == column)
            }
        }
        var file = file
        var violation = found(in: file)
        if violation == nil, let alone = sources.alone(file) {
            (file, violation) = (alone, found(in: alone))
        }
        guard let violation else {
            throw Refusal(
                "\(id) finds nothing at \(file.place(line)) any more: the source has changed.")
        }
        var draft = try draft(for: violation, of: id, file)
        let type =
            EnclosingCode(of: violation.node).type
            ?? violation.node.asProtocol((any DeclGroupSyntax).self)?.typeName
        draft.lint = (file, [id, type ?? "", violation.subject])
        return draft
    }

    private func draft(
        for violation: Violation, of rule: String, _ file: FixFile
    ) throws(Refusal) -> Draft {
        let node = violation.node
        let subject = violation.subject
        let activity = ActivityFixes(file: file, sources: sources)
        let ownership = OwnershipFixes(file: file, sources: sources)
        let call = file.checked.calls.first { $0.receiverName.id == node.id || $0.id == node.id }
        let subscription =
            file.checked.subscriptions.first {
                $0.call.id == call?.id || $0.chain.whole.id == node.id
            }
            ?? (call?.arguments.first?.expression ?? node.as(ExprSyntax.self)).flatMap {
                self.subscription(whose: $0, in: file)
            }
        switch rule {
        case "missing-super":
            guard let edit = violation.edit else {
                throw Refusal("Nothing tells where `super` should be called.")
            }
            return Draft("call-super", "Call super.\(subject)", file, [edit])
        case "strong-self-in-stored-closure", "kept-by-other":
            if let closure = node.as(ClosureExprSyntax.self) { return try weak(closure, in: file) }
            if let subscription, subscription.consumer == "assign" {
                return Draft(
                    "weak-capture", "Assign with a closure that captures self weakly", file,
                    [try WeakCapture.edit(ofAssign: subscription.call)])
            }
            if let value = node.as(ExprSyntax.self), !value.isSelf,
                let type = EnclosingCode(of: node).type,
                value.methodReference(in: type, file.types) != nil
            {
                return try weak(method: value, in: file)
            }
            if let subscription { return try end(subscription, in: file) }
            throw Refusal("Another object keeps `self`, and nothing tells how to take it back.")
        case "strong-listener":
            guard let variable = node.as(VariableDeclSyntax.self) else { break }
            let edits = try ownership.weak(variable)
            guard violation.edit != nil else {
                throw Refusal("`\(subject)` is not the only one that holds it, or it is unknown.")
            }
            return Draft("weak-property", "Hold \(subject) weakly", edits)
        case "builder-keeps-product":
            let variable = try OwnershipFixes.declaration(
                of: subject, in: EnclosingCode(of: node).type ?? "", at: nil, file)
            return Draft("weak-property", "Hold \(subject) weakly", try ownership.weak(variable))
        case "subscription-outlives-activity", "undisposed-subscription":
            guard let subscription else { break }
            return try end(subscription, in: file)
        case "subscription-in-init":
            guard let subscription else { break }
            return Draft(
                "move-to-didBecomeActive",
                "Subscribe to \(subscription.stream) when the activity begins", file,
                try activity.movingToActivity(subscription))
        case "timer-or-observer-kept":
            guard let call else { break }
            let ending = Result { () throws(Refusal) in try activity.ending(call) }
            if case .failure = ending, call.functionName == "Task",
                let edits = try? activity.owning(call)
            {
                return Draft(
                    "task-in-interactor", "Start the task with task(in: self)", file, edits)
            }
            if let closure = call.closures.last, SelfCapture(of: closure) != nil,
                !activity.endingIfDiscarded(call).isEmpty
            {
                return try weak(closure, in: file)
            }
            let isObserver = ActivityFixes.isObserver(call)
            return Draft(
                isObserver ? "remove-observer" : "end-timer",
                isObserver
                    ? "Remove the observer when the activity ends"
                    : "End \(subject) when the activity ends", file, try ending.get())
        case "child-not-released":
            let type = EnclosingCode(of: node).type ?? ""
            if let edit = violation.edit {
                return Draft(
                    "clear-child", "Set \(subject) to nil when the child is detached", file,
                    [edit])
            }
            let detach = file.checked.childCalls.filter {
                $0.kind == .detach && $0.type == type
                    && $0.place.member == EnclosingCode(of: node).member
            }
            return Draft(
                "clear-child", "Let \(subject) go of the child that is detached", file,
                try ownership.clearing(
                    subject, of: type,
                    detachedAt: detach.count == 1 ? file.line(of: detach[0].call) : nil))
        case "unbalanced-attach":
            return Draft(
                "detach-child", "Detach the child where its view is taken away", file,
                try ownership.detaching(subject, near: node))
        default: break
        }
        throw Refusal("No certain fix is known for \(rule) here.")
    }
}

extension FixMaker {
    /// The subscription whose token an expression is, or the variable has that it names.
    private func subscription(whose token: ExprSyntax, in file: FixFile) -> Subscription? {
        guard let value = token.origin,
            value.id != token.id || !token.is(DeclReferenceExprSyntax.self)
        else { return nil }
        return file.checked.subscriptions.first {
            $0.chain.whole.id == value.id || $0.chain.whole.unwrapped.id == value.id
        }
    }
}

extension Subscription {
    /// The names of the chain up to what subscribes, such as `scores.sink`.
    fileprivate var stream: String { PostfixChain(ExprSyntax(call)).names }
}

extension ClosureExprSyntax {
    /// The property that an assignment gives it to.
    fileprivate var storedIn: String? {
        guard let sequence = parent?.parent?.as(SequenceExprSyntax.self) else { return nil }
        return sequence.elements.first?.lastName.trimmedDescription
    }
}

extension DeclReferenceExprSyntax {
    /// The whole expression that a method's name ends: `self.show` for `show`.
    fileprivate var handedOver: ExprSyntax {
        guard isMemberName, let member = parent?.as(MemberAccessExprSyntax.self) else {
            return ExprSyntax(self)
        }
        return ExprSyntax(member)
    }
}

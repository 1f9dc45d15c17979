// SPDX-License-Identifier: Apache-2.0

/// Where a value is kept, followed through the types on the way.
package struct Keeper: Hashable, Sendable {
    /// A property on the way, and the type that has it.
    package struct Link: Hashable, Sendable {
        package let type: String
        package let property: String

        package init(type: String, property: String) {
            (self.type, self.property) = (type, property)
        }
    }

    package enum Root: Hashable, Sendable {
        /// The object whose code it is.
        case owner
        /// A type's own property, or a variable outside of types: it lives as long as the program.
        case program
        /// What a method gets.
        case parameter(String)
        /// The object of a variable.
        case variable(String)
    }

    package let root: Root
    package let links: [Link]
    /// Whether the last property has the value as one of many, so that the next one does not replace it.
    package let isElement: Bool

    /// The property that has the value itself.
    package var last: Link? { links.last }

    /// The way as people write it: `center.observers`.
    package var description: String {
        let names = links.map(\.property)
        guard case .parameter(let name) = root else { return names.joined(separator: ".") }
        return ([name] + names).joined(separator: ".")
    }
}

extension TypeTable {
    /// What is kept by a value, one by one: `self`, parameters, members and variables.
    ///
    /// - Parameter type: The type whose code it is.
    package func roots(of held: Held, in type: String, depth: Int = 0) -> Set<Held> {
        switch held {
        case .owner, .unowned, .parameter, .variable: return [held]
        case .member(let name):
            let isMethod =
                property(name, of: type) == nil
                && methods(name, of: type).contains { !$0.isStatic }
            return [isMethod ? .owner : held]
        case .group(let all):
            return all.reduce(into: []) { $0.formUnion(roots(of: $1, in: type, depth: depth)) }
        case .object(let name, let held):
            return roots(of: held, in: type, depth: depth).union([.variable(name)])
        case .from(let name, let arguments):
            guard self.type(name)?.kind == .enum || !declares(name) && Self.streams.contains(name)
            else { return [] }
            return arguments.reduce(into: []) {
                $0.formUnion(roots(of: $1.value, in: type, depth: depth))
            }
        case .made(let name, let arguments):
            guard depth < Self.deepest else { return [] }
            return arguments.enumerated().reduce(into: []) { found, argument in
                guard isKept(argument.offset, of: arguments, byNew: name, depth: depth + 1) else {
                    return
                }
                found.formUnion(roots(of: argument.element.value, in: type, depth: depth + 1))
            }
        }
    }

    /// How many objects within objects are looked through, because sources may say so in a circle.
    private static var deepest: Int { 8 }

    /// Whether a new object keeps what it gets.
    private func isKept(
        _ index: Int, of arguments: [HeldArgument], byNew name: String, depth: Int
    ) -> Bool {
        guard depth < Self.deepest else { return false }
        let argument = arguments[index]
        if argument.isSet { return argument.label.map { isHeld($0, by: name) } ?? false }
        guard let made = self.type(name) else {
            return !declares(name) && isForeignHolder(name, of: argument.label ?? "_")
        }
        let initializers = parts(of: name).flatMap(\.methods).filter { $0.name == "init" }
        if initializers.isEmpty {
            switch made.kind {
            case .struct:
                // A trailing closure says no label, so that nothing is said of it.
                return argument.label.map { isHeld($0, by: name) } ?? false
            case .class: break
            default: return false
            }
            guard let parent = made.inherited.first else { return false }
            return isKept(index, of: arguments, byNew: parent, depth: depth + 1)
        }
        return !keepers(
            ofArgument: index, of: arguments.map(\.label), passedTo: "init", of: name, depth: depth
        )
        .isEmpty
    }

    /// Where a method keeps an argument, from the object that has the method on.
    package func keepers(
        ofArgument index: Int, of labels: [String?], passedTo name: String, of type: String,
        depth: Int = 0
    ) -> [Keeper] {
        guard depth < Self.deepest else { return [] }
        if name == "init", !declares(type) {
            let label = labels[index] ?? "_"
            return isForeignHolder(type, of: label)
                ? [
                    Keeper(
                        root: .owner, links: [Keeper.Link(type: type, property: label)],
                        isElement: false)
                ] : []
        }
        let all = name == "init" ? parts(of: type).flatMap(\.methods) : methods(name, of: type)
        let taking = all.filter {
            $0.name == name && $0.hasBody && $0.parameter(index, of: labels) != nil
        }
        // Swift prefers the one that needs no default values.
        let exact = taking.filter { $0.parameters.count == labels.count }
        let methods = exact.isEmpty ? taking : exact
        // Of several that take it, one may not keep it.
        guard methods.count == 1, let parameter = methods[0].parameter(index, of: labels) else {
            return []
        }
        return methods[0].holds.flatMap { hold -> [Keeper] in
            guard
                roots(of: hold.value, in: type, depth: depth + 1).contains(
                    .parameter(parameter.name))
            else { return [] }
            return keepers(of: hold, in: type, depth: depth + 1)
        }
    }

    /// Where code keeps a value: the properties on the way there.
    ///
    /// Empty where the sources do not tell, or something on the way is weak or made anew each time.
    package func keepers(of hold: Hold, in type: String, depth: Int = 0) -> [Keeper] {
        guard depth < Self.deepest else { return [] }
        var current = type
        var root = Keeper.Root.owner
        var names = hold.names[...]
        switch hold.start {
        case .owner where names.first == "super":
            guard let parent = self.type(type)?.inherited.first,
                case .passed(let name, let index) = hold.way
            else { return [] }
            return keepers(
                ofArgument: index, of: hold.labels, passedTo: name, of: parent, depth: depth + 1)
        case .owner:
            if let first = names.first, property(first, of: type) == nil {
                if property(first, of: "") != nil {
                    (current, root) = ("", .program)
                } else if typeOfProperty(first, of: type) == nil {
                    return []
                }
            }
        case .type(let name):
            if name != "Self" { current = name }
            root = .program
            if case .passed("init", _) = hold.way, names.isEmpty { break }
            if let first = names.first, property(first, of: current)?.isStatic != true { return [] }
        case .parameter(let name, let declared):
            guard depth == 0, let declared else { return [] }
            (current, root) = (declared, .parameter(name))
        case .variable(let name, let made):
            guard depth == 0, let made else { return [] }
            (current, root) = (made, .variable(name))
        }
        var links: [Keeper.Link] = []
        while let name = names.popFirst() {
            // The value of a subject is what the subject has.
            if name == "value", !links.isEmpty, Self.repeating.contains(current) { break }
            guard let link = link(name, of: current) else { return [] }
            if self.property(name, of: link.type)?.isStatic == true { root = .program }
            links.append(link)
            if names.isEmpty { break }
            guard let next = typeOfProperty(name, of: link.type) else { return [] }
            current = next
        }
        return ends(of: hold, links, root, current, depth)
    }

    /// The property by which an object of a type keeps something for others to reach, as the only class
    /// of it has it.
    private func link(_ name: String, of type: String) -> Keeper.Link? {
        let owner = type.isEmpty ? "" : onlyClass(of: type)?.name ?? type
        guard let property = property(name, of: owner) else {
            if name == "disposable", !declares(type) {
                return Keeper.Link(type: type, property: name)
            }
            return typeOfProperty(name, of: owner).map { _ in
                Keeper.Link(type: owner, property: name)
            }
        }
        guard property.ownership == .strong, !property.isWrapped else { return nil }
        guard property.isStored || isShared(name, of: owner) else { return nil }
        return Keeper.Link(type: owner, property: name)
    }

    /// The type of a property on the way, those of the base classes of RIBs among them.
    private func typeOfProperty(_ name: String, of type: String) -> String? {
        if let known = property(name, of: type) { return known.type }
        for ancestor in lineage(of: type).flatMap(parts(inherited:)) {
            for (base, position) in Self.baseProperties[name] ?? [] {
                let arguments = ancestor.arguments[base] ?? []
                if position < arguments.count { return arguments[position] }
            }
        }
        return nil
    }

    /// The base classes that have a property, and which of their generic arguments is its type.
    private static var baseProperties: [String: [(String, Int)]] {
        [
            "presenter": [("PresentableInteractor", 0)],
            "viewController": [("ViewableRouter", 1), ("LaunchRouter", 1), ("Presenter", 0)],
            "interactor": [("Router", 0), ("ViewableRouter", 0), ("LaunchRouter", 0)],
            "dependency": [("Component", 0), ("Builder", 0)],
        ]
    }

    /// Whether a property of a component gives the same object each time.
    private func isShared(_ name: String, of type: String) -> Bool {
        guard role(of: type) == .component else { return false }
        return methods(name, of: type).contains {
            !$0.body.uses.isDisjoint(with: ["shared", "dependency"])
        }
    }

    private func ends(
        of hold: Hold, _ links: [Keeper.Link], _ root: Keeper.Root, _ type: String, _ depth: Int
    ) -> [Keeper] {
        let isElement = hold.way != .assigned
        let keeper = Keeper(root: root, links: links, isElement: isElement)
        let last = links.last
        switch hold.way {
        case .assigned, .inserted:
            guard let last else { return [] }
            let isKnown =
                property(last.property, of: last.type) != nil || last.property == "disposable"
            return isKnown ? [keeper] : []
        case .passed(let name, let index):
            var target = type
            if let last {
                let type = typeOfProperty(last.property, of: last.type)
                guard
                    let declared = type.flatMap(onlyClass)?.name
                        ?? type.flatMap({
                            self.type($0)?.kind == .struct
                                || !declares($0) && !methods(name, of: $0).isEmpty ? $0 : nil
                        })
                else {
                    let collection = property(last.property, of: last.type)
                    return collection.map { takesElements(name, index, $0, hold) } == true
                        ? [keeper] : []
                }
                target = declared
            }
            let isStatic = last == nil && root == .program
            return keepers(
                ofArgument: index, of: hold.labels, passedTo: name, of: target, depth: depth + 1
            ).map { inner in
                Keeper(
                    root: inner.root == .program ? .program : root,
                    links: inner.root == .program ? inner.links : links + inner.links,
                    isElement: inner.isElement)
            }.filter {
                !isStatic || name != "init"
                    || $0.root == .program
                        && $0.last.map { property($0.property, of: $0.type)?.isStatic == true }
                            == true
            }
        }
    }

    /// Whether a method of a collection, or of a subject that repeats its value, keeps what it gets.
    private func takesElements(
        _ name: String, _ index: Int, _ property: PropertyFacts, _ hold: Hold
    ) -> Bool {
        // RxSwift's `bag.insert { … }` runs its closure at once.
        if name == "insert", hold.labels[index] == nil { return false }
        if let type = property.type {
            if name == "subscribe", hold.labels == ["_"],
                Self.streams.contains(type), case .made = hold.value
            {
                return true
            }
            return Self.repeating.contains(type) && ["onNext", "send", "accept"].contains(name)
                || type == "Set" && name == "insert"
                || ["CompositeDisposable", "DisposeBag"].contains(type) && name == "insert"
                || ["NSMutableArray", "NSMutableSet"].contains(type) && name == "add"
                || type == "NSCache" && name == "setObject" && index == 0
        }
        return ["append", "insert", "updateValue"].contains(name) && index == 0
    }

    private static var streams: Set<String> {
        [
            "Observable", "Single", "Maybe", "Completable", "Infallible", "Deferred", "Disposables",
            "AnyPublisher", "PassthroughSubject", "CurrentValueSubject", "PublishSubject",
            "BehaviorSubject", "ReplaySubject",
        ]
    }

    private static var closureHolders: Set<String> {
        ["AnyCancellable", "AnySubscriber", "BlockOperation", "Deferred", "DispatchWorkItem"]
    }

    private static var repeating: Set<String> {
        ["BehaviorSubject", "ReplaySubject", "BehaviorRelay", "ReplayRelay", "CurrentValueSubject"]
    }

    /// Whether a base class of RIBs, or of a stream library, holds it.
    private func isForeignHolder(_ name: String, of label: String) -> Bool {
        if Self.repeating.contains(name) { return ["value", "_"].contains(label) }
        if Self.closureHolders.contains(name) { return true }
        if label == "_", role(of: name) == .builder { return true }
        guard label == "dependency", let role = role(of: name) else { return false }
        return role == .builder || role == .component
    }

    /// Whether a property holds what it gets.
    private func isHeld(_ property: String, by name: String) -> Bool {
        self.property(property, of: name)?.keeps == true
    }
}

extension MethodFacts {
    /// The parameter that gets an argument; nil if the method takes other arguments.
    fileprivate func parameter(_ index: Int, of labels: [String?]) -> ParameterFacts? {
        var rest = parameters[...]
        var found: ParameterFacts?
        for (position, label) in labels.enumerated() {
            guard
                let next = rest.firstIndex(where: {
                    label == nil ? $0.isClosure : label == $0.label
                })
            else { return nil }
            if position == index { found = rest[next] }
            rest = rest[(next + 1)...]
        }
        return found
    }
}

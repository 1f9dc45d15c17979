// SPDX-License-Identifier: Apache-2.0

/// All types of the sources, by name.
///
/// A name that several types have means the one that the compiler would take: see `NameResolver`. Where
/// that cannot be told, it stands for none of them, so that nothing is said about the wrong one.
package struct TypeTable: Sendable {
    private let names: NameResolver
    /// Where the names stand that are asked for; nil without a file.
    private var viewer: NameScope?
    private var declarations: [String: [TypeFacts]] = [:]
    private var extensions: [String: [TypeFacts]] = [:]
    /// Classes by the generic arguments of what they inherit from: routers by their interactors and views.
    private(set) var generics: [String: [String]] = [:]
    /// Where routers have their children from.
    private(set) var attachments: [(router: String, attachment: Attachment)] = []
    /// All types, and the methods of them whose code names a type, by its name as people write it.
    let all: [TypeFacts]
    private var users: [String: [(type: Int32, method: Int32)]] = [:]
    /// The types whose properties begin with what names a type, by that name.
    private var makers: [String: [Int32]] = [:]
    let fates = Memo<String, Fate>()
    let permanents = Memo<String, Bool>()
    let goings = Memo<String, Bool>()
    let reachable = Memo<String, [MethodFacts]>()
    let products = Memo<Bool, [String: [Int]]>()
    let partners = Memo<String, Set<String>>()
    /// Classes and structs by the protocols and classes that they name.
    private var heirs: [String: [String]] = [:]
    private var methodNames: Set<String> = []
    /// Properties that get a value from outside of their type.
    private var assignedElsewhere: [String: [(by: TypeFacts, ForeignAssignment)]] = [:]
    /// Methods that are called when an interactor or a worker ends, and at other times.
    private var calledAtEnd: Set<String> = []
    private var calledBefore: Set<String> = []
    /// Methods of other objects that may be called many times in the life of the caller.
    private var calledOften: Set<String> = []
    /// Whether the sources have the app's delegate, and so all code that may call theirs.
    package private(set) var isWholeApp = false
    let reach = Memo<Bool, Reach>()
    /// The classes whose objects storyboards and the like make.
    private(set) var laidOut: Set<String> = []
    /// By the names in this table, since rules ask for each expression of a class.
    private let lineages = Memo<String, [String]>()
    private let members = Memo<String, [String: [MethodFacts]]>()
    private let reached = Memo<Beginning, Set<String>>()
    private let cleared = Memo<String, Set<String>>()
    /// Whether a file imports RIBs, or declares its base classes.
    package private(set) var importsRIBs = false

    /// Makes a table.
    ///
    /// - Parameter layouts: The texts of storyboards and the like.
    package init(_ facts: some Sequence<TypeFacts>, importsRIBs: Bool, layouts: [String] = []) {
        let facts = Array(facts)
        names = NameResolver(facts)
        all = facts.map(names.resolved)
        for (index, fact) in all.enumerated() {
            if fact.kind == .extension {
                extensions[fact.name, default: []].append(fact)
            } else {
                declarations[fact.name, default: []].append(fact)
            }
            for (position, method) in fact.methods.enumerated() {
                note(method, of: fact)
                for name in method.body.uses where name.first?.isUppercase == true {
                    users[name, default: []].append((Int32(index), Int32(position)))
                }
            }
            for name in fact.values where name.first?.isUppercase == true {
                makers[name, default: []].append(Int32(index))
            }
            isWholeApp = isWholeApp || Self.isDelegate(fact.name)
            for argument in fact.arguments.values.joined() {
                generics[argument, default: []].append(fact.name)
            }
            for inherited in fact.inherited { heirs[inherited, default: []].append(fact.name) }
        }
        self.importsRIBs = importsRIBs
        // Others make the owner of a file, which is a placeholder in it.
        let elements = layouts.lazy.flatMap { $0.split(separator: "<") }
            .filter { !$0.hasPrefix("placeholder") }
        laidOut = Set(
            elements.compactMap { element in
                element.firstRange(of: "customClass=\"").map {
                    String(element[$0.upperBound...].prefix { $0 != "\"" })
                }
            })
    }

    /// Notes what is asked of all methods together, so that no question walks over all of them.
    private mutating func note(_ method: MethodFacts, of type: TypeFacts) {
        methodNames.insert(method.name)
        attachments += method.body.attachments.map { (type.name, $0) }
        for assignment in method.body.assignsElsewhere {
            assignedElsewhere[assignment.property, default: []].append((type, assignment))
        }
        let isOnce = Self.startingMethods.contains(method.name)
        calledOften.formUnion(isOnce ? method.body.sendsLater : method.body.sends)
        if Self.endingMethods.contains(method.name) {
            calledAtEnd.formUnion(method.body.sends)
        } else {
            calledBefore.formUnion(method.body.sends)
        }
    }

    /// The same types, for names as they stand in a file.
    package func seen(from file: ParsedFile) -> TypeTable {
        var table = self
        table.viewer = names.scope(of: file.path)
        return table
    }

    /// The name of a type in this table.
    package func key(_ name: String) -> String {
        viewer.flatMap { names.key(of: name, anywhereIn: $0) } ?? name
    }

    /// The declaration of a type, if the name means exactly one.
    package func type(_ name: String) -> TypeFacts? { declaration(key(name)) }

    private func declaration(_ key: String) -> TypeFacts? {
        guard let all = declarations[key], all.count == 1 else { return nil }
        return all[0]
    }

    /// The declarations of each name that the same place gives to several types.
    var sharedNames: [[TypeFacts]] { declarations.values.filter { $0.count > 1 } }

    /// Names of types that may mean several, and where they stand.
    var doubtfulNames: [NameResolver.Doubt] { names.doubts }

    /// The name that people know, of a name as `lineage` returns it.
    package static func shown(_ key: String) -> String { NameResolver.shown(key) }

    /// Whether the sources declare a type of the name.
    package func declares(_ name: String) -> Bool { declarations[key(name)] != nil }

    /// Whether a name as `lineage` returns it stands for a type of the sources.
    func isDeclared(inherited name: String) -> Bool { declarations[name] != nil }

    /// The declaration and the extensions of a type.
    package func parts(of name: String) -> [TypeFacts] { parts(inherited: key(name)) }

    /// The same for a name as `lineage` returns it, which means the same wherever it is asked for.
    func parts(inherited key: String) -> [TypeFacts] {
        (declaration(key).map { [$0] } ?? []) + (extensions[key] ?? [])
    }

    /// The names of a type and of all that it inherits, nearest first; those of other modules too.
    package func lineage(of name: String) -> [String] {
        let key = key(name)
        return lineages.value(of: key) { findLineage(of: key) }
    }

    private func findLineage(of key: String) -> [String] {
        var names = [key] + (Self.streamProtocols[key].map { [$0] } ?? [])
        var seen = Set(names)
        var next = 0
        while next < names.count, names.count < Self.longestLineage {
            for part in parts(inherited: names[next]) {
                for inherited in part.inherited where seen.insert(inherited).inserted {
                    names.append(inherited)
                }
            }
            next += 1
        }
        return names
    }

    /// What extensions of these are methods of, too.
    private static let streamProtocols = [
        "AnyPublisher": "Publisher", "PassthroughSubject": "Publisher",
        "CurrentValueSubject": "Publisher", "Observable": "ObservableType",
        "PublishSubject": "ObservableType", "BehaviorSubject": "ObservableType",
        "PublishRelay": "ObservableType", "BehaviorRelay": "ObservableType",
    ]

    /// Many times what a class of people inherits. A chain of classes as long as a file would be walked
    /// along once for each of them.
    private static let longestLineage = 200

    /// The classes above a class and itself, nearest first, as far as the sources declare them.
    package func classes(above name: String) -> [TypeFacts] {
        lineage(of: name).compactMap(declaration).filter { $0.kind == .class }
    }

    /// The superclass that the sources do not declare, directly or further up.
    package func foreignSuperclass(of name: String) -> String? {
        // Only the first name can be that of a class.
        classes(above: name).last?.inherited.first.flatMap {
            isDeclared(inherited: $0) ? nil : $0
        }
    }

    /// A property of a type or of what it inherits.
    package func property(_ property: String, of name: String) -> PropertyFacts? {
        for ancestor in lineage(of: name) {
            for part in parts(inherited: ancestor) {
                if let found = part.properties[property] { return found }
            }
        }
        return nil
    }

    /// The methods with a name of a type and of what it inherits.
    package func methods(_ method: String, of name: String) -> [MethodFacts] {
        methodsByName(of: name)[method] ?? []
    }

    /// All methods of a type and of what it inherits, by their names.
    package func methodsByName(of name: String) -> [String: [MethodFacts]] {
        members.value(of: key(name)) { Dictionary(grouping: methods(of: name), by: \.name) }
    }

    /// All methods of a type, of its superclasses, and of the extensions of its protocols.
    package func methods(of name: String) -> [MethodFacts] {
        lineage(of: name).flatMap(parts(inherited:)).flatMap(\.methods)
    }

    /// Whether code of the sources may give a property a value from outside of its type.
    package func isAssignedElsewhere(_ property: PropertyFacts, of type: String) -> Bool {
        let files = Set(lineage(of: type).flatMap(parts(inherited:)).map(\.scope.file))
        return assignedElsewhere[property.name]?.contains { owner, assignment in
            if property.isPrivate, !files.contains(owner.scope.file) { return false }
            return mayMean(assignment, in: owner.name, type)
        } ?? false
    }

    /// The types of what code gives to a property of a type that has some protocol; nil where it may be
    /// anything.
    package func types(
        givenTo property: String, of type: String, as listener: String
    ) -> [String]? {
        let ownMethods = methods(of: type).filter { $0.body.assigns.contains(property) }
        guard ownMethods.allSatisfy({ $0.body.justEmpties.contains(property) }),
            directHeirs(of: type).isEmpty
        else { return nil }
        var given: [String] = []
        for (owner, assignment) in assignedElsewhere[property] ?? []
        where !assignment.isEmpty && mayMean(assignment, in: owner.name, type) {
            let own = assignment.value.flatMap { self.property($0, of: owner.name)?.type }
            let value = assignment.value == "self" ? owner.name : assignment.valueType ?? own
            guard let value, declares(value) else { return nil }
            // What has another protocol goes to another property of the name.
            if lineage(of: value).contains(key(listener)) { given.append(value) }
        }
        return given.isEmpty ? nil : given
    }

    /// Whether all code that calls a method of a router does so when an interactor or a worker ends, and
    /// there is such code. What does not know the router has another method of the name.
    package func isCalledOnlyAtEnd(_ method: String, of router: String) -> Bool {
        guard calledAtEnd.contains(method) else { return false }
        if !calledBefore.contains(method) { return true }
        let callers = callers(of: method, of: router)
        return !callers.isEmpty && callers.allSatisfy { Self.endingMethods.contains($0.name) }
    }

    /// Whether all code that calls a method of a router also asks the listener to close the RIB.
    package func isCalledOnlyToClose(_ method: String, of router: String) -> Bool {
        let callers = callers(of: method, of: router)
        return !callers.isEmpty
            && callers.allSatisfy { caller in
                caller.body.uses.contains("listener")
                    && caller.body.sends.contains { name in
                        name != method && Self.closings.contains(where: name.hasPrefix)
                    }
            }
    }

    private static let closings = ["close", "detach", "dismiss", "finish", "end", "exit", "logOut"]

    /// The methods that call one of a router. What does not know the router has another one of the name.
    private func callers(of method: String, of router: String) -> [MethodFacts] {
        all.flatMap { part in
            part.methods.filter {
                $0.body.sends.contains(method) && sees(router, in: part, $0)
            }
        }
    }

    private static let endingMethods: Set = ["willResignActive", "didStop", "deinit"]

    /// Whether a method of a type may be called many times while its object lives.
    package func isCalledOften(_ method: String, of type: String) -> Bool {
        if calledOften.contains(method) { return true }
        var seen: Set = [method]
        var open = [method]
        while let name = open.popLast() {
            for caller in methods(of: type)
            where caller.body.uses.contains(name) && !Self.startingMethods.contains(caller.name)
                && seen.insert(caller.name).inserted
            {
                if calledOften.contains(caller.name) { return true }
                open.append(caller.name)
            }
        }
        return false
    }

    /// What runs once for each object, or once for each of its activities.
    static let startingMethods: Set = [
        "init", "didLoad", "didBecomeActive", "didStart", "viewDidLoad", "launch", "scene",
        "application",
    ]

    /// Where code of a type keeps what is given to the end of a way of properties.
    package func keepers(
        from start: Hold.Start, _ names: [String], _ way: Hold.Way, _ labels: [String?],
        in type: String
    ) -> [Keeper] {
        let hold = Hold(
            start: start, names: names, way: way, value: .variable(""), labels: labels)
        return keepers(of: hold, in: type)
    }

    /// Whether code that runs while the kept object lives may take it back out of a property.
    ///
    /// - Parameter owner: The type whose object is kept.
    package func isTakenBack(_ last: Keeper.Link?, from owner: String) -> Bool {
        guard let last else { return false }
        let isCleared = assignedElsewhere[last.property]?.contains { by, assignment in
            guard assignment.isEmpty, assignment.method != "deinit" else { return false }
            return by.name == key(owner) || mayMean(assignment, in: by.name, last.type)
        }
        if isCleared == true { return true }
        let all = methods(of: last.type.isEmpty ? owner : last.type)
        let kind = property(last.property, of: last.type)?.type.flatMap(type)?.kind
        let emptying = all.filter {
            let emptied = kind == .class ? $0.body.empties : $0.body.clears
            return !["init", "deinit"].contains($0.name)
                && (emptied.contains(last.property) || $0.body.removes.contains(last.property))
        }
        if last.type.isEmpty || lineage(of: owner).contains(last.type) { return !emptying.isEmpty }
        return emptying.contains { one in
            all.contains { $0.body.uses.contains(one.name) }
                || anyMethod { part, method in
                    method.name != "deinit" && method.body.sends.contains(one.name)
                        && (part.name == key(owner) || sees(last.type, in: part, method))
                }
        }
    }

    /// Whether a value that code gives to a property may go to that of a type.
    private func mayMean(
        _ assignment: ForeignAssignment, in owner: String, _ type: String
    ) -> Bool {
        let own = assignment.receiver.flatMap { property($0, of: owner)?.type }
        // What the sources do not declare may be anything.
        guard let assigned = assignment.type ?? own, declares(assigned) else { return true }
        return lineage(of: type).contains(key(assigned))
            || lineage(of: assigned).contains(key(type))
    }

    /// Whether a method names a type, or its own type or a parameter has an object of it.
    private func sees(_ type: String, in part: TypeFacts, _ method: MethodFacts) -> Bool {
        if method.body.uses.contains(Self.shown(type)) { return true }
        let known = parts(inherited: part.name).flatMap { $0.properties.values.compactMap(\.type) }
        let family = lineage(of: type)
        return (known + method.parameters.compactMap(\.type)).contains { name in
            family.contains(name) || lineage(of: name).contains(type)
        }
    }

    /// The methods whose code names a type, with their types.
    package func users(of type: String) -> [(type: TypeFacts, method: MethodFacts)] {
        let (key, name) = (key(type), Self.shown(type))
        return (users[name] ?? []).compactMap { index, position in
            let user = all[Int(index)]
            // Another type of the name is not meant.
            guard [key, name].contains(self.key(name, in: user)) else { return nil }
            return (user, user.methods[Int(position)])
        }
    }

    /// The name in this table of a type that code of another one names.
    func key(_ name: String, in user: TypeFacts) -> String {
        names.key(of: name, anywhereIn: user.scope)
    }

    /// The types whose properties begin with what names a type.
    func makers(of type: String) -> [TypeFacts] {
        (makers[Self.shown(type)] ?? []).map { all[Int($0)] }
    }

    /// Whether a condition holds for some method and its type.
    package func anyMethod(where condition: (TypeFacts, MethodFacts) -> Bool) -> Bool {
        all.contains { part in part.methods.contains { condition(part, $0) } }
    }

    /// The methods that run when one of the given does: they, and those of the same type that these
    /// use.
    ///
    /// - Parameter atOnce: Whether to leave out what they use in closures, which may run later.
    package func methods(
        reachedFrom names: Set<String>, of type: String, atOnce: Bool = false
    ) -> Set<String> {
        reached.value(of: Beginning(names: names, type: key(type), atOnce: atOnce)) {
            let all = methodsByName(of: type)
            var reached = names
            var open = Array(names)
            while let name = open.popLast() {
                for method in all[name] ?? [] {
                    for used in atOnce ? method.body.usesAtOnce : method.body.uses
                    where all[used] != nil && reached.insert(used).inserted {
                        open.append(used)
                    }
                }
            }
            return reached
        }
    }

    private struct Beginning: Hashable, Sendable {
        let names: Set<String>
        let type: String
        let atOnce: Bool
    }

    /// The properties of a class that a method empties while it lives: no initializer, which empties
    /// nothing, and not the deinitializer, which comes too late.
    package func clearedProperties(of type: String) -> Set<String> {
        cleared.value(of: key(type)) {
            methods(of: type).filter { $0.name != "deinit" && $0.name != "init" }
                .reduce(into: []) { $0.formUnion($1.body.clears) }
        }
    }

    /// Whether what a property has may end with the activity of its class: code of the end ends it, or
    /// names it for whatever reason.
    ///
    /// - Parameter whenFreed: Whether it ends when nothing keeps it, so that nil is enough.
    package func mayEndWithActivity(
        _ property: String, of type: String, whenFreed: Bool
    ) -> Bool {
        guard let role = role(of: type) else { return false }
        let ends = methods(reachedFrom: role.inactiveMethods, of: type)
        let begins = methods(reachedFrom: role.activeMethods, of: type)
        // An observer of the property may end what it had.
        let emptyingEnds = whenFreed || !methods(property, of: type).isEmpty
        return methods(of: type).contains { method in
            ends.contains(method.name)
                && (emptyingEnds || !method.body.justEmpties.contains(property))
                && (method.body.clears.contains(property)
                    || !begins.contains(method.name) && method.body.uses.contains(property))
        }
    }

    /// Whether a type of the sources has a method of the name.
    package func declaresMethod(_ name: String) -> Bool { methodNames.contains(name) }

    /// Whether a type is a class, or a protocol that only classes can have; nil when unknown.
    package func isClassBound(_ name: String) -> Bool? {
        guard let found = type(name) else { return nil }
        switch found.kind {
        case .class, .actor: return true
        case .struct, .enum: return false
        case .extension: return nil
        case .protocol: break
        }
        for ancestor in lineage(of: name) {
            if Self.classBoundNames.contains(ancestor) { return true }
            if declaration(ancestor)?.kind == .class { return true }
        }
        return lineage(of: name).allSatisfy { declaration($0) != nil } ? false : nil
    }

    static let classBoundNames: Set = [
        "AnyObject", "class", "NSObjectProtocol", "NSObject", "Actor", "Interactable", "Routing",
        "ViewableRouting", "LaunchRouting", "Presentable", "ViewControllable", "Buildable",
        "Dependency", "Working", "InteractorScope", "RouterScope",
    ]

    /// The only class that has a protocol, or the class of the name itself; nil when there are
    /// several, none, or the sources do not tell.
    package func onlyClass(of name: String) -> TypeFacts? {
        guard let found = type(name) else { return nil }
        if found.kind == .class { return found }
        guard found.kind == .protocol else { return nil }
        let classes = Set(directHeirs(of: name)).filter { declaration($0)?.kind == .class }
        return classes.count == 1 ? classes.first.flatMap(declaration) : nil
    }

    /// The classes that name a protocol or class, in no order.
    package func directHeirs(of name: String) -> [String] { heirs[key(name)] ?? [] }
}

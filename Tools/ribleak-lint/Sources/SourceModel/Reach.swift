// SPDX-License-Identifier: Apache-2.0

/// What may ever run of a whole app, beginning at its delegates.
///
/// This is rapid type analysis (Bacon and Sweeney, 1996) by names: what reached code names is reached, a
/// method when its type is reached too. Builders are told apart by the properties that have them, since
/// all have a method `build`. What the system calls, and what code outside of types names, is reached.
struct Reach: Sendable {
    private(set) var types: Set<String> = []
    private var members: Set<[String]> = []

    init(_ table: TypeTable) {
        var walk = Walk(table)
        walk.run()
        (types, members) = (walk.types, walk.members)
    }

    /// Whether a method of a type is reached.
    func has(_ member: String, of key: String) -> Bool { members.contains([key, member]) }
}

private struct Walk {
    var types: Set<String> = []
    var members: Set<[String]> = []
    private let table: TypeTable
    /// The declarations and extensions of types, by the names that code has for them and by their keys.
    private var named: [String: [Int]] = [:]
    private var parts: [String: [Int]] = [:]
    /// Methods by name; those that only a file sees by its name as well.
    private var methods: [Call: [Place]] = [:]
    /// Builders, by their own names, those of their protocols, and of the properties that have them.
    private var builders: [String: Set<String>] = [:]
    private var built: Set<String> = []
    private var seen: Set<Place> = []
    /// What reached code names, and in which file: others do not see what is private.
    private var calls: Set<Call> = []
    private var open: [Call] = []
    private var foreign: [String: Bool] = [:]

    private struct Call: Hashable {
        let name: String
        var file: String?
    }

    private struct Place: Hashable {
        let part: Int
        let method: Int
    }

    init(_ table: TypeTable) {
        self.table = table
        for (index, part) in table.all.enumerated() {
            named[TypeTable.shown(part.name), default: []].append(index)
            parts[part.name, default: []].append(index)
            for (position, method) in part.methods.enumerated() {
                methods[call(of: method, in: part), default: []]
                    .append(Place(part: index, method: position))
            }
            guard isBuilder(part) else { continue }
            for name in table.lineage(of: part.name) where table.isDeclared(inherited: name) {
                builders[TypeTable.shown(name), default: []].insert(part.name)
            }
        }
        for property in table.all.flatMap(\.properties.values) {
            if let made = property.type.flatMap({ builders[TypeTable.shown($0)] }) {
                builders[property.name, default: []].formUnion(made)
            }
        }
    }

    mutating func run() {
        for part in table.all where isRoot(part) {
            reach(part.name)
            if part.name.isEmpty { reach(part.values, in: part, passesOn: false) }
        }
        for part in table.laidOut.flatMap({ named[$0] ?? [] }) { reach(table.all[part].name) }
        while let call = open.popLast() {
            for place in methods[call] ?? [] where types.contains(table.all[place.part].name) {
                reachIfCalled(place)
            }
            guard call.file == nil else { continue }
            for part in named[call.name] ?? [] { reach(table.all[part].name) }
            if table.laidOut.isEmpty,
                ["UIStoryboard", "UINib", "loadNibNamed"].contains(call.name)
            {
                for part in table.all where isView(part) { reach(part.name) }
            }
        }
    }

    private func isRoot(_ part: TypeFacts) -> Bool {
        part.isExposed || TypeTable.isDelegate(part.name)
            // Code in Objective-C may make it.
            || part.inherited.first == "NSObject" && part.methods.contains(where: \.isExposed)
            || part.kind == .extension && !table.isDeclared(inherited: part.name)
            || part.inherited.contains { name in
                ["App", "UIApplicationDelegate", "UIWindowSceneDelegate"].contains(name)
                    || ["Extension", "Widget", "WidgetBundle"].contains(where: name.hasSuffix)
            }
    }

    private func call(of method: MethodFacts, in part: TypeFacts) -> Call {
        Call(name: method.name, file: method.isPrivate ? part.scope.file : nil)
    }

    private static func isBuild(_ name: String) -> Bool {
        name.hasPrefix("build") && !["builder", "buildable"].contains(where: name.hasPrefix)
    }

    private func isBuilder(_ part: TypeFacts) -> Bool {
        part.kind == .class && table.role(of: part.name) == .builder
    }

    /// Reaches what code names.
    ///
    /// - Parameter passesOn: Whether the code only passes builders on, unless it calls one.
    private mutating func reach(
        _ names: some Sequence<String>, in part: TypeFacts, passesOn: Bool
    ) {
        let builds = !passesOn || names.contains(where: Self.isBuild)
        for name in names {
            for key in builds ? builders[name] ?? [] : [] where built.insert(key).inserted {
                for part in parts[key] ?? [] { reachMethods(ofPart: part) }
            }
            reach(Call(name: name))
            reach(Call(name: name, file: part.scope.file))
        }
    }

    private mutating func reach(_ key: String) {
        guard types.insert(key).inserted else { return }
        for index in parts[key] ?? [] {
            let part = table.all[index]
            reach(part.inherited.map(TypeTable.shown), in: part, passesOn: true)
            reach(part.values, in: part, passesOn: true)
            for case let type? in part.properties.values.map(\.type) {
                reach([TypeTable.shown(type)], in: part, passesOn: true)
            }
            reachMethods(ofPart: index)
        }
    }

    private mutating func reachMethods(ofPart index: Int) {
        for position in table.all[index].methods.indices {
            reachIfCalled(Place(part: index, method: position))
        }
    }

    private mutating func reachIfCalled(_ place: Place) {
        let part = table.all[place.part]
        let method = part.methods[place.method]
        guard isCalled(method, of: part), seen.insert(place).inserted else { return }
        members.insert([part.name, method.name])
        let types = method.parameters.compactMap(\.type) + [method.returnType].compactMap(\.self)
        // What it calls of its own that no other file sees is nobody else's.
        let own = method.body.named.filter { name in
            method.body.uses.contains(name) && !method.body.reads.contains(name)
                && hasOnlyPrivate(name, part)
        }
        for name in own { reach(Call(name: name, file: part.scope.file)) }
        reach(
            method.body.named.subtracting(own).union(types.map(TypeTable.shown)), in: part,
            passesOn: method.name == "init" || isBuilder(part))
    }

    /// Whether a type has methods of a name, and all of them are private.
    private func hasOnlyPrivate(_ name: String, _ part: TypeFacts) -> Bool {
        let own = (parts[part.name] ?? []).flatMap { table.all[$0].methods }
            .filter { $0.name == name }
        return !own.isEmpty && own.allSatisfy(\.isPrivate)
    }

    private mutating func reach(_ call: Call) {
        if calls.insert(call).inserted { open.append(call) }
    }

    /// Whether a method is called once its type is reached.
    private mutating func isCalled(_ method: MethodFacts, of part: TypeFacts) -> Bool {
        if Self.isBuild(method.name), isBuilder(part) { return built.contains(part.name) }
        return calls.contains(call(of: method, in: part)) || method.isOverride || method.isExposed
            || method.name == "deinit" || part.properties[method.name] != nil
            || TypeTable.startingMethods.contains(method.name)
            || !method.isPrivate
                && (part.isExposed
                    || hasForeignProtocol(part.name) && !isDemanded(method, of: part))
    }

    /// Whether something outside of the sources may call its methods.
    private mutating func hasForeignProtocol(_ key: String) -> Bool {
        if let known = foreign[key] { return known }
        let found = table.lineage(of: key).contains { name in
            !table.isDeclared(inherited: name) && !Role.allBaseClasses.contains(name)
                && !TypeTable.classBoundNames.contains(name) && !TypeTable.isView(name)
        }
        foreign[key] = found
        return found
    }

    /// Whether a protocol of the sources demands a method, so that they call it themselves.
    private func isDemanded(_ method: MethodFacts, of part: TypeFacts) -> Bool {
        table.lineage(of: part.name).flatMap(table.parts(inherited:)).contains { above in
            above.kind == .protocol && above.methods.contains { $0.name == method.name }
        }
    }

    /// Whether a storyboard that is not there may make a type.
    private func isView(_ part: TypeFacts) -> Bool {
        part.kind == .class && table.lineage(of: part.name).contains(where: TypeTable.isView)
    }
}

extension TypeTable {
    /// Whether a type is a view or view controller of the system, by its name.
    static func isView(_ name: String) -> Bool {
        name.hasPrefix("UI")
            && [
                "Controller", "View", "Cell", "Button", "Label", "Control", "Window", "Field",
                "Bar",
            ]
            .contains(where: name.hasSuffix)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Where a name stands, or a type is declared: what decides which of several types a name means.
package struct NameScope: Sendable {
    package let file: String
    /// The module; nil where no manifest tells.
    let module: String?
    /// The modules that the file imports.
    let imports: Set<String>
    /// The names of the types around it, outermost first.
    var outer: [String] = []

    /// The folders above the file, outermost first.
    fileprivate var folders: ArraySlice<Substring> {
        file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
}

/// Finds which of several types of one name a name means, as the compiler does.
///
/// A type around the name comes first, then the file's own types where they are private, those of the
/// same module, and those of imported modules. Where no manifest or project tells the modules, the
/// nearest folder decides. A name that still means several means none, which is a doubt.
///
/// In a table, each of these types has a key in place of its name: its file and its whole name. All other
/// types, of whose names there is one, keep them.
struct NameResolver: Sendable {
    /// A name that may mean several types.
    struct Doubt: Hashable, Sendable {
        let name: String
        /// Where it stands.
        let file: String
        /// The keys of the types.
        let meanings: [String]

        var files: [String] { meanings.map { String($0.prefix { $0 != ":" }) }.sorted() }
    }

    private struct Declared {
        let key: String
        let scope: NameScope
        let isPrivate: Bool
    }

    /// The types whose name says not enough: another type has it too, or RIBs has a base class of it and
    /// the sources have it inside of a type.
    private var shared: [String: [Declared]] = [:]
    private var scopes: [String: NameScope] = [:]
    private(set) var doubts: [Doubt] = []

    init(_ facts: [TypeFacts]) {
        let declared = Dictionary(grouping: facts.filter { $0.kind != .extension }, by: \.name)
        for (name, all) in declared {
            let isInside = all[0].scope.outer.isEmpty == false
            if all.count == 1, !(isInside && Role.allBaseClasses.contains(name)) { continue }
            shared[name] = all.map { one in
                let whole = (one.scope.outer + [name]).joined(separator: ".")
                return Declared(
                    key: "\(one.scope.file):\(whole)", scope: one.scope, isPrivate: one.isPrivate)
            }
        }
        for fact in facts where scopes[fact.scope.file] == nil {
            scopes[fact.scope.file] = fact.scope
        }
        if !shared.isEmpty { doubts = facts.flatMap(doubts) }
    }

    /// The scope of a file whose types are known.
    func scope(of file: String) -> NameScope? { scopes[file] }

    /// The name that people know, of a key or of a name.
    static func shown(_ key: String) -> String {
        String(key.split(separator: ":").last?.split(separator: ".").last ?? "")
    }

    /// The key that a name stands for somewhere in a file: the file's own type, if it has one of the name.
    func key(of name: String, anywhereIn scope: NameScope) -> String {
        guard let all = shared[name] else { return name }
        let own = all.filter { $0.scope.file == scope.file }
        if own.count == 1 { return own[0].key }
        return Self.only(Self.meanings(of: all, from: scope)) ?? name
    }

    /// A type whose names are keys, so that they mean the same wherever they are asked for.
    func resolved(_ facts: TypeFacts) -> TypeFacts {
        guard !shared.isEmpty else { return facts }
        var facts = facts
        let outside = facts.scope
        var inside = outside
        inside.outer.append(facts.name)
        func key(_ name: String, from scope: NameScope) -> String {
            shared[name].flatMap { Self.only(Self.meanings(of: $0, from: scope)) } ?? name
        }
        facts.inherited = facts.inherited.map { key($0, from: outside) }
        facts.arguments = Dictionary(
            facts.arguments.map { name, types in
                (key(name, from: outside), types.map { key($0, from: outside) })
            }, uniquingKeysWith: { first, _ in first })
        for (name, property) in facts.properties {
            facts.properties[name]?.type = property.type.map { key($0, from: inside) }
            facts.properties[name]?.elementType = property.elementType.map { key($0, from: inside) }
        }
        for index in facts.methods.indices {
            let returned = facts.methods[index].returnType
            facts.methods[index].returnType = returned.map { key($0, from: inside) }
            facts.methods[index].body.assignsElsewhere = Set(
                facts.methods[index].body.assignsElsewhere.map { assignment in
                    var assignment = assignment
                    assignment.type = assignment.type.map { key($0, from: inside) }
                    assignment.valueType = assignment.valueType.map { key($0, from: inside) }
                    return assignment
                })
            facts.methods[index].holds = facts.methods[index].holds.map {
                $0.renamed { key($0, from: inside) }
            }
            for parameter in facts.methods[index].parameters.indices {
                let type = facts.methods[index].parameters[parameter].type
                facts.methods[index].parameters[parameter].type = type.map { key($0, from: inside) }
            }
        }
        if facts.kind == .extension {
            facts.name = key(facts.name, from: outside)
        } else if shared[facts.name] != nil {
            let whole = (outside.outer + [facts.name]).joined(separator: ".")
            facts.name = "\(outside.file):\(whole)"
        }
        return facts
    }

    /// What an extension, an inheritance clause or a property names, and may mean several types.
    private func doubts(in facts: TypeFacts) -> [Doubt] {
        var inside = facts.scope
        inside.outer.append(facts.name)
        let names =
            (facts.inherited + (facts.kind == .extension ? [facts.name] : [])).map {
                ($0, facts.scope)
            }
            + facts.properties.values.compactMap(\.type).map { ($0, inside) }
        return names.compactMap { name, scope in
            let meanings = Self.meanings(of: shared[name] ?? [], from: scope)
            guard Set(meanings.map(\.key)).count > 1 else { return nil }
            return Doubt(name: name, file: facts.scope.file, meanings: meanings.map(\.key))
        }
    }

    private static func only(_ meanings: [Declared]) -> String? {
        // Branches of `#if` declare one type several times.
        Set(meanings.map(\.key)).count == 1 ? meanings[0].key : nil
    }

    /// The types that a name may mean from somewhere.
    private static func meanings(of all: [Declared], from scope: NameScope) -> [Declared] {
        let visible = all.filter { !$0.isPrivate || $0.scope.file == scope.file }
        let around = visible.filter { !$0.scope.outer.isEmpty && scope.isInside($0.scope) }
        if let deepest = around.map(\.scope.outer.count).max() {
            return around.filter { $0.scope.outer.count == deepest }
        }
        let atTop = visible.filter { $0.scope.outer.isEmpty }
        let own = atTop.filter { $0.isPrivate || $0.scope.isInModule(of: scope) }
        let imported = atTop.filter { $0.scope.module.map(scope.imports.contains) ?? false }
        let unknown = atTop.filter { $0.scope.module == nil || scope.module == nil }
        for found in [own.filter { $0.scope.file == scope.file }, own, imported, unknown]
        where !found.isEmpty { return nearest(found, to: scope) }
        return []
    }

    /// Those with the most folders above them in common, where modules are not known, or one has two
    /// types of the name: a target may be of fewer folders than its project says.
    private static func nearest(_ all: [Declared], to scope: NameScope) -> [Declared] {
        guard all.contains(where: { $0.scope.module == nil || $0.scope.module == scope.module })
        else { return all }
        let folders = scope.folders
        let common = all.map { zip($0.scope.folders, folders).prefix { $0 == $1 }.count }
        return zip(all, common).filter { $1 == common.max() }.map(\.0)
    }
}

extension NameScope {
    /// Whether a type that is declared in another scope is declared around this one.
    fileprivate func isInside(_ other: NameScope) -> Bool {
        outer.starts(with: other.outer)
            && (file == other.file || module == other.module)
    }

    fileprivate func isInModule(of other: NameScope) -> Bool {
        file == other.file || module != nil && module == other.module
    }
}

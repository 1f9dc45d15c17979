// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Which protocols get a double.
struct DoubleSelection {
    /// What the names of a RIB's protocols end with.
    static let suffixes = [
        "Listener", "Routing", "Presentable", "ViewControllable", "Dependency", "Buildable",
        "Interactable",
    ]

    /// The doubles, in the order of their protocols' names.
    private(set) var plans: [DoublePlan] = []
    /// Protocols that were left out, and why.
    private(set) var problems: [Problem] = []
    private let table: ProtocolTable
    /// The doubles by the places of their protocols.
    private var byPlace: [String: DoublePlan] = [:]
    /// The doubles that a new double makes for its properties, by place.
    private var needed: [String: Set<String>] = [:]

    init(of files: [ProtocolFile], table: ProtocolTable) {
        self.table = table
        var first: [String: ProtocolDeclaration] = [:]
        for declaration in files.flatMap(\.protocols) where Self.isWanted(declaration) {
            let key = declaration.qualifiedDoubleName + " " + (declaration.condition ?? "")
            if let other = first[key] {
                leaveOut(declaration, "\(other.place) has one of that name")
                continue
            }
            first[key] = declaration
            let plan = DoublePlan(declaration, in: table)
            if let obstacle = plan.obstacle {
                leaveOut(declaration, obstacle)
            } else {
                plans.append(plan)
            }
        }
        plans.sort { Self.key($0) < Self.key($1) }
        plans += standIns()
        for plan in plans { byPlace[Self.place(plan)] = plan }
        for plan in plans { needed[Self.place(plan)] = neededPlaces(of: plan) }
    }

    private static func isWanted(_ declaration: ProtocolDeclaration) -> Bool {
        declaration.mark != nil || suffixes.contains(where: declaration.name.hasSuffix)
    }

    private mutating func leaveOut(_ declaration: ProtocolDeclaration, _ reason: String) {
        problems.append(
            Problem(
                file: declaration.place,
                message: "\(declaration.qualifiedName) gets no double: \(reason)"))
    }

    private static func key(_ plan: DoublePlan) -> String {
        plan.declaration.qualifiedName + " " + (plan.declaration.condition ?? "")
    }

    private static func place(_ plan: DoublePlan) -> String {
        place(plan.declaration)
    }

    private static func place(_ declaration: ProtocolDeclaration) -> String {
        declaration.place + " " + declaration.qualifiedName
    }

    /// The files that declare the doubles' protocols and the parents of these.
    func files(in files: [ProtocolFile]) -> [ProtocolFile] {
        let paths = Set(plans.flatMap(\.family.protocols).map(\.file))
        return files.filter { paths.contains($0.path) }
    }

    // MARK: - Doubles as values of doubles

    /// The values that a double's members have at first.
    func defaults(for plan: DoublePlan) -> DefaultValues {
        let own = Self.place(plan)
        let (table, byPlace, needed) = (table, byPlace, needed)
        return DefaultValues { name in
            guard let found = table.find(name, from: plan.declaration),
                let other = byPlace[Self.place(found)],
                Self.isMade(other, for: plan),
                !Self.reaches(own, from: Self.place(other), needed)
            else { return nil }
            return DefaultValues.Double(
                expression: other.declaration.qualifiedDoubleName + "()",
                fitsParameters: other.family.globalActor == nil
                    && !ProtocolTable.isOfRuntime(other.declaration))
        }
    }

    /// Whether one double can make another.
    private static func isMade(_ other: DoublePlan, for plan: DoublePlan) -> Bool {
        let condition = other.declaration.condition
        let actor = other.family.globalActor
        return other.genericNames.isEmpty && !other.isActor && other.availability.isEmpty
            && (actor == nil || actor == plan.family.globalActor)
            && (condition == nil || condition == plan.declaration.condition)
            && !other.requirements.functions.contains { $0.kind == .initializer }
    }

    /// Whether making one double makes another, so that neither could make the other.
    private static func reaches(
        _ goal: String, from start: String, _ needed: [String: Set<String>]
    ) -> Bool {
        var seen: Set<String> = []
        var waiting = [start]
        while let place = waiting.popLast() {
            if place == goal { return true }
            guard seen.insert(place).inserted else { continue }
            waiting += needed[place, default: []]
        }
        return false
    }

    private func neededPlaces(of plan: DoublePlan) -> Set<String> {
        let names = plan.requirements.properties.compactMap(\.type.protocolName)
        return Set(
            names.compactMap { table.find($0, from: plan.declaration) }.map(Self.place)
                .filter { byPlace[$0] != nil })
    }

    /// Doubles of the runtime's own protocols that the members of doubles have as values.
    private func standIns() -> [DoublePlan] {
        var found: [String: DoublePlan] = [:]
        var waiting = plans
        while let plan = waiting.popLast() {
            let types =
                plan.requirements.properties.map(\.type)
                + plan.requirements.functions.compactMap(\.result)
            for name in types.compactMap(\.protocolName) {
                guard let declaration = table.find(name, from: plan.declaration),
                    ProtocolTable.isOfRuntime(declaration), declaration.mark != nil,
                    found[declaration.name] == nil
                else { continue }
                let standIn = DoublePlan(declaration, in: table)
                found[declaration.name] = standIn
                waiting.append(standIn)
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension TypeSyntax {
    /// The name of a type that may be a protocol.
    fileprivate var protocolName: String? {
        guard composed.count == 1 else { return nil }
        let type = bare
        return (type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type).spelling
    }
}

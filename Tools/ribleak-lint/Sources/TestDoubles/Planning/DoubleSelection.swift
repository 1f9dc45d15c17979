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
    /// How many doubles the tests have already.
    private(set) var presentCount = 0
    /// Protocols that were left out, and why.
    private(set) var problems: [Problem] = []
    private let table: ProtocolTable
    /// The protocols whose doubles can be made, by identity; nil for a double that the tests have.
    private var byIdentity: [String: DoublePlan?] = [:]
    /// The doubles that a new double makes for its properties, by identity.
    private var needed: [String: Set<String>] = [:]

    /// - Parameters:
    ///   - files: The sources.
    ///   - table: The known protocols.
    ///   - present: The types of the tests, and whether `init()` makes each.
    init(of files: [ProtocolFile], table: ProtocolTable, present: [String: Bool]) {
        self.table = table
        var first: [String: ProtocolDeclaration] = [:]
        for declaration in files.flatMap(\.protocols)
        where declaration.mark != nil || Self.suffixes.contains(where: declaration.name.hasSuffix) {
            let key = declaration.qualifiedDoubleName + " " + (declaration.condition ?? "")
            if let other = first[key] {
                leaveOut(declaration, "\(other.place) has one of that name")
                continue
            }
            first[key] = declaration
            if let isMade = present[declaration.qualifiedDoubleName] {
                presentCount += 1
                if isMade { byIdentity[declaration.identity] = .some(nil) }
                continue
            }
            let plan = DoublePlan(declaration, in: table)
            if let obstacle = plan.obstacle {
                leaveOut(declaration, obstacle)
            } else {
                plans.append(plan)
            }
        }
        plans.sort { $0.declaration.key < $1.declaration.key }
        plans += standIns()
        for plan in plans {
            let names = plan.requirements.properties.compactMap(\.type.protocolName)
            byIdentity[plan.declaration.identity] = plan
            needed[plan.declaration.identity] = Set(
                names.compactMap { table.find($0, from: plan.declaration)?.identity })
        }
    }

    private mutating func leaveOut(_ declaration: ProtocolDeclaration, _ reason: String) {
        problems.append(
            Problem(
                file: declaration.place,
                message: "\(declaration.qualifiedName) gets no double: \(reason)"))
    }

    // MARK: - Doubles as values of doubles

    /// The values that a double's members have at first.
    func defaults(for plan: DoublePlan) -> DefaultValues {
        let (table, byIdentity, needed) = (table, byIdentity, needed)
        return DefaultValues { name in
            guard let found = table.find(name, from: plan.declaration),
                let double = byIdentity[found.identity],
                double.map({ Self.isMade($0, for: plan) }) ?? true,
                !Self.reaches(plan.declaration.identity, from: found.identity, needed)
            else { return nil }
            let isFree = double?.family.globalActor == nil && !ProtocolTable.isOfRuntime(found)
            return (found.qualifiedDoubleName + "()", isFree)
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

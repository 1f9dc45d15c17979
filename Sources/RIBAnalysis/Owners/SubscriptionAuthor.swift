// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Who made a subscription, judged by its stack.
///
/// The recorder only knows whose activation was under way. Other code may run in it: a service that
/// is started, a parent called through a listener, or the builder of the next RIB. What such code
/// subscribes to is its own, so the innermost code of the project decides.
///
/// A free function may subscribe for anyone, so only the evidence about the subscription shows for
/// whom. If a closure captures the owner, the subscription is the owner's even if a helper made it,
/// but not if another RIB made it: a parent may capture a child's interactor to call it.
///
/// A *lineage* is the owner's type and the classes it inherits from.
package struct SubscriptionAuthor {
    private let type: String?
    /// The innermost code of the project, if that is a method of an object that exists by then.
    let method: FunctionName?
    /// True when the stack shows no code of the project.
    private let isUnknown: Bool

    /// Code that the optimizer merged from several RIBs may be the owner's, and is by its name.
    ///
    /// - Parameter ribs: All RIBs of the trace, if they are known.
    package init(
        _ code: Symbolication.ProjectCode, lineage: [String] = [], among ribs: KnownRIBs? = nil
    ) {
        guard code.frames.isEmpty, let merged = code.merged else {
            self.init(functions: code.functions)
            return
        }
        let type = FunctionName(merged).type
        let isOwners = lineage.contains { $0.withoutGenericArguments == type ?? "" }
        let isSomeRIBs = type.flatMap { ribs?.isCode(of: $0) } ?? false
        self.init(functions: isOwners || !isSomeRIBs ? [merged] : [])
    }

    /// - Parameter functions: The project's, demangled, innermost first.
    init(functions: [String]) {
        let name = functions.lazy.map { FunctionName($0) }.first { !$0.isOfStreams }
        type = name?.type
        method = name.flatMap { $0.isOfObject ? $0 : nil }
        isUnknown = functions.isEmpty
    }

    /// True when the stack shows that the owner's own code made it.
    func isShown(among lineage: [String]) -> Bool { type != nil && mayBe(lineage) }

    /// False when the stack shows that code of another type made it, not when it shows no code.
    func mayBe(_ lineage: [String]) -> Bool {
        guard let type else { return isUnknown }
        return lineage.contains { $0.withoutGenericArguments == type }
    }

    /// True when the stack shows that code of another RIB made it.
    func isOfAnotherRIB(than lineage: [String], among ribs: KnownRIBs) -> Bool {
        guard let type, let owner = lineage.first, !mayBe(lineage) else { return false }
        return ribs.isCode(of: type)
            && KnownRIBs.name(of: type) != KnownRIBs.name(of: String(owner.withoutGenericArguments))
    }
}

/// The types of the RIBs in one trace.
package struct KnownRIBs: Equatable {
    /// The types of all recorded parts, without generic arguments.
    private let types: Set<String>
    private let names: Set<String>

    /// Suffixes of parts that are not always recorded, but belong to the RIB whose name they carry.
    private static let otherParts = ["Builder", "Component", "Worker", "Workflow"]

    package init(types: some Sequence<String>) {
        self.types = Set(types.map { String($0.withoutGenericArguments) })
        names = Set(self.types.map(\.ribName))
    }

    /// Whether code of a type belongs to a RIB, rather than to something that RIBs use.
    func isCode(of type: String) -> Bool {
        types.contains(type) || names.contains(Self.name(of: type))
    }

    /// The name of the RIB that a type would belong to.
    static func name(of type: String) -> String {
        let part = otherParts.first { type.hasSuffix($0) && type.count > $0.count }
        return part.map { String(type.dropLast($0.count)) } ?? type.ribName
    }
}

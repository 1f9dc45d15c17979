// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A component that holds something which holds the component.
package enum ComponentCycle: Rule {
    package static let description = RuleDescription(
        id: "component-cycle", severity: .error,
        summary: "A component holds a builder or another object that holds the component.",
        reason: """
            The two keep each other alive, with all that the component shares, each time that the RIB \
            is built.
            """,
        fix: "Make a new one each time, without `shared` or a stored property.",
        examples: PackageResources.component_cycle_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let types = file.types
        let stored = file.kept.flatMap { kept -> [Violation] in
            guard types.role(of: kept.type) == .component, let keeper = kept.keeperOfOwner(types),
                keeper.root == .owner, let property = keeper.links.first?.property
            else { return [] }
            return violations(kept.values, "`\(property)` keeps", property, kept.type, types)
        }
        return (stored + file.calls.flatMap { shared(by: $0, types) }).map {
            file.warning($0, ifStaying: EnclosingCode(of: $0.node).type)
        }
    }

    /// What `shared { }` keeps.
    private static func shared(
        by call: FunctionCallExprSyntax, _ types: TypeTable
    ) -> [Violation] {
        guard call.functionName == "shared", call.isOwn, let closure = call.closures.last else {
            return []
        }
        let place = EnclosingCode(of: call)
        guard let type = place.type, types.role(of: type) == .component else { return [] }
        let reader = OwnershipReader(closure.statements)
        let values = closure.results.filter {
            types.roots(of: reader.value($0), in: type).contains(.owner)
        }
        return violations(values, "`shared` keeps", place.member ?? "shared", type, types)
    }

    /// One for each object that holds the component.
    private static func violations(
        _ values: [ExprSyntax], _ begin: String, _ subject: String, _ type: String,
        _ types: TypeTable
    ) -> [Violation] {
        values.flatMap { $0.objects() }.map { object in
            let made = object.unwrapped.calledName.map { "the `\($0)`" } ?? "`self`"
            return Violation(
                at: object, "\(begin) \(made), which holds the component.", subject: subject,
                // The app's first component is there as long as the app.
                severity: types.livesOn(type) ? .note : nil)
        }
    }
}

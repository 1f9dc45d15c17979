// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A child that a router has detached and put into a collection, which it does nothing else with.
struct CollectedChild {
    /// The call that puts the child into the collection.
    let call: FunctionCallExprSyntax
    /// The property that is the collection.
    let collection: String
    let child: String
    let place: EnclosingCode

    /// Reads a call such as `previous.append(child)`.
    ///
    /// - Parameter detached: The calls of the file that detach children.
    init?(_ call: FunctionCallExprSyntax, _ detached: [ChildCall], _ types: TypeTable) {
        guard let name = call.functionName, ["append", "insert"].contains(name),
            let collection = call.receiver?.ownMemberName, call.receiver?.isLocal == false,
            let child = call.arguments.first?.expression.variableName
        else { return nil }
        let place = EnclosingCode(of: call)
        guard let type = place.type, let member = place.member,
            let property = types.property(collection, of: type), property.isStored,
            property.ownership == .strong, !property.isStatic,
            detached.contains(where: {
                $0.kind == .detach && $0.place.member == member && $0.type == type
                    && $0.child.variableName == child
            })
        else { return nil }
        // Who else looks at the collection may attach the child again, or take it out.
        let others = types.methods(of: type).filter { $0.name != member }
        guard !others.contains(where: { $0.uses.union($0.usesLater).contains(collection) }),
            Self.uses(of: collection, in: place) == 1
        else { return nil }
        (self.call, self.collection, self.child, self.place) = (call, collection, child, place)
    }

    private static func uses(of name: String, in place: EnclosingCode) -> Int {
        guard let body = place.body else { return 0 }
        return body.tokens(viewMode: .sourceAccurate).count { $0.text == name }
    }
}

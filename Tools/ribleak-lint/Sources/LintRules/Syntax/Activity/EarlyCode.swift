// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Code that runs before any activity, or beside it.
struct EarlyCode {
    let type: String
    let role: Role
    /// Where it is, in words.
    let words: String

    /// Nil for code that is not known to run there.
    init?(_ place: EnclosingCode, _ file: CheckedFile) {
        guard let type = place.type, let member = place.member, !place.isStatic,
            let role = file.types.role(of: type), [.interactor, .router, .worker].contains(role)
        else { return nil }
        let property = file.types.property(member, of: type)
        let isInitialValue =
            place.body == nil && property?.isStored == true && property?.isLazy == false
        let roots = role == .router ? ["init", "didLoad"] : ["init"]
        let root = roots.first {
            file.types.methods(reachedFrom: [$0], of: type, atOnce: true).contains(member)
                && property?.isStored != true
        }
        guard let root = isInitialValue ? "init" : root else { return nil }
        let caller = root == "init" ? "its initializer" : "`didLoad()`"
        (self.type, self.role) = (type, role)
        words = isInitialValue || root == member ? caller : "`\(member)()`, which \(caller) calls"
    }
}

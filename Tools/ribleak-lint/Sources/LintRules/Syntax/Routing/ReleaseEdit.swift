// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

extension SourceEdit {
    /// Sets the property of a child to nil behind its detach; nil if something behind it needs the
    /// property.
    init?(
        releasing name: String, after detach: ChildCall, _ around: SurroundingCode,
        _ router: RouterMethods
    ) {
        guard detach.helper == nil, detach.call.functionName == "detachChild",
            detach.place.closure == nil,
            let item = detach.call.parent?.as(CodeBlockItemSyntax.self),
            !router.uses(name, in: around.after, calledOnly: true)
        else { return nil }
        let isHidden = detach.call.meaning(ofLocal: name) != nil
        let isUsed =
            isHidden
            ? around.after.contains { $0.description.contains("self.\(name)") }
            : router.uses(name, in: around.after, calledOnly: false)
        if isUsed { return nil }
        let line = (isHidden ? "self." : "") + "\(name) = nil"
        guard let indentation = item.indentation else {
            self.init(inserting: "; " + line, after: item)
            return
        }
        self.init(inserting: "\n\(indentation)\(line)", after: item)
    }
}

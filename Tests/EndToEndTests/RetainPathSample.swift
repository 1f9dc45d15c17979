// SPDX-License-Identifier: Apache-2.0

/// The parts of a report that explain why objects are alive: each leak's title, path and hint.
struct RetainPathSample {
    let lines: [Substring]

    /// - Parameter report: The text of one.
    init(of report: String) {
        let sections = report.split(separator: "\n").split { $0 == "│" }
        lines = sections.flatMap { section -> [Substring] in
            guard let first = section.first else { return [] }
            if let title = section.first(where: { $0.hasPrefix("┬───") }) { return [title] }
            let isShown = ["├─ kept alive", "├─ keeps itself", "├─ hint"].contains {
                first.hasPrefix($0)
            }
            // How much hangs on an object, other threads have a part in.
            return isShown ? section.filter { !$0.hasPrefix("│    it alone keeps") } : []
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Writes the library leaks of a page, folded, after what belongs to the project.
enum HTMLLibraryLeaks {
    private static let most = 50

    /// - Returns: Empty text when there are none.
    static func markup(for leaks: [Finding]) -> String {
        guard !leaks.isEmpty else { return "" }
        let title = "\(Quantity.counted(leaks.count, "library leak")), not the project's mistake"
        var parts = leaks.prefix(most).map { leak in
            let lines = FindingText(finding: leak).lines()
                .map { HTMLText.escaped($0.rendered(colored: false)) }
            return link(of: leak) + "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        if leaks.count > most { parts.append("<p>… and \(leaks.count - most) more</p>") }
        return """
            <section class="library-leaks" aria-label="Library leaks">
            <details><summary>\(title)</summary>
            \(parts.joined(separator: "\n"))
            </details>
            </section>
            """
    }

    /// Only an `https` address becomes a link.
    private static func link(of leak: Finding) -> String {
        guard let leak = leak.libraryLeak, let link = leak.link, link.hasPrefix("https://") else {
            return ""
        }
        return "<p><a href=\"\(HTMLText.escaped(link))\" rel=\"noreferrer\">"
            + "\(HTMLText.escaped(leak.name))</a></p>"
    }
}

extension RunReport {
    /// The findings of a page's views: all but library leaks.
    var ownFindings: [Finding] { findings.filter { $0.libraryLeak == nil } }
}

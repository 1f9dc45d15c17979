// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText
import Yams

extension SettingsNode {
    /// This many aliases cannot multiply to much data.
    private static let mostAliases = 8

    /// Calls a function with the outermost value, or not at all when the text is empty.
    ///
    /// - Throws: `UserError` with the line where the text stops being YAML, or an error of the
    ///   function.
    static func read(
        _ yaml: String, file: String, _ body: (SettingsNode) throws(UserError) -> Void
    ) throws(UserError) {
        try refuseManyAliases(in: yaml, file)
        let parsed: (parser: Parser, root: Node?)
        do {
            // Our own rules decide what is a number or a date, so the parser resolves nothing.
            let parser = try Parser(yaml: yaml, resolver: .basic, encoding: .utf8)
            parsed = (parser, try parser.singleRoot())
        } catch {
            throw Self.error(error, file)
        }
        guard let root = parsed.root else { return }
        let node = SettingsNode("the settings", root, in: file)
        // The nodes' anchors live only as long as their parser.
        try withExtendedLifetime(parsed.parser) { () throws(UserError) in
            try node.refuseAnchors()
        }
        try body(node)
    }

    /// Refuses a text with many aliases before Yams sees it. Yams hashes keys while composing, and
    /// aliases can make this endless.
    private static func refuseManyAliases(in yaml: String, _ file: String) throws(UserError) {
        var (anchors, aliases, line) = (0, 0, 1)
        var sign: UInt8 = 0
        for byte in yaml.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                if sign == UInt8(ascii: "&") { anchors += 1 }
                if sign == UInt8(ascii: "*") { aliases += 1 }
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            if anchors > 0, aliases > mostAliases {
                throw UserError(
                    .settings, "\(file):\(line)",
                    "anchors and aliases are not supported; this file has too many")
            }
            sign = byte
        }
    }

    private static func error(_ error: any Error, _ file: String) -> UserError {
        func settings(_ line: Int?, _ text: String) -> UserError {
            UserError(.settings, line.map { "\(file):\($0)" } ?? file, text)
        }
        guard let error = error as? YamlError else { return settings(nil, "is not YAML") }
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let text = [context?.text, problem].compactMap { $0 }.joined(separator: ": ")
            let advice =
                ["alias", "anchor"].contains { text.contains($0) }
                ? "; a text that begins with * or & needs quotes" : ""
            return settings(mark.line, "is not YAML: \(text)\(advice)")
        case .duplicatedKeysInMapping(let keys, let context):
            return settings(
                context.mark.line,
                "\(keys.first?.prefix(64) ?? "a key") appears twice, first in this line")
        case .reader(let problem, _, _, _): return settings(nil, "is not YAML: \(problem)")
        default: return settings(nil, "is not YAML")
        }
    }
}

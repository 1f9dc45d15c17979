// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBText

extension JSONValue {
    /// A text in SARIF. Brackets could form links and braces placeholders, so both are escaped (§
    /// 3.11).
    static func sarifMessage(_ text: String) -> JSONValue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { TerminalEscape.escaped(String($0)) }.joined(separator: "\n")
        let escaped = shown.reduce(into: "") { text, character in
            switch character {
            case "\\", "[", "]": text += "\\\(character)"
            case "{", "}": text += "\(character)\(character)"
            default: text.append(character)
            }
        }
        return ["text": .string(escaped)]
    }

    /// A place in the code, in the RIB tree, or both.
    ///
    /// - Parameters:
    ///   - place: A place in the repository; nil if unknown.
    ///   - scope: The place in the program, such as one in the RIB tree; empty for none.
    static func sarifLocation(
        _ place: SourcePlace?, scope: String = "", message: String? = nil
    ) -> JSONValue {
        let physical = place.map { place -> JSONValue in
            [
                "artifactLocation": ["uri": .string(uri(place.file)), "uriBaseId": "SRCROOT"],
                "region": JSONValue(known: [
                    "startLine": place.line, "startColumn": place.column,
                ]),
            ]
        }
        let logical: JSONValue = [["fullyQualifiedName": .string(scope), "kind": "module"]]
        return JSONValue(known: [
            "physicalLocation": physical, "logicalLocations": scope.isEmpty ? .null : logical,
            "message": message.map(sarifMessage),
        ])
    }

    /// A relative reference by RFC 3986. A colon in its first part would make that part a scheme.
    private static func uri(_ path: String) -> String {
        let allowed = CharacterSet(
            charactersIn:
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@")
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// A place that may lie outside the repository, where it has no file.
    fileprivate static func sarifLocation(
        _ file: String?, _ line: Int?, message: String
    ) -> JSONValue {
        let place = file.flatMap { $0.hasPrefix("/") ? nil : SourcePlace($0, line) }
        return sarifLocation(place, message: message)
    }
}

extension RetainPath {
    /// The path as a code flow, with one step for each edge from the root to the object; nil for a
    /// path without edges.
    func sarif(type: String) -> JSONValue? {
        guard !steps.isEmpty else { return nil }
        let locations = steps.enumerated().map { index, step -> JSONValue in
            let message =
                step.holder + step.joinedLabel
                + (step.target.isEmpty ? "" : " → \(step.target)")
                + (step.isInferred ? " (inferred)" : "")
            return [
                "location": .sarifLocation(step.file, step.line, message: message),
                "importance": index == suspect ? "essential" : "important",
            ]
        }
        return [
            "message": .sarifMessage(title()),
            "threadFlows": [["locations": .array(locations)]],
        ]
    }
}

extension FindingStacks {
    /// The known stacks. The most useful one comes first.
    var sarif: [JSONValue] {
        let named: [(String, CallStack?)] = [
            ("done by", violation), ("value sent by", firing), ("subscribed by", subscribe),
            ("detached by", detach), ("made by", allocation),
        ]
        return named.compactMap { name, stack in
            guard let stack, !stack.frames.isEmpty else { return nil }
            return [
                "message": .sarifMessage(name), "frames": .array(stack.frames.map(Self.frame)),
            ]
        }
    }

    private static func frame(_ frame: StackFrame) -> JSONValue {
        [
            "location": .sarifLocation(frame.file, frame.line, message: frame.name),
            "module": .string(frame.module),
        ]
    }
}

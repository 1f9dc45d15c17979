// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBTrees

/// A place in the code, in the RIB tree, or both.
struct SARIFLocation: Encodable {
    private let physicalLocation: Physical?
    private let logicalLocations: [Logical]?
    private let message: SARIFMessage?

    /// - Parameters:
    ///   - place: A place in the repository; nil if unknown.
    ///   - scope: The place in the program, such as one in the RIB tree; empty for none.
    init(_ place: SourcePlace?, scope: String = "", message: String? = nil) {
        physicalLocation = place.map(Physical.init)
        logicalLocations = scope.isEmpty ? nil : [Logical(fullyQualifiedName: scope)]
        self.message = message.map(SARIFMessage.init)
    }

    private struct Physical: Encodable {
        let artifactLocation: Artifact
        let region: Region

        init(_ place: SourcePlace) {
            artifactLocation = Artifact(uri: SARIFLocation.uri(place.file))
            region = Region(startLine: place.line, startColumn: place.column)
        }
    }

    private struct Artifact: Encodable {
        let uri: String
        let uriBaseId = "SRCROOT"
    }

    private struct Region: Encodable {
        let startLine: Int
        let startColumn: Int?
    }

    private struct Logical: Encodable {
        let fullyQualifiedName: String
        let kind = "module"
    }

    /// A relative reference by RFC 3986. A colon in its first part would make that part a scheme.
    private static func uri(_ path: String) -> String {
        let allowed = CharacterSet(
            charactersIn:
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@")
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}

/// A retain path as a code flow, with one step for each edge from the root to the object.
struct SARIFCodeFlow: Encodable {
    private let message: SARIFMessage
    private let threadFlows: [Flow]

    /// - Returns: Nil for a path without edges.
    init?(_ path: RetainPath, type: String) {
        guard !path.steps.isEmpty else { return nil }
        message = SARIFMessage(RetainPathText(path: path, type: type).title)
        threadFlows = [
            Flow(
                locations: path.steps.enumerated().map { index, step in
                    Step(step, isSuspect: index == path.suspect)
                })
        ]
    }

    private struct Flow: Encodable {
        let locations: [Step]
    }

    private struct Step: Encodable {
        let location: SARIFLocation
        let importance: String

        init(_ step: RetainPathStep, isSuspect: Bool) {
            let place = step.file.flatMap { $0.hasPrefix("/") ? nil : SourcePlace($0, step.line) }
            location = SARIFLocation(
                place,
                message: step.holder + step.joinedLabel
                    + (step.target.isEmpty ? "" : " → \(step.target)")
                    + (step.isInferred ? " (inferred)" : ""))
            importance = isSuspect ? "essential" : "important"
        }
    }
}

/// A call stack of a finding.
struct SARIFStack: Encodable {
    private let message: SARIFMessage
    private let frames: [Frame]

    /// The known stacks. The most useful one comes first.
    static func all(of stacks: FindingStacks) -> [SARIFStack] {
        let named: [(String, CallStack?)] = [
            ("done by", stacks.violation), ("value sent by", stacks.firing),
            ("subscribed by", stacks.subscribe), ("detached by", stacks.detach),
            ("made by", stacks.allocation),
        ]
        return named.compactMap { name, stack in
            guard let stack, !stack.frames.isEmpty else { return nil }
            return SARIFStack(message: SARIFMessage(name), frames: stack.frames.map(Frame.init))
        }
    }

    private struct Frame: Encodable {
        let location: SARIFLocation
        let module: String

        init(_ frame: StackFrame) {
            let place = frame.file.flatMap { $0.hasPrefix("/") ? nil : SourcePlace($0, frame.line) }
            location = SARIFLocation(
                place,
                message: frame.function ?? "\(frame.module)+0x\(String(frame.offset, radix: 16))")
            module = frame.module
        }
    }
}

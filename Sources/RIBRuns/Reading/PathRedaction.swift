// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrees

/// Removes from paths what they reveal about a machine and its user, for reports that others will
/// see: with the option `--redact-paths`.
///
/// A path below the working directory is already shown relative to it, and stays. Any other path
/// keeps only its last component: `…/HomeInteractor.swift`.
package enum PathRedaction {
    package static func path(_ path: String) -> String {
        guard path.hasPrefix("/") || path.hasPrefix("..") || path.hasPrefix("~") else {
            return path
        }
        return "\(SourcePlace.hiddenFolders)/\(path.split(separator: "/").last ?? "")"
    }

    /// Redacts a line of prose that may contain paths. Removes everything from the start of the
    /// first path to the last slash, because a path may contain blanks.
    package static func text(_ text: String) -> String {
        // After any other character, a slash is inside a path, or between two words.
        let marks: Set<Character> = [" ", "(", "'", "\"", ":", "="]
        var before: Character = " "
        for index in text.indices {
            if text[index] == "/", marks.contains(before), let last = text.lastIndex(of: "/") {
                return text[..<index] + SourcePlace.hiddenFolders + text[last...]
            }
            before = text[index]
        }
        return text
    }
}

extension RunReport {
    /// A copy without the machine's folders.
    package func redactingPaths() -> RunReport {
        var report = self
        report.runs = runs.map { $0.redactingPaths() }
        for index in findings.indices { report.findings[index].redactPaths() }
        report.caveats = caveats.map { $0.redactingPaths() }
        report.unowned = UnownedSubscriptions(
            unowned.sites.map { ($0.place?.redactingPaths(), $0.count) })
        return report
    }
}

extension RecordedProcess {
    package func redactingPaths() -> RecordedProcess {
        RecordedProcess(
            trace: PathRedaction.path(trace), processName: PathRedaction.path(processName),
            processID: processID, startedAt: startedAt)
    }
}

extension Caveat {
    package func redactingPaths() -> Caveat {
        Caveat(kind, PathRedaction.text(text), hidesProject: hidesProject)
    }
}

extension Finding {
    fileprivate mutating func redactPaths() {
        retainPath?.redactPaths()
        if let file = foresight?.place.file { foresight?.place.file = PathRedaction.path(file) }
        for stack in [
            \FindingStacks.allocation, \.attach, \.detach, \.subscribe, \.firing, \.violation,
        ] {
            stacks[keyPath: stack] = stacks[keyPath: stack]?.redactingPaths()
        }
    }
}

extension RetainPath {
    fileprivate mutating func redactPaths() {
        for index in steps.indices {
            let file = steps[index].file
            // The removed folders show whose code it is, so that is determined first.
            steps[index].library = steps[index].library ?? file.flatMap(CodeOrigin.library(ofFile:))
            steps[index].file = file.map(PathRedaction.path)
        }
        for index in otherHolders.indices { otherHolders[index].redactPaths() }
    }
}

extension CallStack {
    fileprivate func redactingPaths() -> CallStack {
        CallStack(frames.map { $0.redactingPaths() }, cutOffAt: cutOffAt)
    }
}

extension StackFrame {
    fileprivate func redactingPaths() -> StackFrame {
        var frame = self
        frame.library = library ?? file.flatMap(CodeOrigin.library(ofFile:))
        frame.file = file.map(PathRedaction.path)
        frame.module = PathRedaction.path(module)
        return frame
    }
}

extension SubscriptionReport {
    /// A copy without the machine's folders.
    package func redactingPaths() -> SubscriptionReport {
        SubscriptionReport(
            lists: lists.map { $0.redactingPaths() }, caveats: caveats.map { $0.redactingPaths() })
    }
}

extension SubscriptionList {
    /// A copy without the machine's folders.
    package func redactingPaths() -> SubscriptionList {
        SubscriptionList(
            process: process.redactingPaths(),
            subscriptions: subscriptions.map { $0.at($0.place?.redactingPaths()) },
            gaps: gaps.map(PathRedaction.text))
    }
}

extension Explanation.Story {
    /// A copy without the machine's folders.
    package func redactingPaths() -> Self {
        switch self {
        case .object(var story):
            story.process = story.process.redactingPaths()
            story.made = story.made?.redactingPaths()
            story.attached = story.attached?.redactingPaths()
            story.detached = story.detached?.redactingPaths()
            return .object(story)
        case .subscription(var story):
            story.process = story.process.redactingPaths()
            story.subscription = story.subscription.at(story.subscription.place?.redactingPaths())
            story.made = story.made?.redactingPaths()
            let stack = story.firing?.stack?.redactingPaths()
            story.firing?.stack = stack
            return .subscription(story)
        }
    }
}

extension TreeSnapshot {
    /// A copy without the machine's folders.
    package func redactingPaths() -> TreeSnapshot {
        TreeSnapshot(
            process: Process(
                trace: process.trace.map(PathRedaction.path),
                processName: PathRedaction.path(process.processName), processID: process.processID,
                startedAt: process.startedAt),
            moment: moment, time: time, isEnd: isEnd, tree: tree, detached: detached,
            gaps: gaps.map(PathRedaction.text))
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Removes from paths what they reveal about a machine and its user, for reports that others will
/// see.
///
/// A path below the working directory is already shown relative to it, and stays. Any other path
/// keeps only its last component: `…/HomeInteractor.swift`.
package enum PathRedaction {
    /// Replaces the folders of a path.
    package static let mark = "…"

    package static func path(_ path: String) -> String {
        guard path.hasPrefix("/") || path.hasPrefix("..") || path.hasPrefix("~") else {
            return path
        }
        return "\(mark)/\(path.split(separator: "/").last ?? "")"
    }

    /// Redacts a line of prose that may contain paths. Removes everything from the start of the
    /// first path to the last slash, because a path may contain blanks.
    package static func text(_ text: String) -> String {
        let marks: Set<Character> = [" ", "(", "'", "\"", ":", "="]
        var before: Character = " "
        for index in text.indices {
            if text[index] == "/", marks.contains(before), let last = text.lastIndex(of: "/") {
                return text[..<index] + mark + text[last...]
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
        report.findings = findings.map { $0.redactingPaths() }
        report.caveats = caveats.map { $0.redactingPaths() }
        report.unowned = unowned.redactingPaths()
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
    fileprivate func redactingPaths() -> Finding {
        var finding = self
        finding.retainPath = retainPath?.redactingPaths()
        finding.foresight = foresight.map {
            Foresight(rule: $0.rule, file: PathRedaction.path($0.file), line: $0.line)
        }
        finding.stacks = FindingStacks(
            allocation: stacks.allocation?.redactingPaths(),
            attach: stacks.attach?.redactingPaths(),
            detach: stacks.detach?.redactingPaths(),
            subscribe: stacks.subscribe?.redactingPaths(),
            firing: stacks.firing?.redactingPaths(),
            violation: stacks.violation?.redactingPaths())
        return finding
    }
}

extension RetainPath {
    fileprivate func redactingPaths() -> RetainPath {
        var path = RetainPath(
            reason: reason, steps: steps.map { $0.redactingPaths() }, suspect: suspect,
            omittedSteps: omittedSteps, retainCount: retainCount, seenReferences: seenReferences,
            dominatedCount: dominatedCount, dominatedBytes: dominatedBytes, isPartial: isPartial,
            isSuspectAmbiguous: isSuspectAmbiguous)
        path.otherHolders = otherHolders.map { $0.redactingPaths() }
        path.moreHolders = moreHolders
        return path
    }
}

extension RetainPathStep {
    fileprivate func redactingPaths() -> RetainPathStep {
        RetainPathStep(
            holderKind: holderKind, holder: holder, file: file.map(PathRedaction.path), line: line,
            label: label, target: target, isInferred: isInferred,
            library: library ?? file.flatMap(CodeOrigin.library(ofFile:)),
            function: function, isMethodReference: isMethodReference,
            isOneOfSeveral: isOneOfSeveral, isSomeElement: isSomeElement, isOfLibrary: isOfLibrary)
    }
}

extension UnownedSubscriptions {
    fileprivate func redactingPaths() -> UnownedSubscriptions {
        UnownedSubscriptions(sites.map { ($0.place?.redactingPaths(), $0.count) })
    }
}

extension CallStack {
    package func redactingPaths() -> CallStack {
        CallStack(frames.map { $0.redactingPaths() }, cutOffAt: cutOffAt)
    }
}

extension StackFrame {
    package func redactingPaths() -> StackFrame {
        StackFrame(
            function: function, file: file.map(PathRedaction.path), line: line,
            module: PathRedaction.path(module), offset: offset,
            // The removed folders show whose code it is, so that is determined first.
            library: library ?? file.flatMap(CodeOrigin.library(ofFile:)))
    }
}

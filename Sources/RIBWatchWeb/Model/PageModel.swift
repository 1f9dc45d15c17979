// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBReport
import RIBTrees
import RIBWatch

/// All that an open page shows, bounded however long a run goes on.
struct PageModel {
    /// How many processes a page shows: the last that began.
    private static let mostProcesses = 16

    /// What tells a page of the changes.
    let steps = StepList()
    private var processes: [PageProcess] = []

    /// Takes what one poll found, and adds the steps that tell it to a page.
    ///
    /// - Parameter tree: The tree of a process of the watcher now.
    /// - Returns: True when steps cannot tell it, so that pages need the whole.
    mutating func apply(_ changes: [WatchChange], tree: (Int) -> TreeSnapshot) -> Bool {
        var isWhole = false
        var hasOtherFindings = false
        for change in changes {
            switch change {
            case .processFound(let index, let facts):
                if processes.count >= Self.mostProcesses {
                    // Those after the one that is left out have new numbers.
                    processes.remove(at: processes.firstIndex(where: \.isOver) ?? 0)
                    isWhole = true
                }
                processes.append(PageProcess(index, facts, steps))
                withProcess(index) { $0.tellBeginning() }
                // Their ids name their process once it is not the only one.
                if processes.contains(where: { $0.findings != nil }) { hasOtherFindings = true }
            case .processEnded(let index, let end):
                withProcess(index) { $0.end(end) }
            case .event(let event):
                withProcess(event.process) { $0.apply(event) }
            case .findings(let index, let found):
                guard let number = number(of: index) else { continue }
                processes[number].findings = found
                hasOtherFindings = true
            case .subscriptions(let index, let update):
                withProcess(index) { $0.list(update) }
            case .skipped(let index, let events):
                withProcess(index) { $0.skip(events, now: tree(index)) }
                isWhole = true
            case .note: break  // is not shown
            }
        }
        if hasOtherFindings { steps.add(findings: findingsText) }
        return isWhole
    }

    func tellTime() {
        let now = Self.now
        for (number, process) in processes.enumerated() where !process.isOver {
            steps.process = number
            process.tellTime(now)
        }
    }

    /// The steps from nothing to what is known now.
    var whole: String {
        let (all, now) = (StepList(), Self.now)
        for (number, var process) in processes.enumerated() {
            (all.process, process.steps) = (number, all)
            process.tell(now)
        }
        all.add(findings: findingsText)
        return all.text
    }

    /// Nanoseconds since 1970.
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }

    /// Changes a process of the watcher, if the page shows it.
    private mutating func withProcess(_ index: Int, _ body: (inout PageProcess) -> Void) {
        guard let number = number(of: index) else { return }
        steps.process = number
        body(&processes[number])
    }

    /// The number in the page of a process of the watcher.
    private func number(of index: Int) -> Int? { processes.firstIndex { $0.index == index } }

    /// Of all processes that are shown, those of the newest first.
    private var findingsText: String {
        let shown = processes.enumerated().compactMap { number, process in
            process.findings.map { (process: number, findings: named($0, of: process)) }
        }
        return LivePage.findings(of: shown.reversed())
    }

    /// Each process numbers its objects from 1, so with several their ids name it.
    private func named(_ findings: [Finding], of process: PageProcess) -> [Finding] {
        guard processes.count > 1 else { return findings }
        return findings.map { $0.explained(inProcess: process.processID) }
    }
}

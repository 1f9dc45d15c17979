// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBLeakTesting
import RIBs

/// One way to leak a RIB, in two variants of its code: with the mistake, and mended as the hint says.
struct LeakShape {
    let name: String
    /// What the finding says, line by line: kind, type and victims; the edge; the hint.
    let expected: String
    /// Plays the scenario.
    let play: (LeakShapeRun) -> Void

    init(_ name: String, _ expected: String, _ play: @escaping (LeakShapeRun) -> Void) {
        self.name = name
        self.expected = expected
        self.play = play
    }

    /// The findings that fail a test, and the line at which they must be.
    func found(isMended: Bool) -> (findings: [Finding], place: String) {
        let run = LeakShapeRun(isMended: isMended)
        let findings = findLeaks { play(run) }.filter { $0.libraryLeak == nil }
        run.cleanUp()
        return (findings, run.place)
    }

    /// A finding in the lines of `expected`.
    static func text(of finding: Finding) -> String {
        let victims = finding.victims.map(\.type).sorted().joined(separator: ", ")
        let edge = finding.retainPath?.suspectStep.map { step in
            step.holderKind == .closure
                ? "\(step.holder): \(step.label)"
                : step.holder + (step.label.isEmpty || step.label.hasPrefix("[") ? "" : ".")
                    + step.label
        }
        return """
            \(finding.kind.rawValue) \(finding.type)\(victims.isEmpty ? "" : " with \(victims)")
            \(edge ?? "no edge")
            \(finding.hint ?? "no hint")
            """
    }

    /// Where a finding is shown, by the file's name.
    static func place(of finding: Finding) -> String {
        guard let place = finding.place else { return "nowhere" }
        return "\(place.file.split(separator: "/").last ?? ""):\(place.line)"
    }
}

/// One playing of a scenario, in an app that lives on.
final class LeakShapeRun {
    let isMended: Bool
    let app: ShapeAppRouter
    private(set) var place = ""
    private var afterwards: [() -> Void] = []

    init(isMended: Bool) {
        self.isMended = isMended
        app = ShapeAppRouter(interactor: ShapeAppInteractor())
    }

    var service: PointService { app.interactor.service }

    /// Has a RIB do something as soon as it is active, and go.
    func visit(_ whenActive: @escaping (PlayInteractor) -> Void) {
        let play = makePlay()
        play.interactor.whenActive = whenActive
        comeAndGo(play)
    }

    /// Attaches a child and detaches it, which is the place of what no closure keeps alive.
    func comeAndGo(_ child: any ViewableRouting, meanwhile: () -> Void = {}) {
        app.attachChild(child)
        meanwhile()
        if place.isEmpty { mark() }
        app.detachChild(child)
    }

    /// Says that the line after the call is the one to be shown.
    func mark(line: Int = #line, of file: String = #fileID) {
        place = "\(file.split(separator: "/").last ?? ""):\(line + 1)"
    }

    /// Lets go of what outlives the test otherwise.
    func after(_ work: @escaping () -> Void) { afterwards.append(work) }

    func cleanUp() {
        for work in afterwards { work() }
        afterwards = []
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBLeakTesting
import RIBs

/// One way to leak a RIB, or to leave a subscription behind, in several variants of its code: with the
/// mistake, and with the hint followed to the letter, once for each way that it tells.
struct LeakShape {
    let name: String
    /// How many ways the hint tells.
    let ways: Int
    /// What the finding says, line by line: kind, type and victims; the edge; the hint.
    let expected: String
    /// Plays the scenario.
    let play: (LeakShapeRun) -> Void

    init(
        _ name: String, _ expected: String, ways: Int = 1,
        _ play: @escaping (LeakShapeRun) -> Void
    ) {
        self.name = name
        self.ways = ways
        self.expected = expected
        self.play = play
    }

    static var all: [LeakShape] {
        stored + collected + cycles + closures + libraries + several + streams + waiting + workers
            + firing + plain + everyday
    }

    /// The findings that fail a test, and the line at which each must be.
    ///
    /// - Parameter way: Which way of the hint the mended code goes, from 1.
    func found(isMended: Bool, way: Int = 1) -> (findings: [Finding], places: [String]) {
        let run = LeakShapeRun(isMended: isMended, way: way)
        let findings = findLeaks { play(run) }.filter { $0.libraryLeak == nil }
        run.cleanUp()
        let edges = expected.components(separatedBy: "\n\n").map {
            $0.split(separator: "\n").dropFirst().first ?? ""
        }
        return (findings, edges.map { Self.declarations[Self.property($0)] ?? run.place })
    }

    /// The property of an edge, such as `ShapeAppRouter.games` of `ShapeAppRouter.games[0]`.
    private static func property(_ edge: Substring) -> String {
        edge.prefix { $0 != "[" }.split(separator: ".").prefix(2).joined(separator: ".")
    }

    /// The lines that are marked in the sources of these tests, by the property that they declare: what
    /// a reviewer would point at.
    private static let declarations: [String: String] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var places: [String: String] = [:]
        while let file = files?.nextObject() as? URL {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                for (mark, offset) in [("// place: ", 1), ("// place below: ", 2)] {
                    guard let range = line.range(of: mark) else { continue }
                    places[String(line[range.upperBound...])] =
                        "\(file.lastPathComponent):\(index + offset)"
                }
            }
        }
        return places
    }()

    /// A finding in the lines of `expected`.
    static func text(of finding: Finding) -> String {
        let victims = finding.victims.map(\.type).sorted().joined(separator: ", ")
        let edge = finding.retainPath?.suspectStep.map { step in
            step.holderKind == .closure
                ? "\(step.holder): \(step.label)"
                : step.holder + (step.label.isEmpty || step.label.hasPrefix("[") ? "" : ".")
                    + (step.holder == "Thread" ? "threadDictionary[…]" : step.label)
        }
        return """
            \(finding.kind.rawValue) \(finding.type)\(victims.isEmpty ? "" : " with \(victims)")
            \(edge ?? "no edge")
            \(finding.hint ?? "no hint")
            """
    }

    /// The retain path of a finding in one line, with the reason, for a failure's message.
    static func path(of finding: Finding) -> String {
        guard let path = finding.retainPath else { return "no path" }
        return (["\(path.reason)"] + path.steps.map { "\($0.holder) \($0.label)" })
            .joined(separator: " ↓ ")
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
    /// Which way of the hint the mended code goes, from 1.
    private let way: Int
    let app: ShapeAppRouter
    private(set) var place = ""
    private var afterwards: [() -> Void] = []

    init(isMended: Bool, way: Int = 1) {
        self.isMended = isMended
        self.way = way
        app = ShapeAppRouter(interactor: ShapeAppInteractor())
    }

    /// Whether the code is the one that follows this way of the hint.
    func follows(_ way: Int) -> Bool { isMended && self.way == way }

    var service: PointService { app.interactor.service }

    /// Has a RIB do something as soon as it is active, and go.
    func visit(_ whenActive: @escaping (PlayInteractor) -> Void) {
        let play = makePlay()
        play.interactor.whenActive = whenActive
        comeAndGo(play)
    }

    /// Has a worker of a RIB do something as soon as it is started, and go with the RIB.
    func visitWorker(_ whenStarted: @escaping (PlayWorker) -> Void) {
        visit { $0.startWorker(whenStarted) }
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

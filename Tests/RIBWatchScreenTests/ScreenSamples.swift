// SPDX-License-Identifier: Apache-2.0

import RIBText
import RIBTrace

@testable import RIBAnalysis
@testable import RIBRuns
@testable import RIBTrees
@testable import RIBWatch
@testable import RIBWatchScreen

/// Small scenes, for the tests of the screen.
enum ScreenSamples {
    /// 2026-03-01T12:00:00Z.
    static let start: Int64 = 1_772_366_400_000_000_000
    static let second: Int64 = 1_000_000_000
    static let evil = "A\u{1B}[31m\u{202E}B\n\u{7}C"

    static func node(
        _ id: UInt64, _ name: String, at path: String, below parent: UInt64? = nil, depth: Int = 0,
        standing: RIBTree.Node.Standing = .attached, isActive: Bool = true, age: UInt64 = 12,
        subscriptions: Int = 0
    ) -> RIBTree.Node {
        RIBTree.Node(
            id: id, parent: parent, depth: depth, type: "\(name)Router", ribPath: path,
            standing: standing, isActive: isActive, age: age * 1_000_000_000,
            subscriptions: subscriptions)
    }

    static let tree = [
        node(1, "Root", at: "Root", standing: .launched),
        node(2, "LoggedIn", at: "Root/LoggedIn", below: 1, depth: 1, age: 8, subscriptions: 2),
        node(3, "OffGame", at: "Root/LoggedIn/OffGame", below: 2, depth: 2, age: 3),
        node(4, "Scores", at: "Root/LoggedIn/Scores", below: 2, depth: 2, isActive: false, age: 1),
    ]

    static let detached = [
        node(
            9, "OffGame", at: "Root/LoggedIn/OffGame", standing: .detached, isActive: false, age: 4),
        node(
            10, "TicTacToe", at: "Root/LoggedIn/TicTacToe", standing: .detached, isActive: false,
            age: 2),
    ]

    static func process(
        _ number: Int = 0, tree: [RIBTree.Node] = tree, detached: [RIBTree.Node] = [],
        end: ProcessEnd? = nil
    ) -> WatchScene.Process {
        WatchScene.Process(
            number: number,
            snapshot: TreeSnapshot(
                process: TreeSnapshot.Process(
                    trace: ".ribleak/run-1/demo-\(4711 + number)", processName: "demo",
                    processID: 4711 + number, startedAt: "2026-03-01T12:00:00Z"),
                tree: tree, detached: detached),
            end: end)
    }

    static func finding(
        _ kind: FindingKind = .leakedRouter, at path: String = "Root/LoggedIn/OffGame",
        type: String = "OffGameRouter", object: UInt64 = 9, fingerprint: String = "2750a1a66da24463"
    ) -> Finding {
        let step = RetainPathStep(
            holderKind: .object, holder: "LoggedInRouter", file: nil, line: nil,
            label: "previousScreens[0]", target: type, isInferred: false)
        return Finding(
            kind: kind, ribPath: path, type: type,
            fingerprint: Fingerprint(description: fingerprint),
            identity: FindingIdentity(kind: kind.rawValue, ribPath: path, type: type),
            explainedBy: "object:\(object)", count: 1,
            victims: [Victim(type: "OffGameInteractor", ribPath: path)], test: nil,
            retainPath: RetainPath(
                reason: .attachedRouter, steps: [step], suspect: 0, omittedSteps: 0,
                retainCount: 1, seenReferences: 1, dominatedCount: 0, dominatedBytes: 0,
                isPartial: false),
            stacks: FindingStacks(
                detach: CallStack([
                    StackFrame(
                        function: "LoggedInRouter.leaveOffGame()",
                        file: "Sources/App/LoggedIn/LoggedInRouter.swift", line: 83,
                        module: "demo", offset: 16)
                ])),
            hint: "Remove it from LoggedInRouter.previousScreens where you detach it.",
            occurrences: [Occurrence(.object(object))])
    }

    static func event(
        _ kind: RunEvent.Kind, _ type: String, at path: String, after seconds: Int64,
        process: Int = 0
    ) -> RunEvent {
        var event = RunEvent(kind: kind, time: start + seconds * second, process: process)
        (event.type, event.ribPath) = (type, path)
        return event
    }

    static let log: EventLog = {
        var log = EventLog()
        log.append(event(.launched, "RootRouter", at: "Root", after: 0))
        log.append(event(.attached, "LoggedInRouter", at: "Root/LoggedIn", after: 4))
        log.append(event(.attached, "OffGameRouter", at: "Root/LoggedIn/OffGame", after: 5))
        log.append(event(.detached, "OffGameRouter", at: "Root/LoggedIn/OffGame", after: 8))
        return log
    }()

    /// A tree, two RIBs that are detached, one of which leaked.
    static let leaking: WatchScene = {
        var scene = WatchScene()
        scene.processes = [process(detached: detached)]
        scene.findings = [SeenFinding(finding: finding(), process: 0, seen: start + 9 * second)]
        scene.events = log
        (scene.moment, scene.oldest) = (start + 12 * second, start)
        return scene
    }()

    /// The rows of a screen, without colours, as one text.
    static func text(
        _ scene: WatchScene, _ state: ScreenState = ScreenState(), _ columns: Int = 80,
        _ rows: Int = 24, _ style: ScreenStyle = ScreenStyle()
    ) -> String {
        let size = ScreenSize(columns: columns, rows: rows)
        var screen = Screen(state: state, scene: scene, size: size, style: style)
        screen.keepInView()
        return screen.frame.rows
            .map { row in row.last == " " ? row.trimmingSuffix(" ") : row }
            .joined(separator: "\n")
    }

    /// A state after keys were pressed in a scene.
    static func pressed(
        _ keys: [ScreenKey], in scene: WatchScene = leaking,
        _ size: ScreenSize = .usual, from state: ScreenState = ScreenState()
    ) -> ScreenState {
        var screen = state.screen(of: scene, size)
        for key in keys {
            _ = screen.press(key, scene.events)
            screen.keepInView()
        }
        return screen.state
    }
}

extension ScreenState {
    /// A scene as a person with these choices sees it.
    func screen(of scene: WatchScene, _ size: ScreenSize = .usual) -> Screen {
        Screen(state: self, scene: scene, size: size, style: ScreenStyle())
    }

    func list(of scene: WatchScene) -> ScreenList { screen(of: scene).list }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs
import TraceFixtures

/// Plays apps at random, and notes what happens in them: callbacks, values, tasks, and the ends of
/// objects. All of it is on the main thread, so the order depends on nothing but the seed.
@MainActor final class RandomPlay {
    private static let steps = 60

    private(set) var log: [String] = []
    private let values = PlayValues()
    private var random: SeededGenerator
    private var root: PlayRouter?
    private var attached: [(router: PlayRouter, parent: PlayRouter)] = []
    private var kept: [AnyObject] = []
    private var made = 0

    private init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        note("app \(seed)")
        root = makeRIB()
        root?.interactor.activate()
        root?.load()
    }

    /// Plays apps with the seeds from 1 on, one after the other, then prints what happened and ends
    /// the process.
    static func run(apps: UInt64) {
        SubscriptionTracking.enable()
        next(of: RandomPlay(seed: 1), step: 0, seed: 1, apps: apps, lines: [])
        RunLoop.main.run()
    }

    /// Each step has a turn of the main queue, as a tap has.
    private static func next(
        of play: RandomPlay, step: Int, seed: UInt64, apps: UInt64, lines: [String]
    ) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                if step < steps {
                    play.step()
                    next(of: play, step: step + 1, seed: seed, apps: apps, lines: lines)
                    return
                }
                play.finish()
                let lines = lines + play.log
                if seed < apps {
                    let other = RandomPlay(seed: seed + 1)
                    next(of: other, step: 0, seed: seed + 1, apps: apps, lines: lines)
                } else {
                    FileHandle.standardOutput.write(Data(lines.joined(separator: "\n").utf8))
                    exit(0)
                }
            }
        }
    }

    func note(_ line: String) { log.append(line) }

    private func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private func makeRIB() -> PlayRouter {
        made += 1
        let traits = (0..<8).reduce(0) { $0 | (chance(40) ? 1 << $1 : 0) }
        let interactor = PlayInteractor(
            "\(made)", values, PlayTraits(rawValue: traits), note: { [weak self] in self?.note($0) }
        )
        return PlayRouter(interactor: interactor)
    }

    private func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: attach()
        case 4..<7: detach()
        case 7: attached.randomElement(using: &random)?.router.interactor.tap()
        case 8:
            note("send")
            values.send(made)
        default: kept = []
        }
    }

    private func attach() {
        guard attached.count < 10, let root else { return detach() }
        let parent = attached.randomElement(using: &random)?.router ?? root
        let router = makeRIB()
        note("attach \(router.interactor.name)")
        attached.append((router, parent))
        parent.attachChild(router)
    }

    private func detach() {
        guard let index = attached.indices.randomElement(using: &random) else { return }
        let (router, parent) = attached[index]
        guard !attached.contains(where: { $0.parent === router }) else { return }
        attached.remove(at: index)
        note("detach \(router.interactor.name)")
        if chance(20) { kept.append(router) }
        parent.detachChild(router)
    }

    /// Lets go of all, a whole tree at once.
    private func finish() {
        note("end")
        kept = []
        attached = []
        root?.interactor.deactivate()
        root = nil
    }
}

/// Sends values to all subscriptions in the order in which they were made. A subject with several of
/// them has no order.
private final class PlayValues {
    private var subjects: [PassthroughSubject<Int, Never>] = []

    func stream() -> PassthroughSubject<Int, Never> {
        subjects.append(PassthroughSubject())
        return subjects[subjects.count - 1]
    }

    func send(_ value: Int) {
        for subject in subjects { subject.send(value) }
    }
}

/// What an interactor does while it is active, with mistakes.
private struct PlayTraits: OptionSet {
    let rawValue: Int
    static let subscribes = PlayTraits(rawValue: 1)
    static let forgetsToCancel = PlayTraits(rawValue: 2)
    static let confines = PlayTraits(rawValue: 4)
    static let hasTimer = PlayTraits(rawValue: 8)
    static let makesTask = PlayTraits(rawValue: 16)
    static let makesConfinedTask = PlayTraits(rawValue: 32)
    static let comesBackLater = PlayTraits(rawValue: 64)
    static let hasWorker = PlayTraits(rawValue: 128)
}

private final class PlayRouter: Router<PlayInteractor> {
    override func didLoad() { interactor.note("\(interactor.name) loaded") }

    deinit { interactor.note("\(interactor.name) router freed") }
}

// `@unchecked Sendable` is safe: it is used on the main thread only.
private final class PlayInteractor: Interactor, @unchecked Sendable {
    let name: String
    let note: (String) -> Void
    private let values: PlayValues
    private let traits: PlayTraits
    private var tokens: Set<AnyCancellable> = []
    private var timer: Timer?

    init(
        _ name: String, _ values: PlayValues, _ traits: PlayTraits,
        note: @escaping (String) -> Void
    ) {
        (self.name, self.values, self.traits, self.note) = (name, values, traits, note)
    }

    deinit {
        note("\(name) interactor freed")
        timer?.invalidate()
    }

    override func didBecomeActive() {
        note("\(name) active")
        if traits.contains(.subscribes) { subscribe("value") }
        if traits.contains(.confines) {
            values.stream().sink { [name, note] in note("\(name) confined value \($0)") }
                .cancelOnDeactivate(interactor: self)
        }
        if traits.contains(.hasTimer) {
            timer = Timer.scheduledTimer(withTimeInterval: 600, repeats: true) { [weak self] _ in
                self?.tap()
            }
        }
        if traits.contains(.makesTask) {
            Task { @MainActor [weak self] in self?.subscribe("value of a task") }
        }
        if traits.contains(.makesConfinedTask) {
            task(in: self) { me in me.interactor?.subscribe("value of a confined task") }
        }
        if traits.contains(.comesBackLater) {
            DispatchQueue.main.async { [weak self, name, note] in
                note("\(name) later: \(self == nil ? "gone" : "there")")
            }
        }
        if traits.contains(.hasWorker) { PlayWorker(name, note).start(self) }
    }

    override func willResignActive() {
        note("\(name) resigns")
        if traits.contains(.forgetsToCancel) { return }
        tokens = []
        timer?.invalidate()
        timer = nil
    }

    /// Subscribes outside of an activation.
    func tap() {
        note("\(name) tapped")
        subscribe("value of a tap")
    }

    private func subscribe(_ what: String) {
        values.stream().sink { [weak self] in self?.heard(what, $0) }.store(in: &tokens)
    }

    private func heard(_ what: String, _ value: Int) { note("\(name) \(what) \(value)") }
}

private final class PlayWorker: Worker {
    private let name: String
    private let note: (String) -> Void

    init(_ name: String, _ note: @escaping (String) -> Void) {
        (self.name, self.note) = (name, note)
    }

    override func didStart(_ interactorScope: any InteractorScope) { note("\(name) worker starts") }
    override func didStop() { note("\(name) worker stops") }

    deinit { note("\(name) worker freed") }
}

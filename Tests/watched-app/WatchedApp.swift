// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder
import RIBs

/// An app that is told by its standard input, line by line, what to do with its RIBs. It answers
/// each line with the same line when it is done.
///
/// - `attach`, `detach`: one more Home below Root; and the last one away.
/// - `leak`: as `detach`, but something still retains it, and its subscription goes on.
/// - `free`: what `leak` retained.
/// - `fire`: a value for all subscriptions.
/// - `turns RATE`: attaches and detaches so many times a second, until it is told otherwise.
/// - `exit`: ends, after what was left is judged.
///
/// With the arguments `random COUNT` it plays so many apps at random instead: see `RandomPlay`.
@main enum WatchedApp {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "random" {
            let apps = CommandLine.arguments.last.flatMap(UInt64.init) ?? 1
            MainActor.assumeIsolated { RandomPlay.run(apps: apps) }
        }
        SubscriptionTracking.enable()
        MainActor.assumeIsolated { Screens.shared.launch() }
        Thread.detachNewThread {
            while let line = readLine() {
                DispatchQueue.main.async { MainActor.assumeIsolated { Screens.shared.obey(line) } }
            }
            DispatchQueue.main.async { exit(0) }
        }
        dispatchMain()
    }
}

/// The tree, and what should not be kept of it.
@MainActor final class Screens {
    static let shared = Screens()

    private let root = RootRouter(interactor: RootInteractor())
    private var homes: [HomeRouter] = []
    private var kept: [HomeRouter] = []
    private var timer: (any DispatchSourceTimer)?
    private let values = PassthroughSubject<Int, Never>()

    func launch() {
        root.interactor.activate()
        root.load()
    }

    func obey(_ line: String) {
        let words = line.split(separator: " ")
        timer?.cancel()
        timer = nil
        switch words.first {
        case "attach": attach()
        case "detach": detach()
        case "leak":
            homes.last.map { kept.append($0) }
            detach()
        case "free": kept = []
        case "fire": values.send(1)
        case "turns": turn(Double(words.last ?? "") ?? 10)
        case "exit": exit(0)
        default: break
        }
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private func attach() {
        let home = HomeRouter(interactor: HomeInteractor(values: values))
        homes.append(home)
        root.attachChild(home)
    }

    private func detach() {
        homes.popLast().map { root.detachChild($0) }
    }

    private func turn(_ rate: Double) {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: 1 / rate)
        timer.setEventHandler {
            MainActor.assumeIsolated {
                if Screens.shared.homes.count > 3 {
                    while !Screens.shared.homes.isEmpty { Screens.shared.detach() }
                } else {
                    Screens.shared.attach()
                }
            }
        }
        timer.resume()
        self.timer = timer
    }
}

final class RootRouter: Router<RootInteractor> {}
final class RootInteractor: Interactor {}
final class HomeRouter: Router<HomeInteractor> {}

final class HomeInteractor: Interactor {
    private let values: PassthroughSubject<Int, Never>
    private var subscriptions: Set<AnyCancellable> = []

    init(values: PassthroughSubject<Int, Never>) { self.values = values }

    override func didBecomeActive() {
        super.didBecomeActive()
        values.map { $0 + 1 }.sink { _ in }.store(in: &subscriptions)
    }
}

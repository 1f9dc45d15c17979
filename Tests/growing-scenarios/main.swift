// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBs

// Repeats a scenario that leaves something behind with each turn, in each way, or in each that looks
// alike and leaves nothing.
//
//   growing-scenarios            what grows
//   growing-scenarios --mended   what does not

final class Note {
    var other: Note?
}

final class NoteStore: @unchecked Sendable {  // Only the main thread uses it.
    static let shared = NoteStore()
    var notes: [Note] = []
    var sizes: [Int: Int] = [:]

    func add() { notes.append(Note()) }
}

final class HomeView: ViewControllable {}

final class HomeInteractor: PresentableInteractor<HomeView> {
    var whenLeft: [() -> Void] = []
    var heard = 0

    // The optimiser inlines it twice below, and makes a copy of the closure's code for each.
    func listen() {
        whenLeft.append { [weak self] in self?.heard += 1 }
    }
}

final class HomeRouter: LaunchRouter<HomeInteractor, HomeView> {}
final class PageInteractor: Interactor {}
final class PageRouter: Router<PageInteractor> {}

@MainActor func repeated(_ name: String, _ body: () -> Void) {
    let scope = Recorder.shared.beginScope(name, runsAlone: true)
    let measurement = GrowthMeasurement(of: .shared, in: scope, turns: 5)
    while measurement.hasNextTurn {
        Recorder.shared.working(for: scope, body)
        measurement.endTurn()
    }
    measurement.end()
    Recorder.shared.endScope(scope)
}

let view = HomeView()
let home = HomeRouter(interactor: HomeInteractor(presenter: view), viewController: view)
home.launch()
let isMended = CommandLine.arguments.contains("--mended")

repeated("objects of a singleton") {
    NoteStore.shared.add()
    if isMended { NoteStore.shared.notes = [] }
}
repeated("entries of a dictionary") {
    NoteStore.shared.sizes[isMended ? 0 : NoteStore.shared.sizes.count] = 1
}
repeated("closures of an interactor") {
    if isMended { home.interactor.whenLeft = [] }
    home.interactor.listen()
    home.interactor.listen()
}
repeated("objects that hold each other") {
    let (note, other) = (Note(), Note())
    note.other = other
    if !isMended { other.other = note }
}
repeated("children that stay") {
    let page = PageRouter(interactor: PageInteractor())
    home.attachChild(page)
    if isMended { home.detachChild(page) }
}
Recorder.shared.settle()

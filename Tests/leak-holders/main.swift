import Foundation
import RIBRecorder
import RIBs

// Has a RIB come and go in each way that keeps it, or in each that looks alike and does not.
//
//   leak-holders [NAME...]       what keeps an interactor: all ways, or some
//   leak-holders --clean         what does not

/// Without a variable of its own that has the RIB any longer.
@inline(never) @MainActor func play(_ make: @MainActor () -> Interactor) {
    let router = Router(interactor: make())
    root.attachChild(router)
    root.detachChild(router)
}

root.interactor.activate()
root.load()
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--clean" {
    for (_, careful) in twins { play { CarefulInteractor(root.interactor.services, careful) } }
} else {
    for (name, make) in rows where arguments.isEmpty || arguments.contains(name) { play(make) }
}
Recorder.shared.settle()

// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

extension FindingKind {
    /// The name for people, such as `Leaked router`.
    var title: String {
        let words = rawValue.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension FindingKind {
    /// What a finding of this kind says, in one sentence.
    package var meaning: String {
        switch self {
        case .leakedRouter: "A router was detached, but something still holds it."
        case .leakedInteractor: "A RIB was detached, but something still holds its interactor."
        case .leakedPresenter: "A RIB was detached, but something still holds its presenter."
        case .leakedView: "A RIB was detached, but something still holds its view."
        case .leakedWorker: "A RIB was detached, but something still holds a worker of it."
        case .leakedWorkflow: "A RIB was detached, but something still holds a workflow of it."
        case .leakedComponent: "A RIB was detached, but something still holds its component."
        case .leakedObject: "An object that was expected to be freed is still alive."
        case .firedWhileInactive:
            "A subscription delivered a value while its interactor was inactive."
        case .viewGoneStillAttached: "A view left the screen, but its router is still attached."
        case .lateDeallocation: "An object was freed, but only after its time."
        case .lifecycleViolation: "Code did what the architecture does not allow."
        case .neverAttached: "A RIB of the tree built a router and keeps it without attaching it."
        case .outlivedInteractor:
            "A subscription is alive after its interactor was deactivated or freed."
        case .subscribedWhileInactive: "An interactor subscribed at a time when it was inactive."
        case .accumulatingSubscriptions:
            "Each activation of an interactor adds a subscription, and none ends."
        }
    }
}

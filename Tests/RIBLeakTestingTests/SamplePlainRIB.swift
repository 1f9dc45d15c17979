// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A RIB without base classes: a counter.
final class CounterRIB: PlainRIB {
    var state = CounterStateContainer()
    let view = CounterViewContainer()
    let publishers = CounterPublisherContainer()
    /// What it keeps to dispose of by hand.
    var subscriptions: [AnyCancellable] = []

    var ribParts: [AnyObject] { [state, view, publishers] }

    static let lineOfSink = #line + 4

    func observe(_ stream: PassthroughSubject<Int, Never>) {
        subscribing {
            stream.sink { [weak self] in self?.state.count += $0 }.store(in: &subscriptions)
        }
    }

    /// Has a part of this RIB subscribe.
    func observeInPart(_ stream: PassthroughSubject<Int, Never>) {
        subscribing { publishers.observe(stream) }
    }

    func dispose() {
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
    }
}

final class CounterStateContainer {
    var count = 0
}

final class CounterViewContainer: ViewControllable {}

final class CounterPublisherContainer {
    var subscriptions: [AnyCancellable] = []

    func observe(_ stream: PassthroughSubject<Int, Never>) {
        stream.sink { _ in }.store(in: &subscriptions)
    }
}

/// A RIB that is its own view.
final class ScreenRIB: PlainRIB, ViewControllable {}

/// The root of a tree without base classes.
final class AppRIB: PlainRIB {
    /// What it keeps by mistake or by right.
    var kept: [AnyObject] = []  // place: AppRIB.kept
    /// What it shares with its children.
    var shared: [AnyObject] = []

    var ribParts: [AnyObject] { shared }
}

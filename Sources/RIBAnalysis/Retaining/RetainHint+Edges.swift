// SPDX-License-Identifier: Apache-2.0

// The first hint that matches is used, in the order of `RetainHint.all`: closures, libraries,
// architecture, properties. So each hint may rely on those before it, and a wide one comes late:
// `ofProperties` ends with one for any global and one for any object.

extension RetainHint {
    /// Hints on edges of libraries, and on how to end what runs for an object.
    static let ofLibraries: [RetainHint] = [
        // A router that is among the children of another one:
        // `home.attachChild(game)`, and `menu` has it already.
        RetainHint(
            for: [.object], isOfLibraries: true,
            where: { $0.isHeldByRouter && $0.edge.label.hasPrefix("children") },
            text: { "\($0.edge.holder) has it among its children: call detachChild there, too." }),
        // An object in a thread's dictionary: `Thread.current.threadDictionary["current"] = self`.
        RetainHint(
            for: [.object], isOfLibraries: true,
            where: { $0.edge.isElement && $0.edge.label.hasPrefix("threadDictionary") },
            text: { _ in
                "Remove it from the thread's threadDictionary when the RIB is detached."
            }),
        // A subscription, a workflow or a task, kept in a place where nothing ends it:
        // `workflow.subscribe(item).store(in: &service.cancellables)`.
        RetainHint(
            for: [.object, .global], where: { $0.isTarget("AnyCancellable") },
            text: {
                "What \($0.edge.collection) keeps runs on: end it \($0.ending())."
            }),
        // A disposable, kept in a place where nothing disposes of it:
        // `workflow.subscribe(item).disposed(by: service.bag)`.
        RetainHint(
            for: [.object, .global],
            where: {
                $0.isTarget(
                    "AnonymousDisposable", "BinaryDisposable", "CompositeDisposable", "DisposeBag",
                    "RefCountDisposable", "SerialDisposable", "SingleAssignmentDisposable",
                    "SinkDisposer")
            },
            text: { "What \($0.edge.collection) keeps runs on: end it \($0.ending("dispose"))." }),
        // A subject whose current value is the object: `service.current.send(interactor)`.
        RetainHint(
            for: [.object, .global],
            where: {
                $0.isTarget("CurrentValueSubject") && $0.nextLabel.hasPrefix("currentValue")
            },
            text: {
                "\($0.edge.property) has it as its value: send another one when the RIB is "
                    + "detached."
            }),
        // A subject to which the object is subscribed without a closure:
        // `service.scores.assign(to: \.score, on: self).store(in: &cancellables)`.
        RetainHint(
            for: [.object, .global],
            where: { $0.isTarget("PassthroughSubject", "CurrentValueSubject") },
            text: {
                "It is subscribed to \($0.edge.property): end the subscription \($0.ending())."
            }),
        // A library's object that contains it somewhere inside:
        // `service.cache.setObject(game, forKey: "game")`.
        RetainHint(
            for: [.object, .global], where: { $0.isContainer },
            text: {
                "Release it in \($0.edge.property) when the RIB is detached."
            }),
    ]

    /// Hints on how to remove an edge that runs against the architecture.
    static let ofArchitecture: [RetainHint] = [
        // A strong reference back to a listener:
        // `final class GamePresenter { var listener: GamePresentableListener? }`.
        RetainHint(
            for: [.object],
            where: { situation in
                let label = situation.edge.label.lowercased()
                return !situation.edge.isElement
                    && (label.hasSuffix("listener") || label.hasSuffix("delegate"))
            },
            text: { "Make \($0.edge.field) weak: a listener is held by its own RIB." }),
        // A component that keeps a builder that it made with itself:
        // `lazy var gameBuilder = GameBuilder(dependency: self)`.
        RetainHint(
            for: [.object],
            where: {
                $0.reason == .cycle && $0.holderPart == .component
                    && $0.nextLabel.hasPrefix("dependency")
            },
            text: {
                """
                \($0.edge.field) has the \($0.edge.holder) as its dependency, so they keep each \
                other: make the \($0.target) where it is used, or in a computed property that \
                makes one for each call.
                """
            }),
        // A component that keeps an object it made: `lazy var gameInteractor = GameInteractor()`
        // in the component of the parent.
        RetainHint(
            for: [.object], where: { $0.holderPart == .component },
            text: {
                """
                \($0.edge.holder) keeps what it made: make it in the builder instead, or in a \
                component of the RIB that ends.
                """
            }),
        // A reference against the direction in which RIBs hold their parts:
        // `final class GameInteractor { var router: GameRouting? }`.
        RetainHint(
            for: [.object], where: { $0.reason == .cycle && $0.edge.isProperty },
            text: {
                """
                Make \($0.edge.field) weak: what it leads to keeps the \($0.edge.holder) alive, so \
                they keep each other.
                """
            }),
    ]

    /// Hints on how to remove an object from a property or a collection.
    static let ofProperties: [RetainHint] = [
        // A lazy property, which can neither be weak nor, mostly, nil: `lazy var game = …`.
        RetainHint(
            for: [.object], where: { $0.edge.isProperty && $0.edge.isLazy },
            text: {
                """
                \($0.edge.field) is lazy, so it keeps what it made: make it where it is used \
                instead, or keep it in an optional property that you set to nil when the RIB is \
                detached.
                """
            }),
        // A router that keeps a child it has detached: `detachChild(game)`, and `game` stays in a
        // property.
        RetainHint(
            for: [.object],
            where: {
                $0.isHeldByRouter && $0.targetPart?.isTreeNode ?? false && $0.edge.isProperty
            },
            text: { "\($0.edge.clear) where you detach the child." }),
        // A property of an object that is itself an element of a collection:
        // `cache.append(Entry(router: game))`.
        RetainHint(
            for: [.object], where: { $0.isEntry && !$0.edge.isElement },
            text: {
                """
                Remove the \($0.edge.holder) that has it from \($0.entries) when the RIB is \
                detached, or make \($0.edge.field) weak.
                """
            }),
        // An element of a collection of the RIB that detaches it: `detachChild(game)`, and `games`
        // still has it.
        RetainHint(
            for: [.object],
            where: { ($0.isHeldByRouter || $0.holderPart == .interactor) && $0.edge.isElement },
            text: { "Remove \($0.elements) from \($0.edge.collection) where you detach it." }),
        // An element of a collection of any other object, which does not learn of the detach:
        // `service.add(listener: self)`.
        RetainHint(
            for: [.object, .global], where: { $0.edge.isElement },
            text: {
                """
                Remove \($0.elements) from \($0.edge.collection) when the RIB is \
                detached\($0.removing), or keep only weak references there.
                """
            }),
        // A variable that lives as long as the process: `Registry.shared.current = self`.
        RetainHint(for: [.global]) {
            "\($0.edge.holder) lives as long as the process: release it there when the RIB is "
                + "detached."
        },
        // A part of a property, such as a payload of an enum: `state = .playing(game)`.
        RetainHint(
            for: [.object, .global], where: { !$0.edge.isProperty },
            text: {
                "Release it in \($0.edge.property) when the RIB is detached."
            }),
        // A property with a wrapper, of an object that is meant to stay alive:
        // `@Published var current: GameInteractor?`.
        RetainHint(
            for: [.object], where: { $0.edge.isWrapped },
            text: {
                "\($0.edge.clear) when the RIB is detached."
            }),
        // A property of an object that is meant to stay alive: `service.current = interactor`.
        RetainHint(for: [.object]) {
            "\($0.edge.clear) when the RIB is detached, or make it weak."
        },
    ]
}

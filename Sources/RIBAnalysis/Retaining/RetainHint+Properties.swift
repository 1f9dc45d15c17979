// SPDX-License-Identifier: Apache-2.0

// Hints on how to remove an object from a property or a collection.

extension RetainHint {
    /// A router that keeps a child it has detached.
    static let storedChild = RetainHint(
        for: [.object],
        where: {
            $0.isHeldByRouter && $0.targetPart?.isTreeNode ?? false && $0.edge.isProperty
        },
        text: "{Clear} where you detach the child.",
        example: """
            detachChild(game)  // and `game` stays in a property
            """)

    /// A property of an object that is itself an element of a collection.
    static let entry = RetainHint(
        for: [.object], where: { $0.isEntry && !$0.edge.isElement },
        text: """
            Remove the {holder} that has it from {entries} when the RIB is detached, or make \
            {holder}.{label} weak.
            """,
        example: """
            cache.append(Entry(router: game))
            """)

    /// An element of a collection of the RIB that detaches it.
    static let element = RetainHint(
        for: [.object],
        where: { ($0.isHeldByRouter || $0.holderPart == .interactor) && $0.edge.isElement },
        text: "Remove {it} from {collection} where you detach it.",
        example: """
            detachChild(game)  // and `games` still has it
            """)

    /// An element of a collection of any other object, which does not learn of the detach.
    static let elementElsewhere = RetainHint(
        for: [.object, .global], where: { $0.edge.isElement },
        text: """
            Remove {it} from {collection} when the RIB is detached{removing}, or keep only weak \
            references there.
            """,
        example: """
            service.add(listener: self)
            """)

    /// An object in a thread's dictionary.
    static let threadDictionary = RetainHint(
        for: [.object], isOfLibraries: true,
        where: { $0.edge.isElement && $0.edge.label.hasPrefix("threadDictionary") },
        text: "Remove it from the thread's threadDictionary when the RIB is detached.",
        example: """
            Thread.current.threadDictionary["current"] = self
            """)

    /// A library's object that contains it somewhere inside.
    static let container = RetainHint(
        for: [.object, .global], where: { $0.isContainer },
        text: "Release it in {property} when the RIB is detached.",
        example: """
            service.cache.setObject(game, forKey: "game")
            """)

    /// A variable that lives as long as the process.
    static let global = RetainHint(
        for: [.global],
        text: "{holder} lives as long as the process: release it there when the RIB is detached.",
        example: """
            Registry.shared.current = self
            """)

    /// A lazy property, which can neither be weak nor, mostly, nil.
    static let lazyProperty = RetainHint(
        for: [.object], where: { $0.edge.isProperty && $0.edge.isLazy },
        text: """
            {holder}.{label} is lazy, so it keeps what it made: make it where it is used instead, or \
            keep it in an optional property that you set to nil when the RIB is detached.
            """,
        example: """
            lazy var game = GameRouter()
            """)

    /// A part of a property: a payload of an enum, a field of a struct, a place in a tuple.
    static let partOfProperty = RetainHint(
        for: [.object, .global], where: { !$0.edge.isProperty },
        text: "Release it in {property} when the RIB is detached.",
        example: """
            state = .playing(game)
            """)

    /// A property with a wrapper, of an object that is meant to stay alive.
    static let wrappedPart = RetainHint(
        for: [.object], where: { $0.edge.isWrapped },
        text: "{Clear} when the RIB is detached.",
        example: """
            @Published var current: GameInteractor?
            """)

    /// A property of an object that is meant to stay alive.
    static let storedPart = RetainHint(
        for: [.object],
        text: "{Clear} when the RIB is detached, or make it weak.",
        example: """
            service.current = interactor
            """)
}

// Hints on how to remove an object from a stream of values.

extension RetainHint {
    /// A subscription, a workflow or a task, kept in a place where nothing ends it.
    static let storedSubscription = RetainHint(
        for: [.object, .global], where: { $0.isTarget("AnyCancellable") },
        text: """
            What {collection} keeps runs on: end it {ending}.
            """,
        example: """
            workflow.subscribe(item).store(in: &service.cancellables)
            """)

    /// A disposable, kept in a place where nothing disposes of it.
    static let storedDisposable = RetainHint(
        for: [.object, .global],
        where: {
            $0.isTarget(
                "AnonymousDisposable", "BinaryDisposable", "CompositeDisposable", "DisposeBag",
                "RefCountDisposable", "SerialDisposable", "SingleAssignmentDisposable",
                "SinkDisposer")
        },
        text: """
            What {collection} keeps runs on: end it {disposing}.
            """,
        example: """
            workflow.subscribe(item).disposed(by: service.bag)
            """)

    /// A subject whose current value is the object.
    static let storedValue = RetainHint(
        for: [.object, .global],
        where: {
            $0.isTarget("CurrentValueSubject") && $0.nextLabel.hasPrefix("currentValue")
        },
        text: "{property} has it as its value: send another one when the RIB is detached.",
        example: """
            service.current.send(interactor)
            """)

    /// A subject to which the object is subscribed without a closure.
    static let subscriber = RetainHint(
        for: [.object, .global],
        where: { $0.isTarget("PassthroughSubject", "CurrentValueSubject") },
        text: """
            It is subscribed to {property}: end the subscription {ending}.
            """,
        example: """
            service.scores.assign(to: \\.score, on: self).store(in: &cancellables)
            """)
}

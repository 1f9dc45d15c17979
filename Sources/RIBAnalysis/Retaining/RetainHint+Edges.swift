// SPDX-License-Identifier: Apache-2.0

// How to remove an object from a property, a collection or a global variable. The order counts:
// each hint relies on those before it, and a wide one comes late.
extension RetainSituation {
    /// A hint on an edge that only its library can change; nil when nothing is known to help.
    var hintOfLibraryEdge: String? {
        // A router that is among the children of another one:
        // `home.attachChild(game)`, and `menu` has it already.
        if isHeldByRouter, edge.label.hasPrefix("children") {
            return "\(edge.holder) has it among its children: call detachChild there, too."
        }
        // An object in a thread's dictionary: `Thread.current.threadDictionary["current"] = self`.
        if edge.isElement, edge.label.hasPrefix("threadDictionary") {
            return "Remove it from the thread's threadDictionary when the RIB is detached."
        }
        return nil
    }

    /// A hint on an edge of an object or a global variable.
    var hintOfField: String {
        hintOfRunning ?? (edge.holderKind == .object ? hintOfArchitecture : nil)
            ?? (edge.isElement ? hintOfElement : hintOfProperty)
    }

    private static let disposables = [
        "AnonymousDisposable", "BinaryDisposable", "CompositeDisposable", "DisposeBag",
        "RefCountDisposable", "SerialDisposable", "SingleAssignmentDisposable", "SinkDisposer",
    ]

    /// How to end what runs for an object, or to remove it from what a library keeps.
    private var hintOfRunning: String? {
        // A subscription, a workflow or a task, kept in a place where nothing ends it:
        // `workflow.subscribe(item).store(in: &service.cancellables)`.
        if isTarget("AnyCancellable") {
            return "What \(edge.collection) keeps runs on: end it \(ending())."
        }
        // A disposable, kept in a place where nothing disposes of it:
        // `workflow.subscribe(item).disposed(by: service.bag)`.
        if Self.disposables.contains(where: isTarget) {
            return "What \(edge.collection) keeps runs on: end it \(ending("dispose"))."
        }
        // A subject whose current value is the object: `service.current.send(interactor)`.
        if isTarget("CurrentValueSubject"), nextLabel.hasPrefix("currentValue") {
            return
                "\(edge.property) has it as its value: send another one when the RIB is detached."
        }
        // A subject to which the object is subscribed without a closure:
        // `service.scores.assign(to: \.score, on: self).store(in: &cancellables)`.
        if isTarget("PassthroughSubject") || isTarget("CurrentValueSubject") {
            return "It is subscribed to \(edge.property): end the subscription \(ending())."
        }
        // A library's object that contains it somewhere inside:
        // `service.cache.setObject(game, forKey: "game")`.
        return isContainer ? "Release it in \(edge.property) when the RIB is detached." : nil
    }

    /// How to remove an edge that runs against the architecture.
    private var hintOfArchitecture: String? {
        let label = edge.label.lowercased()
        // A strong reference back to a listener:
        // `final class GamePresenter { var listener: GamePresentableListener? }`.
        if !edge.isElement, label.hasSuffix("listener") || label.hasSuffix("delegate") {
            return "Make \(edge.place) weak: a listener is held by its own RIB."
        }
        // A component that keeps a builder that it made with itself:
        // `lazy var gameBuilder = GameBuilder(dependency: self)`.
        if reason == .cycle, holderPart == .component, nextLabel.hasPrefix("dependency") {
            return "\(edge.place) has the \(edge.holder) as its dependency, so they keep each "
                + "other: make the \(target) where it is used, or in a computed property that "
                + "makes one for each call."
        }
        // A component that keeps an object it made: `lazy var gameInteractor = GameInteractor()`
        // in the component of the parent.
        if holderPart == .component {
            return "\(edge.holder) keeps what it made: make it in the builder instead, or in a "
                + "component of the RIB that ends."
        }
        // A reference against the direction in which RIBs hold their parts:
        // `final class GameInteractor { var router: GameRouting? }`.
        guard reason == .cycle, edge.isProperty else { return nil }
        return "Make \(edge.place) weak: what it leads to keeps the \(edge.holder) alive, so they "
            + "keep each other."
    }

    private var hintOfElement: String {
        // An element of a collection of the RIB that detaches it: `detachChild(game)`, and `games`
        // still has it.
        if edge.holderKind == .object, isHeldByRouter || holderPart == .interactor {
            return "Remove \(elements) from \(edge.collection) where you detach it."
        }
        // An element of a collection of any other object, which does not learn of the detach:
        // `service.add(listener: self)`.
        return "Remove \(elements) from \(edge.collection) when the RIB is detached\(removing), or "
            + "keep only weak references there."
    }

    private var hintOfProperty: String {
        // A variable that lives as long as the process: `Registry.shared.current = self`.
        if edge.holderKind == .global {
            return "\(edge.holder) lives as long as the process: release it there when the RIB is "
                + "detached."
        }
        // A lazy property, which can neither be weak nor, mostly, nil: `lazy var game = …`.
        if edge.isProperty, edge.declarationWords.contains("lazy") {
            return "\(edge.place) is lazy, so it keeps what it made: make it where it is used "
                + "instead, or keep it in an optional property that you set to nil when the RIB is "
                + "detached."
        }
        // A router that keeps a child it has detached: `detachChild(game)`, and `game` stays in a
        // property.
        if edge.isProperty, isHeldByRouter, targetPart?.isTreeNode ?? false {
            return "\(edge.clear) where you detach the child."
        }
        // A property of an object that is itself an element of a collection:
        // `cache.append(Entry(router: game))`.
        if isEntry {
            let entries = before.last?.collection ?? "its collection"
            return "Remove the \(edge.holder) that has it from \(entries) when the RIB is "
                + "detached, or make \(edge.place) weak."
        }
        // A part of a property, such as a payload of an enum: `state = .playing(game)`.
        if !edge.isProperty { return "Release it in \(edge.property) when the RIB is detached." }
        // A property of an object that is meant to stay alive: `service.current = interactor`. With
        // a wrapper, as in `@Published var current: GameInteractor?`, it cannot be weak.
        return "\(edge.clear) when the RIB is detached"
            + (edge.isWrapped ? "." : ", or make it weak.")
    }
}

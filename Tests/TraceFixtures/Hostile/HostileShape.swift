// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Kinds of traces that cost much more than their size where work is not bounded.
package enum HostileShape: String, CaseIterable, Sendable {
    /// RIBs below each other; the topmost is detached and all stay alive.
    case deepLeak
    /// RIBs below each other, all attached.
    case deepTree
    /// RIBs below each other, detached one by one from the bottom up and alive.
    case deepLeaks
    /// RIBs that are attached to each other in a circle, so that no way up ends.
    case circle
    /// The same of RIBs whose types have no name.
    case namelessCircle
    /// Settlings in such a circle, with a change of the tree before each.
    case settledCircle
    /// Siblings whose type has the longest name that there may be.
    case longName
    /// The same, of marks that add to one character.
    case longCharacter
    /// Siblings whose type's name looks mangled, with brackets within brackets.
    case mangledName
    /// Subscriptions that no one ends, each of another chain.
    case manyChains
    /// Objects that own the next one, as a list does.
    case ownerChain
    /// Leaks, each with the longest path that keeps it alive.
    case longRetainPaths
    /// Leaks, each in a cycle of its own.
    case manyCycles
    /// A circle of owners, each of whom is alive after its end.
    case ownerCircle
    /// Settlings that each find the same objects alive.
    case manySettlings
    /// One RIB attached and detached again and again.
    case manyMoves
    /// Tests in which a RIB leaks, each with a different name.
    case manyTests
    /// Mistakes of one RIB, again and again.
    case manyViolations

    /// A trace of this shape.
    ///
    /// - Parameter count: How many of what there are many of.
    package func trace(_ count: Int) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        switch self {
        case .deepLeak, .deepTree, .deepLeaks: trace.nest(count, self)
        case .circle: trace.circle(count, type: "HomeRouter")
        case .namelessCircle: trace.circle(count, type: "")
        case .settledCircle: trace.settledCircle(count)
        case .longName: trace.siblings(count, String(repeating: "xRouter", count: 580))
        case .longCharacter: trace.siblings(count, "x" + String(repeating: "\u{301}", count: 2_000))
        case .mangledName: trace.siblings(count, "$s" + String(repeating: "4demoSay", count: 500))
        case .manyChains: trace.chains(count)
        case .ownerChain: trace.owners(count, inCircle: false)
        case .ownerCircle: trace.owners(count, inCircle: true)
        case .longRetainPaths: trace.retainPaths(count)
        case .manyCycles: trace.cycles(count)
        case .manySettlings: trace.settlings(count)
        case .manyMoves: trace.moves(count)
        case .manyTests: trace.tests(count)
        case .manyViolations: trace.violations(count)
        }
        trace.finish()
        return trace
    }
}

extension TraceBuilder {
    fileprivate func nest(_ count: Int, _ shape: HostileShape) {
        var routers = [object(.router, "RootRouter")]
        append(.launched(router: routers[0], stack: .none))
        for _ in 1...count {
            let next = object(.router, "HomeRouter")
            append(.attached(child: next, parent: routers[routers.count - 1], stack: .none))
            routers.append(next)
        }
        if shape == .deepTree { return settle() }
        if shape == .deepLeak {
            append(.detached(child: routers[1], parent: routers[0], stack: .none))
        } else {
            for index in (1..<routers.count).reversed() {
                append(
                    .detached(child: routers[index], parent: routers[index - 1], stack: .none))
            }
        }
        settle(alive: Array(routers.dropFirst()))
    }

    fileprivate func circle(_ count: Int, type: String) {
        let ring = (0..<3).map { _ in object(.router, type) }
        for index in 0..<3 {
            append(.attached(child: ring[index], parent: ring[(index + 1) % 3], stack: .none))
        }
        for _ in 0..<count {
            let interactor = object(.interactor, "HomeInteractor")
            append(.owned(interactor, by: ring[0]))
            append(.activated(interactor: interactor))
            append(.deactivated(interactor: interactor))
            _ = subscription(owner: interactor)
        }
        settle(alive: ring)
    }

    fileprivate func settledCircle(_ count: Int) {
        circle(0, type: "HomeRouter")
        let ring = (1...3).map { ObjectID($0) }
        let interactor = object(.interactor, "HomeInteractor")
        append(.owned(interactor, by: ring[0]))
        for _ in 0..<count {
            append(.attached(child: ring[0], parent: ring[1], stack: .none))
            settle(alive: [interactor], reason: .request)
        }
    }

    fileprivate func siblings(_ count: Int, _ type: String) {
        let root = object(.router, "RootRouter")
        append(.launched(router: root, stack: .none))
        for _ in 0..<count {
            let child = object(.router, type)
            append(.attached(child: child, parent: root, stack: .none))
            append(.detached(child: child, parent: root, stack: .none))
            append(.stillAlive(child))
        }
        settle()
    }

    fileprivate func chains(_ count: Int) {
        let root = rib("Root")
        launch(root)
        let home = rib("Home")
        attach(home, to: root)
        let made = (0..<count).map { subscription(of: home, chain: "Subject<A\($0)> → sink") }
        detach(home, from: root)
        settle(subscribed: made)
    }

    fileprivate func owners(_ count: Int, inCircle: Bool) {
        let root = object(.router, "RootRouter")
        append(.launched(router: root, stack: .none))
        let router = object(.router, "HomeRouter")
        append(.attached(child: router, parent: root, stack: .none))
        var chain = [router]
        for _ in 0..<count {
            let next = object(.object, "Link")
            append(.owned(next, by: chain[chain.count - 1]))
            chain.append(next)
        }
        if inCircle, count > 0 { append(.owned(chain[1], by: chain[count])) }
        append(.detached(child: router, parent: root, stack: .none))
        settle(alive: chain)
    }

    fileprivate func retainPaths(_ count: Int) {
        let root = rib("Root")
        launch(root)
        let steps = (0..<64).map {
            SyntheticStep.object("Holder\($0)<Array<Set<Int>>>", "property\($0)", "Target\($0)")
        }
        for index in 0..<count {
            let child = rib("Home\(index)")
            attach(child, to: root)
            detach(child, from: root)
            append(.stillAlive(child.router))
            retain(child.router, .attachedRouter, steps)
        }
        settle()
    }

    fileprivate func cycles(_ count: Int) {
        let root = rib("Root")
        launch(root)
        for _ in 0..<count {
            let child = rib("Home")
            attach(child, to: root)
            detach(child, from: root)
            append(.stillAlive(child.router))
            retain(
                child.router, .cycle,
                [
                    .object("HomeRouter", "interactable", "HomeInteractor", id: child.router),
                    .object("HomeInteractor", "router", "HomeRouter", id: child.interactor),
                ])
        }
        settle()
    }

    fileprivate func settlings(_ count: Int) {
        let root = rib("Root")
        launch(root)
        let home = rib("Home")
        attach(home, to: root)
        detach(home, from: root)
        for _ in 0..<count { settle(alive: home.parts, reason: .request) }
    }

    fileprivate func moves(_ count: Int) {
        let root = rib("Root")
        launch(root)
        let home = rib("Home")
        for _ in 0..<count {
            attach(home, to: root)
            detach(home, from: root)
        }
        settle(alive: home.parts)
    }

    fileprivate func tests(_ count: Int) {
        let root = rib("Root")
        launch(root)
        for index in 1...count {
            let scope = ScopeID(UInt64(index))
            append(.scopeBegan(scope, name: string("test\(index)")))
            let home = rib("Home\(index)")
            attach(home, to: root)
            detach(home, from: root)
            for part in home.parts { append(.stillAlive(part)) }
            append(.settled(.scopeEnd, scope: scope, unjudged: 0))
        }
    }

    fileprivate func violations(_ count: Int) {
        let root = rib("Root")
        launch(root)
        for index in 0..<count {
            let other = object(.router, "Other\(index)Router")
            append(
                .lifecycleViolated(
                    .attachedTwice, root.router, other: other, scope: .none, stack: .none))
        }
        settle()
    }
}

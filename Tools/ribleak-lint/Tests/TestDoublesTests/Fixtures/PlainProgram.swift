// SPDX-License-Identifier: Apache-2.0

// A program that uses doubles as tests do. It says what went wrong, and nothing else.

func expect(_ condition: Bool, _ what: String) {
    if !condition { print("not so:", what) }
}

final class RealListener: GamePresentableListener {}

@main
struct Program {
    static func main() async throws {
        try await callGame()
        showViews()
        try await useDependencies()
    }

    static func callGame() async throws {
        let game = GameListenerMock()
        game.gameDidEnd(with: "x", score: Score(3))
        expect(game.gameDidEndCallCount == 1, "a call is counted")
        expect(game.gameDidEndArgValues.map(\.winner) == ["x"], "an argument is kept")
        expect(game.update() as Int == 0, "zero is returned without a handler")
        game.updateIntHandler = { 7 }
        expect(game.update() as Int == 7, "the handler's value is returned")
        game.loadHandler = { "number \($0)" }
        expect(try await game.load(id: 4) == "number 4", "a handler may be asynchronous")
        game.typedHandler = { (_: Int) throws(ScoreError) -> [String] in throw .bad }
        do throws(ScoreError) {
            _ = try game.typed(1)
            expect(false, "a handler may throw")
        } catch {
            expect(error == .bad, "a typed error arrives")
        }
        var number = 1
        game.changeHandler = { $0 += 1 }
        game.change(&number)
        expect(number == 2, "a handler changes an argument")
        game.genericInoutHandler = { $0 = 9 }
        game.genericInout(&number)
        expect(number == 9, "a handler changes a generic argument")
        game.genericClosureHandler = { value, body in [(try? body(value)) as! String] }
        expect(game.genericClosure(5) { "\($0)" } == ["5"], "a handler calls a generic closure")
        expect(game.genericOptional(1) == nil, "nil is returned without a handler")
        game.all(1, 2, and: "z")
        expect(game.allArgValues.first?.values == [1, 2], "all of several arguments are kept")
    }

    @MainActor
    static func showViews() {
        let view = GamePresentableMock()
        var listener: RealListener? = RealListener()
        weak let watched = listener
        view.listener = listener
        if let listener { view.show(listener, animated: true) }
        expect(view.listenerSetCallCount == 1, "a set is counted")
        expect(view.showArgValues.first?.listener === listener, "an object is among the arguments")
        listener = nil
        expect(watched == nil, "a double keeps no object alive")
        expect(view.showArgValues.isEmpty, "an object that is gone is no argument any more")
        expect(view.showCallCount == 1, "its call stays counted")
        GamePresentableMock.shared = 3
        expect(GamePresentableMock.sharedSetCallCount == 1, "a static set is counted")
        _ = view.log("a")
        expect(view.logArgValues == ["a"], "a nonisolated member keeps its arguments")
    }

    static func useDependencies() async throws {
        var dependency = GameDependencyMock(score: Score(1))
        dependency[2] = "two"
        expect(dependency.subscriptSetCallCount == 1, "a subscript's set is counted")
        expect(try await dependency.score == Score(1), "init gives a value that is awaited")
        dependency = GameDependencyMock()
        expect(try dependency.count == 0, "a throwing getter has a default value")

        let store = StoreDependencyMock()
        await withTaskGroup(of: Void.self) { group in
            for value in 0..<100 { group.addTask { _ = try? await store.save(Score(value)) } }
        }
        expect(store.saveCallCount == 100, "calls of many threads are counted")

        let actor = ActorDependencyMock(count: 2)
        _ = await actor.save(Score(1))
        expect(actor.saveCallCount == 1, "an actor's calls are counted")

        let keyed = KeyedRepositoryMock<String, Int>()
        keyed.oneHandler = { $0 == 1 ? "one" : "?" }
        expect(keyed.one(1) == "one", "associated types are parameters of the class")

        let ticks = TickDependencyMock()
        ticks.ticksContinuation.yield(8)
        ticks.ticksContinuation.finish()
        var seen: [Int] = []
        for await tick in ticks.ticks { seen.append(tick) }
        expect(seen == [8], "a test feeds a stream")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestDoubles

@Suite("Streams that a test can feed")
struct StreamDoubleTests {
    @Test("A publisher has a subject")
    func publisher() {
        let lines = DoublesOfText(
            "protocol FooDependency { var bar: AnyPublisher<Int, Never> { get } }"
        ).lines("FooDependencyMock")
        #expect(lines.contains("private(set) var barSubject = PassthroughSubject<Int, Never>()"))
        #expect(
            lines.contains(
                "var bar: AnyPublisher<Int, Never> { barSubject.eraseToAnyPublisher() }"))
    }

    @Test("A mark asks for a subject with a value, where a value can be had")
    func currentValue() {
        let lines = DoublesOfText(
            """
            /// @mockable(combine: all = CurrentValueSubject)
            protocol Foo {
                var bar: AnyPublisher<Int, Never> { get }
                var baz: AnyPublisher<Score, Never> { get }
            }
            """
        ).lines("FooMock")
        #expect(
            lines.contains("private(set) var barSubject = CurrentValueSubject<Int, Never>(0)"))
        #expect(lines.contains("private(set) var bazSubject = PassthroughSubject<Score, Never>()"))
    }

    @Test("A publisher follows a property")
    func published() {
        let lines = DoublesOfText(
            """
            /// @mockable(combine: names = @Published name)
            protocol Foo {
                var name: String { get set }
                var names: AnyPublisher<String?, Never> { get }
            }
            """
        ).lines("FooMock")
        #expect(
            lines.contains(
                "@Published var name: String = \"\" { didSet { nameSetCallCount += 1 } }"))
        #expect(
            lines.contains(
                "var names: AnyPublisher<String?, Never> { $name.map { $0 }"
                    + ".setFailureType(to: Never.self).eraseToAnyPublisher() }"))
    }

    @Test("An observable has a subject of the kind that its mark names")
    func observable() {
        let doubles = DoublesOfText(
            """
            import RxSwift
            /// @mockable(rx: replay = ReplaySubject; behavior = BehaviorSubject)
            protocol Foo {
                var plain: Observable<Int> { get }
                var replay: Observable<Int> { get }
                var behavior: Observable<Int> { get }
            }
            """)
        let lines = doubles.lines("FooMock")
        for start in [
            "var plainSubject = PublishSubject<Int>() {",
            "var plainReplaySubject = ReplaySubject<Int>.create(bufferSize: 1)",
            "var plainBehaviorSubject: BehaviorSubject<Int>!",
            "var replaySubject = ReplaySubject<Int>.create(bufferSize: 1) {",
            "var behaviorSubject = BehaviorSubject<Int>(value: 0) {",
            "private(set) var plainSubjectSetCallCount: Int = 0",
        ] {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
        }
    }

    @Test("Where a subject of RxSwift is made, RxSwift is imported")
    func importsRx() {
        let text = DoublesOfText(
            "import RxCocoa\nprotocol FooDependency { var bar: Driver<Int> { get } }"
        ).all.text
        #expect(text.contains("import RxCocoa\nimport RxSwift\n"))
        #expect(text.contains("barSubject.asDriver(onErrorDriveWith: .empty())"))
    }

    @Test("Where a publisher is made, Combine is imported where there is one")
    func importsCombine() {
        let text = DoublesOfText("import RIBs\nprotocol FooRouting: Routing {}").all.text
        #expect(text.contains("import RIBs\n#if canImport(Combine)\nimport Combine\n#endif\n"))
    }

    @Test("Swift's own stream has a continuation")
    func asynchronous() {
        let lines = DoublesOfText("protocol FooDependency { var bar: AsyncStream<Int> { get } }")
            .lines("FooDependencyMock")
        #expect(
            lines.contains(
                "var barContinuation: AsyncStream<Int>.Continuation { barPair.continuation }"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBs
import TraceFixtures
import XCTest

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

private let source = "PassthroughSubject<Int, Never>"

/// What is followed in a file that imports the stream library too: publishers whose type is
/// known, if they conform.
final class FollowedBesideLibraryTests: FollowedChainsTestCase {
    private final class Board {
        @Published var shown = 0
        var points = 0
    }

    /// An app's own publisher, with the line that the documentation asks for.
    private struct Scores: FollowedPublisher {
        typealias Output = Int
        typealias Failure = Never
        let numbers: PassthroughSubject<Int, Never>
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            numbers.subscribe(subscriber)
        }
    }

    func testEachForm() throws {
        let board = Board()
        let fed = PassthroughSubject<Int, Never>()
        XCTAssertEqual(
            try chains { [numbers] bag in
                numbers.sink { _ in }.store(in: &bag)
                numbers.map { $0 }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
                    .store(in: &bag)
                numbers.eraseToAnyPublisher().filter { $0 > 0 }
                    .assign(to: \.points, on: board).store(in: &bag)
                numbers.assign(to: &board.$shown)
                board.$shown.sink { _ in }.store(in: &bag)
                numbers.subscribe(fed).store(in: &bag)
                Scores(numbers: numbers).sink { _ in }.store(in: &bag)
            },
            [
                "\(source) → sink", "\(source) → map → sink", "\(source) → filter → assign",
                "\(source) → assign", "Published.Publisher → sink", "\(source) → subject",
                "Scores → sink",
            ])
    }

    func testWhereATypeIsNotKnownTheLibrarysMethodIsCalled() throws {
        func opaque() -> some Publisher<Int, Never> { numbers.map { $0 } }
        XCTAssertEqual(try chains { bag in opaque().sink { _ in }.store(in: &bag) }, [])
    }

    func testAllPublishersOfTheLibraryConform() throws {
        let declaration = try NSRegularExpression(
            pattern: #"public (?:final class|struct|class) (\w+)(?:<[^{]*?>)?\s*:\s*"#
                + #"(?:Connectable)?(?:OpenCombine\.)?(?:Publisher|Subject)\b"#)
        let conforming = try String(
            contentsOfFile:
                BuiltProducts.packageRoot
                + "/Sources/RIBs/Combine/Generated/FollowedPublishers.swift",
            encoding: .utf8)
        var names: Set<String> = []
        for file in SourceFiles.swift(below: ".build/checkouts/OpenCombine/Sources") {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let whole = NSRange(text.startIndex..., in: text)
            for match in declaration.matches(in: text, range: whole) {
                if let range = Range(match.range(at: 1), in: text) {
                    names.insert(String(text[range]))
                }
            }
        }
        XCTAssertGreaterThan(names.count, 70)
        XCTAssertEqual(
            names.filter { !conforming.contains("\($0): FollowedPublisher") }.sorted(), [])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LintRules
@testable import SourceModel

/// What becomes of sources when findings of a run are fixed, whose places are those of debug information.
@Suite("Fixes of what a run finds") struct FixRunTests {
    private static let home = """
        import Combine
        import RIBs

        final class HomeInteractor: Interactor {
            var view: HomeView?
            private let store: Store
            override func didBecomeActive() {
                super.didBecomeActive()
                view?.onTap = { self.tapped() }
                store.names.sink { [weak self] _ in self?.tapped() }.store(in: &store.bag)
                Task { for await name in names { self.log(name) } }
            }
            func tapped() {}
            func log(_ name: String) {}
        }

        final class HomeView {
            var onTap: (() -> Void)?
            var onLog: ((String) -> Void)?
            var owner: HomeOwner?
            @Published var shown: HomeInteractor?
            lazy var child: HomeInteractor? = nil
        }

        final class Store {
            let names = PassthroughSubject<String, Never>()
            var bag = Set<AnyCancellable>()
        }

        """
    private let folder: FixFolder

    init() throws {
        folder = try FixFolder([
            "Sources/Home/Home.swift": Self.home,
            "Sources/Home/HomeOwner.swift":
                "protocol HomeOwner {}\nfinal class Owner: HomeOwner {}\n",
        ])
    }

    /// A finding of a run.
    private static func finding(
        _ id: String = "00000000000000aa", kind: String = "leaked-interactor",
        edge: [String: Any]? = nil, hint: String = "", stacks: [String: Any] = [:],
        more: [String: Any] = [:]
    ) -> [String: Any] {
        var finding: [String: Any] = [
            "kind": kind, "type": "HomeInteractor", "fingerprint": id, "hint": hint,
            "stacks": stacks,
        ]
        if let edge { (finding["retainPath"], finding["suspect"]) = ([edge], 0) }
        return finding.merging(more) { $1 }
    }

    private static func edge(
        _ holder: String, _ label: String, line: Int,
        file: String = "Sources/Home/Home.swift", target: String = "HomeInteractor"
    ) -> [String: Any] {
        ["holder": holder, "label": label, "target": target, "file": file, "line": line]
    }

    private static var tap: [String: Any] {
        edge("closure #1 in HomeInteractor.didBecomeActive()", "captures self", line: 9)
    }

    private func run(_ findings: [String: Any]..., only: [String] = []) throws -> FixRun {
        try folder.run(["version": 1, "runs": [String](), "findings": findings], only: only)
    }

    /// The lines that a finding's fix takes away and brings, or why there is none.
    private func change(_ finding: [String: Any]) throws -> String {
        let run = try run(finding)
        guard let fix = run.fixes.first else { return run.refused.first?.reason ?? "" }
        try folder.apply(fix.patch)
        let lines = fix.patch.split(separator: "\n").filter { line in
            ["+", "-"].contains(line.first) && !line.hasPrefix("+++ ") && !line.hasPrefix("--- ")
        }
        return "\(fix.kind) \(fix.file):\(fix.line)\n" + lines.joined(separator: "\n")
    }

    // MARK: - Finding the code

    @Test("The closure of the suspect edge captures self weakly")
    func closure() throws {
        #expect(
            try change(Self.finding(edge: Self.tap)) == """
                weak-capture Sources/Home/Home.swift:9
                -        view?.onTap = { self.tapped() }
                +        view?.onTap = { [weak self] in self?.tapped() }
                """)
    }

    @Test("A timer that nothing ends is ended, too")
    func timer() throws {
        let source = Self.home.replacing(
            "        view?.onTap = { self.tapped() }",
            with:
                "        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tapped() }"
        ).replacing("    var view:", with: "    private var timer: Timer?\n    var view:")
        try folder.write(Data(source.utf8), "Sources/Home/Home.swift")
        let edge = Self.edge(
            "closure #1 in HomeInteractor.didBecomeActive()", "captures self", line: 10)
        #expect(
            try change(Self.finding(edge: edge)) == """
                weak-capture Sources/Home/Home.swift:10
                -        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tapped() }
                +        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in self?.tapped() }
                +
                +    override func willResignActive() {
                +        super.willResignActive()
                +        timer?.invalidate()
                +        timer = nil
                +    }
                +
                """)
    }

    @Test("What a public class overrides is public")
    func publicClass() throws {
        let source = """
            import RIBs
            public final class HomeInteractor: Interactor {
                private var timer: Timer?
                override public func didBecomeActive() {
                    super.didBecomeActive()
                    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tap() }
                }

                func tap() {}
            }

            """
        try folder.write(Data(source.utf8), "Sources/Home/Home.swift")
        let edge = Self.edge(
            "closure #1 in HomeInteractor.didBecomeActive()", "captures self", line: 6)
        #expect(
            try change(Self.finding(edge: edge)).contains(
                "+    override public func willResignActive() {\n"))
    }

    @Test("All that keeps an object lets go of it")
    func severalHolders() throws {
        let task = Self.edge(
            "closure #3 in HomeInteractor.didBecomeActive()", "captures self", line: 11)
        let others = [
            ["retainPath": [task], "suspect": 0], ["retainPath": [Self.tap], "suspect": 0],
        ]
        #expect(
            try change(Self.finding(edge: Self.tap, more: ["otherHolders": others])) == """
                weak-capture Sources/Home/Home.swift:9
                -        view?.onTap = { self.tapped() }
                +        view?.onTap = { [weak self] in self?.tapped() }
                -        Task { for await name in names { self.log(name) } }
                +        task(in: self) { for await name in names { self.log(name) } }
                """)
    }

    @Test("Where one of several holders cannot let go, nothing is changed")
    func aHolderThatStays() throws {
        let child = Self.edge("HomeView", "child", line: 22)
        let others: [[String: Any]] = [["retainPath": [child], "suspect": 0]]
        #expect(
            try change(Self.finding(edge: Self.tap, more: ["otherHolders": others]))
                == "`child` of HomeView may need what it holds.")
    }

    @Test("A file is found by the end of its path, on whichever machine the run was")
    func otherRoot() throws {
        for file in ["/Users/ci/app/Sources/Home/Home.swift", "app/Sources/Home/Home.swift"] {
            let edge = Self.tap.merging(["file": file]) { $1 }
            #expect(
                try run(Self.finding(edge: edge)).fixes.map(\.file) == ["Sources/Home/Home.swift"])
        }
    }

    @Test("A path that two files match is refused, and one that none does")
    func doubtfulPath() throws {
        try folder.write(Data(Self.home.utf8), "Other/Home/Home.swift")
        var edge = Self.tap
        edge["file"] = "Home/Home.swift"
        #expect(
            try change(Self.finding(edge: edge))
                == "More than one source matches Home/Home.swift: Other/Home/Home.swift and "
                + "Sources/Home/Home.swift.")
        edge["file"] = "/x/Home/Away.swift"
        #expect(
            try change(Self.finding(edge: edge))
                == "No source below the folder matches /x/Home/Away.swift.")
    }

    @Test("A line that shows something else is refused")
    func changedSource() throws {
        var edge = Self.tap
        edge["line"] = 8
        #expect(
            try change(Self.finding(edge: edge))
                == "No closure at Sources/Home/Home.swift:8 holds `self` strongly: it has changed.")
        #expect(
            try change(
                Self.finding(edge: Self.edge("HomeView", "owner", line: 19), hint: "Make it weak"))
                == "Sources/Home/Home.swift:19 does not declare `owner`: it has changed.")
    }

    @Test("A source that does not parse is refused")
    func brokenSource() throws {
        try folder.write(Data((Self.home + "class {").utf8), "Sources/Home/Home.swift")
        #expect(
            try change(Self.finding(edge: Self.tap)) == "Sources/Home/Home.swift does not parse.")
    }

    @Test("A source behind a symbolic link is refused, since a patch would not follow")
    func link() throws {
        let files = FileManager.default
        try files.createDirectory(
            at: folder.url.appendingPathComponent("Links"), withIntermediateDirectories: true)
        try files.moveItem(
            at: folder.url.appendingPathComponent("Sources/Home/Home.swift"),
            to: folder.url.appendingPathComponent("Links/Real.txt"))
        try files.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("Sources/Home/Home.swift").path,
            withDestinationPath: "../../Links/Real.txt")
        #expect(
            try change(Self.finding(edge: Self.tap))
                == "Sources/Home/Home.swift is behind a symbolic link, which a patch does not follow."
        )
    }

    @Test("Line ends of Windows, tabs and a mark of UTF-8 stay as they are")
    func lineEnds() throws {
        let text = Self.home.replacing("    ", with: "\t").replacing(
            "self.tapped()", with: "self.log(self.title)"
        )
        .replacing("\n", with: "\r\n")
        let mark = Data([0xEF, 0xBB, 0xBF])
        try folder.write(mark + Data(text.utf8), "Sources/Home/Home.swift")
        try folder.apply(try #require(try run(Self.finding(edge: Self.tap)).fixes.first).patch)
        let mended = text.replacing(
            "{ self.log(self.title) }",
            with: "{ [weak self] in\r\n\t\t\tguard let self else { return }\r\n"
                + "\t\t\tself.log(self.title)\r\n\t\t}")
        #expect(try folder.data("Sources/Home/Home.swift") == mark + Data(mended.utf8))
    }

    // MARK: - Kinds

    @Test("A property becomes weak, and its protocol one of classes, in one patch")
    func weakProperty() throws {
        let edge = Self.edge("HomeView", "owner", line: 20)
        #expect(
            try change(Self.finding(edge: edge, hint: "Make HomeView.owner weak: …")) == """
                weak-property Sources/Home/Home.swift:20
                -    var owner: HomeOwner?
                +    weak var owner: HomeOwner?
                -protocol HomeOwner {}
                +protocol HomeOwner: AnyObject {}
                """)
    }

    @Test(
        "A property that cannot be weak is refused",
        arguments: [
            ("shown", 21, "`shown` has a wrapper, which cannot be weak."),
            ("child", 22, "`child` is lazy, which cannot be weak."),
            ("child[0]", 22, "Nothing tells how to take it out of HomeView.child[0]."),
        ])
    func strongProperty(label: String, line: Int, reason: String) throws {
        let edge = Self.edge("HomeView", label, line: line)
        #expect(try change(Self.finding(edge: edge, hint: "Make it weak: …")) == reason)
    }

    @Test("Of two that hold each other, the one that leads back becomes weak")
    func twoProperties() throws {
        let hint = "Make HomeInteractor.view or HomeView.owner weak: the two keep each other alive."
        let back = Self.edge("HomeView", "owner", line: 20)
        #expect(try change(Self.finding(edge: back, hint: hint)).hasPrefix("weak-property"))
        let view = Self.edge("HomeInteractor", "view", line: 5)
        #expect(
            try change(Self.finding(edge: view, hint: hint))
                == "Nothing tells which of the two should hold the other weakly.")
    }

    @Test("A subscription that another object keeps ends with the activity")
    func subscription() throws {
        let stack: [[String: Any]] = [
            [
                "function": "Sink.receive(_:)", "file": ".build/checkouts/Combine/Sink.swift",
                "line": 1,
            ],
            [
                "function": "HomeInteractor.didBecomeActive()", "line": 10,
                "file": "Sources/Home/Home.swift",
            ],
        ]
        #expect(
            try change(Self.finding(kind: "fired-while-inactive", stacks: ["subscribe": stack]))
                == """
                cancel-on-deactivate Sources/Home/Home.swift:10
                -        store.names.sink { [weak self] _ in self?.tapped() }.store(in: &store.bag)
                +        store.names.sink { [weak self] _ in self?.tapped() }.cancelOnDeactivate(interactor: self)
                """)
    }

    @Test("A task gets the interactor as its owner")
    func task() throws {
        let edge = Self.edge(
            "closure #3 in HomeInteractor.didBecomeActive()", "captures self", line: 11)
        #expect(
            try change(Self.finding(edge: edge)) == """
                task-in-interactor Sources/Home/Home.swift:11
                -        Task { for await name in names { self.log(name) } }
                +        task(in: self) { for await name in names { self.log(name) } }
                """)
    }

    @Test("A method that is handed over becomes a closure")
    func method() throws {
        let text = Self.home.replacing("{ self.tapped() }", with: "nil\n        view?.onLog = log")
        try folder.write(Data(text.utf8), "Sources/Home/Home.swift")
        let edge = Self.edge(
            "method reference HomeInteractor.log(_:)", "captures self", line: 10)
        #expect(
            try change(Self.finding(edge: edge)) == """
                weak-capture Sources/Home/Home.swift:10
                -        view?.onLog = log
                +        view?.onLog = { [weak self] in self?.log($0) }
                """)
    }

    @Test("Another name than self is refused")
    func otherCapture() throws {
        let edge = Self.tap.merging(["label": "captures Store"]) { $1 }
        #expect(
            try change(Self.finding(edge: edge))
                == "The closure at Sources/Home/Home.swift:9 captures Store, which is not its `self`."
        )
    }

    // MARK: - Documents

    @Test("Findings with the same edit share a fix, in the order of the document")
    func sharedFix() throws {
        let first = Self.finding("00000000000000a1", edge: Self.tap)
        let other = Self.finding("00000000000000a2")
        let second = Self.finding("00000000000000a3", edge: Self.tap)
        let run = try run(first, other, second)
        #expect(run.fixes.map(\.findings) == [["00000000000000a1", "00000000000000a3"]])
        #expect(
            run.refused == [
                .init(
                    finding: "00000000000000a2",
                    reason: "The finding does not tell which code is at fault.")
            ])
    }

    @Test("Only the findings that are asked for are fixed, and one that is not there is told")
    func only() throws {
        let run = try run(
            Self.finding("00000000000000a1", edge: Self.tap), only: ["00000000000000a9"])
        #expect(run.fixes == [])
        #expect(
            run.refused == [
                .init(
                    finding: "00000000000000a9",
                    reason: "The document has no finding with this fingerprint.")
            ])
    }

    @Test("What the project accepts is left alone")
    func accepted() throws {
        let accepted = ["suppression": ["reason": "later", "expires": "2030-01-01"]]
        let run = try run(Self.finding(edge: Self.tap, more: accepted))
        #expect(run.fixes == [] && run.refused == [])
    }

    @Test(
        "A document of another kind or version is none",
        arguments: [
            #"{"version": 1, "findings": []}"#, #"{"version": 2, "runs": [], "findings": []}"#, "[",
        ])
    func otherDocument(json: String) {
        #expect(throws: DecodingError.self) { try FixDocument(Data(json.utf8)) }
    }
}

extension FixTests {
    private static func router(_ properties: String, _ code: String) -> String {
        """
        final class HomeRouter: Router<HomeInteractable> {
            \(properties)
            func show(_ game: Routing) {
                self.game = game
                attachChild(game)
            }
            func close() {
                guard let game else { return }
        \(code)
            }
        }
        protocol HomeInteractable: Interactable {}
        """
    }

    static let wiring = [
        Case(
            "a listener", "strong-listener",
            "protocol HomeListener: AnyObject {}\n"
                + "final class HomeInteractor: Interactor { var listener: HomeListener? }",
            "protocol HomeListener: AnyObject {}\n"
                + "final class HomeInteractor: Interactor { weak var listener: HomeListener? }"),
        Case(
            "a listener that is a constant", "strong-listener",
            "protocol HomeListener: AnyObject {}\nfinal class HomeInteractor: Interactor {\n"
                + "    let listener: HomeListener\n}",
            "`listener` is a constant, which cannot be weak."),
        Case(
            "a listener that is always there", "strong-listener",
            "protocol HomeListener: AnyObject {}\nfinal class HomeInteractor: Interactor {\n"
                + "    var listener: HomeListener\n}",
            "`listener` is not optional, which a weak property must be."),
        Case(
            "what a builder makes", "builder-keeps-product",
            """
            final class HomeBuilder: Builder<EmptyComponent> {
                private var last: HomeRouter?
                func build() -> HomeRouter {
                    let router = HomeRouter(interactor: Interactor())
                    last = router
                    return router
                }
            }
            final class HomeRouter: Router<Interactor> {}
            """,
            """
            final class HomeBuilder: Builder<EmptyComponent> {
                private weak var last: HomeRouter?
                func build() -> HomeRouter {
                    let router = HomeRouter(interactor: Interactor())
                    last = router
                    return router
                }
            }
            final class HomeRouter: Router<Interactor> {}
            """),
        Case(
            "what only the builder would hold", "builder-keeps-product",
            """
            final class HomeBuilder: Builder<EmptyComponent> {
                private var last: HomeRouter?
                func build() -> HomeRouter {
                    last = HomeRouter(interactor: Interactor())
                    return last!
                }
            }
            final class HomeRouter: Router<Interactor> {}
            """, "`last` gets new objects, which would be freed at once."),
        Case(
            "a child", "child-not-released",
            router("private var game: Routing?", "        detachChild(game)"),
            router(
                "private var game: Routing?", "        detachChild(game)\n        self.game = nil")),
        Case(
            "a child in a list that nothing reads", "child-not-released",
            router(
                "private var game: Routing?\n    private var old: [Routing] = []",
                "        detachChild(game)\n        self.game = nil\n        old.append(game)"),
            router(
                "private var game: Routing?", "        detachChild(game)\n        self.game = nil")),
        Case(
            "a child that stays attached on one way", "unbalanced-attach",
            router(
                "private var game: Routing?\n    var isBusy = false",
                "        self.game = nil\n        if isBusy { return }\n        detachChild(game)"),
            router(
                "private var game: Routing?\n    var isBusy = false",
                "        detachChild(game)\n        self.game = nil\n        if isBusy { return }")),
        Case(
            "a call of super", "missing-super",
            "class Base: Interactor { override func didBecomeActive() { super.didBecomeActive(); a() } }\n"
                + "final class HomeInteractor: Base {\n    override func didBecomeActive() {\n"
                + "        print(1)\n    }\n}",
            "class Base: Interactor { override func didBecomeActive() { super.didBecomeActive(); a() } }\n"
                + "final class HomeInteractor: Base {\n    override func didBecomeActive() {\n"
                + "        super.didBecomeActive()\n        print(1)\n    }\n}"),
    ]
}

// SPDX-License-Identifier: Apache-2.0

import Testing

/// An edit of the app beside this file, and what becomes of its findings.
struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    /// Texts of the app and what takes their place, everywhere.
    var replacements: [(String, String)] = []
    /// Text to put before the whole file.
    var head = ""
    /// The findings as `kind type`: those of the baseline that moved or changed, those that are gone, those that are
    /// new, and those that show more often.
    var moved: [String] = []
    var changed: [String] = []
    var fixed: [String] = []
    var new: [String] = []
    var grown: [String] = []
    /// A history has no names of builds: it takes what differs in one part for renamed, and all else for
    /// another mistake.
    var isTrendGuessed = false

    var testDescription: String { name }

    /// Which lists of findings it changes: edits with equal ones differ only in how they come about.
    var outcome: [Bool] { [moved, changed, fixed, new, grown].map { !$0.isEmpty } }

    /// That of `ribleak gate --ratchet`.
    var gateCode: Int32 { new.isEmpty && fixed.isEmpty ? 0 : 1 }
    /// How many findings are the same by their names.
    var unchanged: Int { Self.findings.count - moved.count - changed.count - fixed.count }

    static let findings = [
        "fired-while-inactive ClockWorker", "fired-while-inactive ClockWorker", homeFire,
        "fired-while-inactive ChatInteractor", "fired-while-inactive TalkInteractor", chatLeak,
        talkLeak, detailLeak, mapLeak,
    ].sorted()

    private static let homeFire = "fired-while-inactive HomeInteractor"
    static let chatLeak = "leaked-interactor ChatInteractor"
    private static let talkLeak = "leaked-interactor TalkInteractor"
    private static let detailLeak = "leaked-interactor DetailInteractor"
    private static let mapLeak = "leaked-router MapRouter"

    private static let fire =
        "Store.shared.numbers.sink { [weak self] in self?.take($0) }.store(in: &Store.shared.bag)"
    private static let keeping = "        Store.shared.actions.append { self.sent += 1 }\n"
    private static let careful =
        "Store.shared.numbers.sink { [weak self] in self?.take($0) }"
        + ".cancelOnDeactivate(interactor: self)"

    static let all = [
        // What is no other mistake.
        Edit(name: "nothing"),
        Edit(name: "lines are inserted", head: String(repeating: "// A line.\n", count: 40)),
        Edit(
            name: "functions go to an extension",
            replacements: [
                (
                    "    private func show() {",
                    "}\n\nextension HomeInteractor {\n    fileprivate func show() {"
                )
            ]),
        Edit(
            name: "a closure is put before the one that leaks",
            replacements: [
                ("// edit: before the closure", "_ = [1, 2].map { $0 + self.sent }")
            ]),
        Edit(
            name: "a subscription of another chain is put before",
            replacements: [
                (
                    "// edit: before the subscription",
                    "Store.shared.numbers.map { -$0 }.sink { _ in }"
                        + ".cancelOnDeactivate(interactor: self)"
                )
            ]),
        Edit(
            name: "the screens are shown in another order",
            replacements: [
                (
                    "[showHome, showChat, showTalk, showDetail, showMap]",
                    "[showMap, showDetail, showTalk, showChat, showHome]"
                )
            ]),

        // The same under another name.
        Edit(
            name: "a RIB above is renamed", replacements: [("Main", "Shell")], moved: findings),
        Edit(
            name: "a RIB comes between",
            replacements: [
                (
                    "final class MapInteractor",
                    "final class ShellRouter: Router<RootInteractor> {}\n\nfinal class MapInteractor"
                ),
                (
                    "// edit: the place of main",
                    "let shell = ShellRouter(interactor: RootInteractor())"
                ),
                (
                    "root.attachChild(main)",
                    "root.attachChild(shell)\n        shell.attachChild(main)"
                ),
            ], moved: findings),
        Edit(
            name: "the function of a misfire is renamed", replacements: [("show()", "present()")],
            changed: [homeFire]),
        Edit(
            name: "the function of a closure is renamed",
            replacements: [("remember()", "keep()")], changed: [chatLeak, talkLeak]),
        Edit(
            name: "an operator is added",
            replacements: [
                (fire, fire.replacing("numbers.", with: "numbers.removeDuplicates()."))
            ], changed: [homeFire]),
        Edit(
            name: "the property that holds it is renamed", replacements: [("past", "earlier")],
            changed: [mapLeak]),
        Edit(
            name: "the class that holds it is renamed",
            replacements: [("DetailHelper", "DetailAssistant")], changed: [detailLeak]),
        Edit(
            name: "a careful one of the same chain is put before",
            replacements: [("// edit: before the subscription", careful)], changed: [homeFire]),

        Edit(
            name: "a RIB and its router are renamed", replacements: [("Home", "House")],
            changed: ["fired-while-inactive HouseInteractor"], isTrendGuessed: true),

        // Other mistakes.
        Edit(
            name: "a closure is mended and a new function makes another",
            replacements: [
                (
                    "        // edit: before the closure\n" + keeping,
                    "        Store.shared.actions.append { [weak self] in self?.sent += 1 }\n"
                        + "        recall()\n    }\n\n    private func recall() {\n" + keeping
                )
            ], fixed: [chatLeak], new: [chatLeak], isTrendGuessed: true),
        Edit(
            name: "another function makes the same mistake",
            replacements: [("// edit: in the other method", fire)], new: [homeFire]),
        Edit(
            name: "the same function makes it again",
            replacements: [("// edit: after the subscription", fire)], new: [homeFire]),
        Edit(
            name: "one is mended and another function makes it",
            replacements: [(fire, careful), ("// edit: in the other method", fire)],
            fixed: [homeFire], new: [homeFire]),
        Edit(
            name: "one is mended", replacements: [(fire, careful)], fixed: [homeFire]),
        Edit(
            name: "it happens more often",
            replacements: [("[showHome, showChat", "[showHome, showHome, showChat")],
            grown: [homeFire]),
    ]
}

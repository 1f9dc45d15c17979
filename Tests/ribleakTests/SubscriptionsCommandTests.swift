// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// `ribleak subscriptions` and `ribleak explain`.
@Suite struct SubscriptionsCommandTests {
    /// A trace with a leaked RIB, whose objects are 4 to 6, and subscriptions 7 and 8, one a RIB.
    private func trace(ofProcess process: Int = 77) throws -> TraceBuilder {
        let trace = try TraceBuilder { $0.processID = process }
        let (root, game) = (trace.rib("Root"), trace.rib("Game"))
        trace.launch(root)
        trace.attach(game, to: root)
        let first = trace.subscription(of: root, chain: "Timer → sink")
        _ = trace.subscription(of: game, chain: "Just → sink")
        trace.append(.subscriptionEnded(first, .completed, counts: .init()))
        trace.detach(game, from: root)
        trace.settle(alive: game.parts)
        trace.finish()
        return trace
    }

    private func run(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess("ribleak", arguments)
    }

    // MARK: - subscriptions

    @Test func listsAllByDefault() throws {
        let trace = try trace()
        let all = try run("subscriptions", trace.folder)
        #expect(all.code == 0 && all.errors == "")
        #expect(all.output.hasPrefix("2 subscriptions, 1 alive\n"))
        let alive = try run("subscriptions", "--alive", trace.folder)
        #expect(alive.output.hasPrefix("1 subscription, 1 alive\n"))
        let game = try run("subscriptions", "--rib", "Root/Game", trace.folder)
        #expect(game.output.hasPrefix("1 subscription at or below Root/Game, 1 alive\n"))
        #expect(game.output.contains("\n  subscription:8  "))
    }

    @Test func writesAVersionedDocument() throws {
        let trace = try trace()
        let json = try run("subscriptions", "--format=json", trace.folder)
        #expect(json.output.hasSuffix("\n  \"version\" : 1\n}\n"))
    }

    @Test func showsWhatCanBeReadBesideWhatCannot() throws {
        let trace = try trace()
        let list = try run("subscriptions", "/nonexistent", trace.folder)
        #expect(list.code == 2 && list.output.hasPrefix("2 subscriptions"))
        let explained = try run("explain", "#1", "/nonexistent", trace.folder)
        #expect(explained.code == 2 && explained.output.hasPrefix("object:1  RootRouter"))
        let missing = try run("explain", "#99", "/nonexistent", trace.folder)
        #expect(missing.code == 2)
    }

    // MARK: - explain

    @Test func explainsWhatTheListsName() throws {
        let trace = try trace()
        #expect(
            try run("explain", "object:4", trace.folder).output.hasPrefix(
                "object:4  GameRouter, alive at the end\n"))
        #expect(
            try run("explain", "subscription:7", trace.folder).output.hasPrefix(
                "subscription:7  Timer → sink, completed\n"))
        let report = try run("report", trace.folder).output
        let line = try #require(report.split(separator: "\n").last { $0.contains("fingerprint") })
        let words = line.split(separator: " ")
        #expect(words.dropFirst(3) == ["ribleak", "explain", "object:4"])
        let finding = try run("explain", String(words[2].prefix(4)), trace.folder)
        #expect(finding.code == 0)
        #expect(finding.output.hasPrefix("┬─── Leaked router at Root/Game\n"))
    }

    @Test func saysWhatIsNearAnUnknownID() throws {
        let trace = try trace()
        let object = try run("explain", "#99", trace.folder)
        #expect(object.code == 64 && object.output == "")
        #expect(
            object.errors
                == "ribleak: error: object:99: is not in the traces; the nearest are object:4, object:5, "
                + "object:6\n")
        let subscription = try run("explain", "subscription:1", trace.folder)
        #expect(
            subscription.errors
                == "ribleak: error: subscription:1: is not in the traces; the nearest are subscription:7, "
                + "subscription:8\n")
        let finding = try run("explain", "0000", trace.folder)
        #expect(finding.code == 64)
        #expect(
            finding.errors.hasPrefix(
                "ribleak: error: 0000: no finding's fingerprint begins with it; the nearest are "))
    }

    @Test func asksWhichOfTwoTracesIsMeant() throws {
        let (one, other) = (try trace(), try trace())
        let run = try run("explain", "#1", one.folder, other.folder)
        #expect(run.code == 64 && run.output == "")
        #expect(
            run.errors
                == "ribleak: error: object:1: is in 2 traces; name one of \(one.folder), "
                + "\(other.folder)\n")
    }

    @Test func eachIDOfTwoProcessesIsOneThatExplainTakes() throws {
        let traces = [try trace(ofProcess: 77), try trace(ofProcess: 78)]
        let folders = traces.map(\.folder)
        let id = /(object|subscription):[0-9]+(@[0-9]+)?/
        func ids(_ command: String, _ argument: String) throws -> [String] {
            try FinishedProcess("ribleak", [command, argument] + folders).output.matches(of: id)
                .map { String($0.0) }
        }
        let listed = try ids("subscriptions", "--format=text")
        #expect(listed.count == 8)
        #expect(try ids("subscriptions", "--format=json").sorted() == listed.sorted())
        let told = try ids("explain", "object:5@78")
        #expect(told.contains("subscription:8@78"))
        for name in Set(listed + told + (try ids("report", "--format=text"))) {
            let explained = try FinishedProcess("ribleak", ["explain", name] + folders)
            #expect(explained.code == 0, "\(name)")
            #expect(explained.output.hasPrefix("\(name)  "), "\(name)")
        }
    }

    @Test func anAmbiguousIDIsAskedForWithItsProcess() throws {
        let (one, other) = (try trace(ofProcess: 77), try trace(ofProcess: 78))
        let run = try run("explain", "#1", one.folder, other.folder)
        #expect(
            run.errors
                == "ribleak: error: object:1: is in 2 traces; name one of object:1@77, object:1@78\n"
        )
    }

    @Test func anIDCanNameItsProcess() throws {
        let trace = try trace()
        let run = try run("explain", "object:1@77", trace.folder)
        #expect(run.output.hasPrefix("object:1  RootRouter"))
        let other = try self.run("explain", "object:1@78", trace.folder)
        #expect(other.code == 64 && other.output == "")
        #expect(
            other.errors == "ribleak: error: process 78: is in none of the traces; they have 77\n")
    }

    @Test(arguments: ["012", "router:1", "object:0", "\u{1B}[31m"])
    func saysWhichIDsThereAre(_ id: String) throws {
        let run = try run("explain", id)
        #expect(run.code == 64)
        #expect(run.errors.contains("object:17, #17, subscription:5 or a kind of finding"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBGate
import RIBRuns
import RIBText
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBMCP

/// What tools answer about small runs.
@Suite struct ToolTests {
    private static let run = "20260102T030405.006Z-77"

    @Test func findingsSaysWhatIsWrongAndWhere() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let answer = try Dialogue([trace.runsFolder]).call("findings")
        #expect(!answer.isError)
        #expect(
            answer.text == """
                Run '\(Self.run)'.
                Verdict: 1 leak. 6 objects tracked.
                ```text
                ┬─── 1 of 1  Leaked router at Root/Game
                │
                ├─ GameRouter is still alive
                │    also keeps alive GameInteractor at Root/Game
                │                     GameViewController at Root/Game
                │
                ├─ what keeps it alive is not in the trace
                │
                ╰→ fingerprint \(answer.fingerprints[0])  ribleak explain object:4
                ```
                explain with a fingerprint shows whole stacks; with a kind, such as leaked-router, its cause and fix.
                """)
        #expect(answer["isClean"] == false)
        #expect(answer["summary"]?["leaks"] == 1)
        let finding = try #require(answer["findings"]?.array?.first)
        #expect(finding["headline"]?.string == "GameRouter at Root/Game is still alive")
        #expect(finding["kind"]?.string == "leaked-router")
        #expect(finding["place"] == .null)
        #expect(finding["victims"]?.array?.count == 2)
    }

    @Test func aCleanRunSaysSo() throws {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.settle()
        trace.finish()
        let answer = try Dialogue([trace.runsFolder]).call("findings")
        #expect(answer["verdict"]?.string == "No leaks. 3 objects tracked.")
        #expect(answer["isClean"] == true)
        #expect(answer["isDoubtful"] == false)
        #expect(answer.text.hasSuffix("There is no such finding."))
    }

    @Test func aRunThatNeverSettledIsDoubtful() throws {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.finish()
        let answer = try Dialogue([trace.runsFolder]).call("findings")
        #expect(answer["isDoubtful"] == true)
        #expect(answer.text.contains("Caveat: app (pid 77) was killed or still runs"))
    }

    @Test func findingsArePagedWithoutGapOrRepetition() throws {
        let names = (0..<23).map { "Game\($0)" }
        let trace = try TraceBuilder.leaking(names)
        let dialogue = try Dialogue([trace.runsFolder])
        var (seen, cursor, pages) = ([String](), String?.none, 0)
        repeat {
            var arguments: [String: JSONValue] = ["limit": 5]
            if let cursor { arguments["cursor"] = .string(cursor) }
            let answer = dialogue.call("findings", arguments)
            #expect(answer["start"] == JSONValue(seen.count))
            seen += answer.fingerprints
            #expect(answer["left"] == JSONValue(23 - seen.count))
            cursor = answer.cursor
            pages += 1
        } while cursor != nil && pages < 10
        #expect(seen.count == 23)
        #expect(Set(seen).count == 23)
        #expect(pages == 5)
    }

    @Test func theTextSaysWhatIsLeftOut() throws {
        let trace = try TraceBuilder.leaking(["Game", "Shop", "Chat"])
        let answer = try Dialogue([trace.runsFolder]).call("findings", ["limit": 2])
        let cursor = try #require(answer.cursor)
        #expect(
            answer.text.hasSuffix(
                "\nShown: 1 to 2 of 3 findings; for the last, call again with the same arguments "
                    + "and cursor '\(cursor)'."))
    }

    @Test func aCursorOfAnotherCallIsRefused() throws {
        let trace = try TraceBuilder.leaking(["Game", "Shop"])
        let dialogue = try Dialogue([trace.runsFolder])
        let cursor = try #require(dialogue.call("findings", ["limit": 1]).cursor)
        let other = dialogue.call("findings", ["cursor": .string(cursor), "kind": "leaked-router"])
        #expect(other.isError)
        #expect(
            other.text
                == "the cursor '\(cursor)' is of another call, or the run has changed since; "
                + "call again without it")
        #expect(dialogue.call("findings", ["cursor": "1-x"]).isError)
        #expect(!dialogue.call("findings", ["cursor": .string(cursor), "limit": 1]).isError)
    }

    @Test func aCursorIsGoodInAnotherProcess() throws {
        let trace = try TraceBuilder.leaking(["Game", "Shop"])
        let cursor = try #require(
            try Dialogue([trace.runsFolder]).call("findings", ["limit": 1]).cursor)
        let later = try Dialogue([trace.runsFolder])
        #expect(later.call("findings", ["cursor": .string(cursor)]).fingerprints.count == 1)
    }

    @Test func findingsAreChosenByKindAndPlace() throws {
        let trace = try TraceBuilder.leaking(["Game", "GameOver"])
        let dialogue = try Dialogue([trace.runsFolder])
        let place = dialogue.call("findings", ["ribPath": "Root/Game/"])
        #expect(place["findings"]?.array?.map { $0["ribPath"] } == ["Root/Game"])
        #expect(dialogue.call("findings", ["ribPath": "Root"])["total"] == 2)
        #expect(dialogue.call("findings", ["kind": "leaked-view"])["total"] == 0)
    }

    @Test func explainTakesAFingerprintAKindOrAnObject() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        let fingerprint = dialogue.call("findings").fingerprints[0]
        let finding = dialogue.call("explain", ["id": .string(String(fingerprint.prefix(6)))])
        #expect(finding["subject"]?.string == "finding")
        #expect(finding["finding"]?["fingerprint"]?.string == fingerprint)
        #expect(finding.text.contains("├─ GameRouter is still alive"))
        let kind = dialogue.call("explain", ["id": "leaked-router"])
        #expect(kind["run"] == .null)
        #expect(kind["text"]?.string?.hasPrefix("Leaked router\n") == true, "\(kind.text)")
        let object = dialogue.call("explain", ["id": "object:4"])
        #expect(object["subject"]?.string == "object")
        #expect(object["text"]?.string?.contains("GameRouter") == true)
    }

    @Test(arguments: [
        (
            ["id": "leaked-ruter"], "'leaked-ruter': is not an id; did you mean leaked-router?"
        ),
        (
            ["id": "object:99"],
            "object:99: is not in the traces; the nearest are object:4, object:5, object:6"
        ),
        (["id": "object:1@5"], "process 5: is in none of the traces; they have 77"),
        (["id": "subscription:1"], "subscription:1: is not in the traces; there are none"),
        ([:], "explain: the argument 'id' is missing"),
    ]) func explainSaysWhatToAskForInstead(_ arguments: [String: JSONValue], _ line: String) throws
    {
        let trace = try TraceBuilder.leaking(["Game"])
        let answer = try Dialogue([trace.runsFolder]).call("explain", arguments)
        #expect(answer.isError)
        #expect(answer.text.hasPrefix(line), "\(answer.text)")
    }

    @Test func aFixIsProposedAsADiff() throws {
        let trace = try TraceBuilder.leaking(["Game", "Shop"])
        var asked: [String] = []
        let patch = "--- a/A.swift\n+++ b/A.swift\n@@ -1 +1 @@\n-old\n+new\n"
        let dialogue = try Dialogue([trace.runsFolder]) { report, fingerprint in
            asked.append(fingerprint)
            #expect(report.contains("\"fingerprint\" : \"\(fingerprint)\""))
            return ("A.swift:1: Hold game weakly", patch)
        }
        let fingerprint = dialogue.call("findings").fingerprints[1]
        let answer = dialogue.call(
            "propose_fix", ["fingerprint": .string(String(fingerprint.prefix(6)))])
        #expect(asked == [fingerprint])
        let text = """
            A.swift:1: Hold game weakly
            ribleak fix --only \(fingerprint) makes this change:

            \(patch)
            """
        #expect(answer.text == "Run '\(Self.run)'.\n```text\n\(text)```")
        #expect(answer["text"]?.string == text)
        #expect(answer["finding"]?["fingerprint"]?.string == fingerprint)
    }

    @Test func whyThereIsNoFixIsSaid() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        let fingerprint = dialogue.call("findings").fingerprints[0]
        let answer = dialogue.call("propose_fix", ["fingerprint": .string(fingerprint)])
        #expect(answer.isError)
        #expect(
            answer.text == "\(fingerprint): has no certain fix. Nothing tells what to change.")
    }

    @Test func retainPathShowsTheSuspectEdge() throws {
        let trace = try TraceBuilder()
        let (root, game) = (trace.rib("Root"), trace.rib("Game"))
        trace.launch(root)
        trace.attach(game, to: root)
        trace.detach(game, from: root)
        trace.retain(
            game.router, .attachedRouter,
            [.object("RootRouter", "previous", "GameRouter", id: root.router)])
        trace.settle(alive: game.parts)
        trace.finish()
        let dialogue = try Dialogue([trace.runsFolder])
        let fingerprint = dialogue.call("findings").fingerprints[0]
        let answer = dialogue.call("retain_path", ["fingerprint": .string(fingerprint)])
        let edge = try #require(answer["edges"]?.array?.first)
        #expect(edge["holder"]?.string == "RootRouter")
        #expect(edge["label"]?.string == "previous")
        #expect(edge["isSuspect"] == true)
        #expect(answer["reason"]?.string == "kept alive by an attached router")
        #expect(answer["note"] == .null)
        #expect(answer.text.contains("RootRouter.previous\n           ~~~~~~~~\n↓ GameRouter"))
    }

    @Test func aMissingRetainPathHasANote() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        let fingerprint = dialogue.call("findings").fingerprints[0]
        let answer = dialogue.call("retain_path", ["fingerprint": .string(fingerprint)])
        #expect(answer["edges"] == [])
        #expect(answer["note"]?.string == "what keeps it alive is not in the trace")
        let wrong = dialogue.call("retain_path", ["fingerprint": "leaked-router"])
        #expect(wrong.text.hasPrefix("'leaked-router': is not a fingerprint"))
    }

    @Test func anEmptyTextIsNone() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        for (tool, names) in [
            ("findings", ["run", "kind", "ribPath", "cursor"]),
            ("subscriptions", ["run", "ribPath"]),
            ("tree_at", ["run", "at", "ribPath", "cursor"]), ("gate", ["run", "cursor"]),
            ("list_runs", ["cursor"]),
        ] {
            let empty = Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.string("")) })
            #expect(dialogue.call(tool, empty).json == dialogue.call(tool).json)
        }
        #expect(
            dialogue.call("tree_at", ["ribPath": "/"])["total"] == dialogue.call("tree_at")["total"]
        )
        #expect(dialogue.call("explain", ["id": ""]).text.hasPrefix("'': is not an id; give"))
    }

    @Test func subscriptionsAreListedWithTheirOwners() throws {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        for index in 0..<5 {
            _ = trace.subscription(of: root, chain: "Subject \(index) → sink")
        }
        trace.settle()
        trace.finish()
        let dialogue = try Dialogue([trace.runsFolder])
        let answer = dialogue.call("subscriptions", ["alive": true, "limit": 2])
        #expect(answer["total"] == 5)
        let list = answer["processes"]?.array?.first?["subscriptions"]?.array
        #expect(list?.map { $0["chain"] } == ["Subject 0 → sink", "Subject 1 → sink"])
        #expect(list?.first?["owner"]?["type"]?.string == "RootInteractor")
        #expect(answer.cursor != nil)
        #expect(dialogue.call("subscriptions", ["firedWhileInactive": true])["total"] == 0)
        #expect(dialogue.call("subscriptions", ["ribPath": "Other"])["total"] == 0)
    }

    @Test func gateHoldsTheProjectsLimits() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let strict = try Dialogue([trace.runsFolder]).call("gate")
        #expect(strict["outcome"]?.string == "exceeded")
        #expect(strict["exitCode"] == 1)
        #expect(strict["details"]?.array?.count == 1)
        let mild = try Dialogue(
            [trace.runsFolder], settings: "version: 1\nbudgets:\n  leaks: 1\n"
        ).call("gate")
        #expect(mild["outcome"]?.string == "passed", "\(mild.text)")
        #expect(
            mild.text.contains(
                "ribleak gate: passed: 1 leak (allowed 1), 0 subscriptions fired while inactive "
                    + "(allowed 0), 6 objects tracked"))
    }

    @Test func brokenSettingsAreNamed() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let answer = try Dialogue([trace.runsFolder], settings: "bugets: 1\n").call("gate")
        #expect(answer.isError)
        #expect(answer.text.contains("ribleak.yml:1:"))
    }

    @Test func ratchetNeedsABaseline() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let answer = try Dialogue([trace.runsFolder]).call("gate", ["ratchet": true])
        #expect(answer.text == "gate: ratchet needs a baseline, and the project has none")
    }

    @Test(
        arguments: [
            ("findings", ["rn": "x"], "findings: there is no argument 'rn'; did you mean 'run'?"),
            (
                "findings", ["limit": 0],
                "findings: the argument 'limit' must be a whole number from 1 to 50"
            ),
            (
                "findings", ["limit": "5"],
                "findings: the argument 'limit' must be a whole number from 1 to 50"
            ),
            ("findings", ["run": 5], "findings: the argument 'run' must be a text"),
            (
                "findings", ["onlyNew": "yes"],
                "findings: the argument 'onlyNew' must be true or false"
            ),
            (
                "findings", ["kind": "leak"],
                "findings: the argument 'kind' must be one of leaked-router, "
            ),
            ("diff", [:], "diff: the argument 'before' is missing: "),
            ("diff", ["before": "baseline"], "the project has no baseline; name a run"),
            ("list_runs", ["cursor": "5"], "the cursor '5' is of another call"),
        ] as [(String, [String: JSONValue], String)])
    func wrongArgumentsAreErrorsThatAnAssistantCanMend(
        _ tool: String, _ arguments: [String: JSONValue], _ line: String
    ) throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let answer = try Dialogue([trace.runsFolder]).call(tool, arguments)
        #expect(answer.isError)
        #expect(answer.text.hasPrefix(line), "\(answer.text)")
    }

    @Test func anUnknownToolIsAProtocolError() throws {
        let reply = try Dialogue().request("tools/call", ["name": "finding"])
        #expect(
            reply["error"]
                == ["code": -32602, "message": "Unknown tool: 'finding'; did you mean 'findings'?"])
        let error = try Dialogue().request("tools/call", ["name": "findings", "arguments": []])
        #expect(error["error"]?["code"] == -32602)
        #expect(try Dialogue().request("tools/call")["error"]?["code"] == -32602)
    }

    @Test func theListingRepeatsWhatTheCodeKnows() throws {
        let listed = try JSONValue(json: ServerTexts.tools)
        #expect(Tool.list(for: .july2026) == ["tools": listed])
        let kinds = JSONValue(FindingKind.allCases.map(\.rawValue))
        #expect(Tool.findings.parameters["kind"]?["enum"] == kinds)
        let finding = listed.array?[1]["outputSchema"]?["properties"]?["findings"]?["items"]
        #expect(finding?["properties"]?["kind"]?["enum"] == kinds)
        let parts = FindingDiff.Part.allCases.map(\.rawValue)
        let diff = listed.array?[7]["outputSchema"]?["properties"]
        #expect(diff?["counts"]?["properties"]?.object?.keys.sorted() == parts.sorted())
        let change = diff?["entries"]?["items"]?["properties"]?["change"]
        #expect(change?["enum"] == JSONValue(parts))
        #expect(
            Tool.explain.parameters["id"]?["description"]?.string
                == "What to explain: \(ExplainedID.forms).")
        #expect(
            Tool.treeAt.parameters["at"]?["description"]?.string
                == "The moment: \(TraceTime.forms). Default: the end.")
    }

    @Test func withoutRunsEachToolSaysWhatToDo() throws {
        let dialogue = try Dialogue(["/nowhere"])
        #expect(dialogue.call("list_runs")["total"] == 0)
        for tool in ["findings", "tree_at", "subscriptions", "gate"] {
            let answer = dialogue.call(tool)
            #expect(answer.isError)
            #expect(answer.text.hasPrefix("no run is below '/nowhere'; run the tests"))
        }
    }

    @Test func revisionsWithoutStructuredContentGetText() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let answer = try Dialogue([trace.runsFolder], revision: .november2024).call("findings")
        #expect(answer.json["structuredContent"] == nil)
        #expect(answer.json["resultType"] == nil)
        #expect(answer.text.contains("GameRouter is still alive"))
    }
}

extension ToolResult {
    /// Those of the findings that are shown.
    var fingerprints: [String] {
        self["findings"]?.array?.compactMap { $0["fingerprint"]?.string } ?? []
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBDigest

@Suite struct DigestTests {
    /// A session with one leak, which a closure of the app keeps alive.
    private func session(
        _ metadata: (inout TraceMetadata) -> Void = { _ in },
        before: (TraceBuilder) -> Void = { _ in }
    ) throws -> TraceBuilder {
        let builder = try TraceBuilder(metadata)
        builder.append(
            .imageDefined(
                ImageDefinition(
                    id: ImageID(1), loadBias: 0, path: "/Users/bob/Shop.app/Shop",
                    buildID: "0a1b2c")))
        builder.append(
            .stackDefined(
                StackID(1),
                StackDefinition(
                    frames: [
                        .init(image: ImageID(1), offset: 0x1234),
                        .init(image: .none, offset: 0x7fff_0000),
                    ], isTruncated: false)))
        let root = builder.rib("Root")
        builder.launch(root)
        let cart = builder.rib("Cart", stack: StackID(1))
        builder.attach(cart, to: root)
        before(builder)
        builder.detach(cart, from: root)
        builder.destroy(cart.router, cart.view)
        builder.passDeadline(of: [cart.interactor])
        builder.retain(
            cart.interactor, .global,
            [
                .global("$s4Shop5StoreC6sharedACvpZ", "", "Store"),
                .object("Store", "onChange", "closure"),
                .closure(StackID(1), "captures CartInteractor", "CartInteractor"),
            ], bytes: 4_096)
        return builder
    }

    private func object(_ digest: Digest) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(digest.json.utf8))
        return try #require(value as? [String: Any])
    }

    @Test func aSessionIsDescribedByItsAppAndWhatWasChosen() throws {
        let trace = try session {
            $0.processName = "/opt/Shop App"
            $0.level = .sampled
            $0.origin.release = "7.12.0"
            $0.origin.build = "4711"
            $0.origin.system = "iOS"
            $0.origin.systemVersion = "18.2.0"
            $0.origin.oneProcessOf = 100
            $0.origin.percentOfRIBs = 25
        }
        let digest = try object(Digest(reading: trace.folder))
        #expect(digest["version"] as? Int == 1)
        #expect((digest["session"] as? String)?.count == 32)
        #expect(digest["day"] as? String == "2026-01-02")
        #expect(
            digest["app"] as? [String: String]
                == ["name": "Shop App", "release": "7.12.0", "build": "4711"])
        #expect(digest["system"] as? [String: String] == ["name": "iOS", "version": "18.2.0"])
        #expect(digest["level"] as? String == "sampled")
        let sampling = digest["sampling"] as? [String: Any]
        #expect(sampling?["oneProcessOf"] as? Int == 100)
        #expect(sampling?["percentOfRIBs"] as? Int == 25)
        #expect(sampling?["budgetSpentAfterMs"] is NSNull)
    }

    @Test func aFindingHasItsPathAndItsAddresses() throws {
        let trace = try session()
        let digest = try object(Digest(reading: trace.folder))
        let findings = try #require(digest["findings"] as? [[String: Any]])
        #expect(findings.count == 1)
        let finding = findings[0]
        #expect(finding["kind"] as? String == "leaked-interactor")
        #expect(finding["severity"] as? String == "leak")
        #expect(finding["ribPath"] as? String == "Root/Cart")
        #expect(finding["type"] as? String == "CartInteractor")
        #expect(finding["count"] as? Int == 1)
        #expect(finding["bytes"] as? Int == 4_096)
        let path = try #require(finding["retainPath"] as? [String: Any])
        #expect(path["reason"] as? String == "global")
        let steps = try #require(path["steps"] as? [[String: Any]])
        #expect(steps.map { $0["kind"] as? String } == ["global", "object", "closure"])
        #expect(steps.map { $0["target"] as? String } == ["Store", "closure", "CartInteractor"])
        let code = try #require(steps[2]["code"] as? [Any])
        #expect(code[0] as? Int == 0)
        #expect(code[1] as? String == "1234")
        #expect(
            digest["images"] as? [[String: String]] == [["name": "Shop", "buildID": "0a1b2c"]])
    }

    @Test func theSameTraceGivesTheSameBytes() throws {
        let trace = try session()
        let first = try Digest(reading: trace.folder).json
        #expect(try Digest(reading: trace.folder).json == first)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(trace.folder)/.symbols.json"))
        #expect(try Digest(reading: trace.folder).json == first)
    }

    @Test(arguments: [-86_400_000_000_000, 0, 3_600_000_000_000] as [Int64])
    func theDurationDoesNotDependOnTheClockOfTheDay(step: Int64) throws {
        let trace = try session {
            $0.clockOffset += step
        } before: {
            $0.wait(5_000_000_000)
        }
        #expect(try object(Digest(reading: trace.folder))["durationMs"] as? Int == 5_000)
    }

    @Test func nothingOfTheMachineIsInIt() throws {
        let trace = try session { $0.workingDirectory = "/Users/bob/work" }
        let json = try Digest(reading: trace.folder).json
        for secret in ["bob", "/Users", "\"77\"", ":77", "app-77", "03:04", "03040"] {
            #expect(!json.contains(secret), "\(secret)")
        }
    }

    @Test func namesThatLookLikePathsAreTakenOut() throws {
        let builder = try TraceBuilder()
        let thing = builder.object(.object, "Cache<(in /Users/bob/App.swift)>")
        builder.append(.placed(thing, ribPath: builder.string("/Users/bob/secret")))
        builder.settle(alive: [thing])
        builder.retain(
            thing, .global, [.object("File /home/bob/x", "items[\"…\"]", "~bob/Documents")])
        let digest = try Digest(reading: builder.folder)
        #expect(digest.json.contains("\"type\":\"Cache<(in …)>\""))
        #expect(digest.json.contains("\"ribPath\":\"…\""))
        #expect(digest.json.contains("\"holder\":\"File …\""))
        #expect(!digest.json.contains("bob"))
    }

    @Test func aBudgetThatWasSpentIsNamed() throws {
        let trace = try session {
            $0.level = .sampled
        } before: {
            $0.wait(2_000_000_000)
            $0.append(
                .budgetSpent(.processorTime, uses: 3, processorTime: 250_000_000, bytes: 1_024))
        }
        let sampling = try object(Digest(reading: trace.folder))["sampling"] as? [String: Any]
        #expect(sampling?["budgetSpentAfterMs"] as? Int == 2_000)
    }

    @Test func aKilledSessionSaysThatItMayMissSomething() throws {
        let builder = try TraceBuilder()
        builder.launch(builder.rib("Root"))
        let digest = try Digest(reading: builder.folder)
        #expect(try object(digest)["doubts"] as? [String] == ["neverSettled"])
        #expect(digest.rows.contains("\"isDoubtful\":true"))
    }

    @Test func theRowsAreTheSessionAndItsFindings() throws {
        let trace = try session { $0.origin.oneProcessOf = 10 }
        let digest = try Digest(reading: trace.folder)
        let lines = try digest.rows.split(separator: "\n").map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["record"] as? String } == ["session", "finding"])
        #expect(lines.allSatisfy { $0["session"] as? String == digest.session })
        #expect(lines.allSatisfy { $0["oneProcessOf"] as? Int == 10 })
        #expect(lines[0]["leaks"] as? Int == 1)
        #expect(lines[1]["ribPath"] as? String == "Root/Cart")
        #expect(lines[1]["retainedBy"] as? String != nil)
    }
}

/// Which sessions an app makes digests of at its next start.
@Suite struct EndedSessionTests {
    @Test func theOnesWhoseProcessHasEndedComeOldestFirst() throws {
        let trace = try TraceBuilder()
        #expect(Digest.endedSessions(below: trace.runsFolder) == [])
        let copies = try TemporaryFolder()
        let names = ["20260101T000000.000Z-7", "20260102T000000.000Z-3"]
        for name in names.reversed() {
            let run = copies.file(name)
            try FileManager.default.createDirectory(
                atPath: run, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: trace.folder, toPath: "\(run)/app-7")
        }
        #expect(
            Digest.endedSessions(below: copies.path)
                == names.map { copies.file("\($0)/app-7") })
    }

    @Test func withoutAFolderThereAreNone() {
        #expect(Digest.endedSessions(below: "/nowhere/ribleak") == [])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBMCP

/// Reports as resources.
@Suite struct ResourceTests {
    private static let run = "20260102T030405.006Z-77"

    private func read(_ dialogue: Dialogue, _ address: String) -> JSONValue {
        dialogue.request("resources/read", ["uri": .string(address)])
    }

    @Test func eachRunHasAReportInEachFormat() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        let list = dialogue.request("resources/list")["result"]
        let addresses = list?["resources"]?.array?.compactMap { $0["uri"]?.string }
        let base = "ribleak://runs/\(Self.run)/report."
        #expect(addresses == ["json", "md", "txt"].map { base + $0 })
        #expect(list?["nextCursor"] == nil)
        #expect(list?["ttlMs"] == 0)
        for address in addresses ?? [] {
            let contents = read(dialogue, address)["result"]?["contents"]?.array
            #expect(contents?.count == 1)
            #expect(contents?.first?["text"]?.string?.contains("GameRouter") == true)
        }
    }

    @Test func theJSONIsTheReports() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let address = "ribleak://runs/\(Self.run)/report.json"
        let answer = read(try Dialogue([trace.runsFolder]), address)["result"]?["contents"]?.array
        #expect(answer?.first?["mimeType"] == "application/json")
        let report = try JSONValue(json: answer?.first?["text"]?.string ?? "")
        #expect(report["version"] == 1)
        #expect(report["findings"]?.array?.count == 1)
    }

    @Test func templatesNameTheParts() throws {
        let templates = try Dialogue(revision: .november2024).request("resources/templates/list")
        let all = templates["result"]?["resourceTemplates"]?.array
        #expect(all?.map { $0["uriTemplate"] } == ["ribleak://runs/{run}/report.{format}{?from}"])
        #expect(all?.first?["title"] == nil)
    }

    @Test func aLongReportIsReadInParts() throws {
        let names = (0..<600).map { "Game\($0)" + String(repeating: "x", count: 200) }
        let trace = try TraceBuilder.leaking(names)
        let dialogue = try Dialogue([trace.runsFolder])
        var (address, seen, parts) = ("ribleak://runs/\(Self.run)/report.json", 0, 0)
        while parts < 40 {
            let contents = read(dialogue, address)["result"]?["contents"]?.array ?? []
            let text = contents.first?["text"]?.string ?? ""
            #expect(text.utf8.count <= AnswerLimits.resourceBytes)
            let report = try JSONValue(json: text)
            #expect(report["summary"]?["leaks"] == 600)
            seen += report["findings"]?.array?.count ?? 0
            parts += 1
            guard contents.count == 2, let next = contents[1]["uri"]?.string else { break }
            #expect(
                contents[1]["text"]?.string
                    == "\(600 - seen) of 600 findings are left out; read \(next)")
            address = next
        }
        #expect(seen == 600)
        #expect(parts > 1)
    }

    @Test(arguments: [Revision.november2025, .july2026])
    func aMissingResourceHasTheCodeOfItsRevision(_ revision: Revision) throws {
        let dialogue = try Dialogue(revision: revision)
        for address in [
            "ribleak://runs/x/report.json", "ribleak://runs/x/report.html", "ribleak://runs/x",
            "file:///etc/passwd", "ribleak://runs/../report.json", "ribleak://runs/a/b/report.txt",
            "ribleak://runs/x/report.json?from=-1", "ribleak://runs/x/report.json?page=2", "",
        ] {
            let error = read(dialogue, address)["error"]
            #expect(error?["code"] == (revision.hasHandshake ? -32002 : -32602), "\(address)")
            #expect(error?["message"]?.string?.hasPrefix("Resource not found: ") == true)
        }
        #expect(dialogue.request("resources/read")["error"]?["code"] == -32602)
    }

    @Test func aWrongCursorIsInvalid() throws {
        let dialogue = try Dialogue()
        for cursor: JSONValue in ["5", "1-abc", 5, .null] {
            let reply = dialogue.request("resources/list", ["cursor": cursor])
            #expect(reply["error"]?["code"] == -32602)
        }
    }

    @Test func manyRunsArePaged() throws {
        let (trace, folder) = (try TraceBuilder.leaking(["Game"]), try TemporaryFolder())
        for index in 100..<145 {
            let run = folder.file("runs/\(index)")
            try FileManager.default.createDirectory(
                atPath: run, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: trace.folder, toPath: "\(run)/app-77")
        }
        let dialogue = try Dialogue([folder.file("runs")])
        var (found, cursor) = (Set<String>(), JSONValue?.none)
        repeat {
            let list = dialogue.request(
                "resources/list", cursor.map { ["cursor": $0] } ?? [:])["result"]
            found.formUnion(list?["resources"]?.array?.compactMap { $0["uri"]?.string } ?? [])
            cursor = list?["nextCursor"]
        } while cursor != nil
        #expect(found.count == 3 * 45)
    }

    @Test(arguments: ["a", "1/2026", "with blank", "Ärger", "100%", "a?b#c", "\\u{202E}"])
    func anAddressLeadsBackToItsRun(_ name: String) {
        for format in ReportResource.Format.allCases {
            for from in [0, 20] {
                let resource = ReportResource(run: name, format: format, from: from)
                #expect(ReportResource(resource.address) == resource)
                #expect(resource.address.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            }
        }
    }
}

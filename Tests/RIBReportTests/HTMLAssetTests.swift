// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBReport

@Suite struct HTMLAssetTests {
    @Test func theTextsInSwiftAreThoseOfTheFiles() throws {
        let folder = try TemporaryFolder()
        let embedding = try FinishedProcess(
            path: "\(BuiltProducts.packageRoot)/Tools/embed-html", [folder.path])
        #expect(embedding.code == 0 && embedding.errors == "")
        for name in [
            "RIBReport/HTML/Generated/HTMLPage", "RIBReport/HTML/Generated/HTMLScript",
            "RIBReport/HTML/Generated/HTMLBaseStyle", "RIBReport/HTML/Generated/HTMLStyle",
            "RIBReport/HTML/Generated/HTMLLiveHead", "RIBReport/HTML/Generated/HTMLLiveScript",
            "RIBReport/HTML/Generated/HTMLLiveStyle", "RIBReport/HTML/Generated/HTMLViews",
            "RIBHistory/Generated/HistoryStyle", "RIBHistory/Generated/HistoryPage",
            "RIBReport/Explaining/Generated/FindingPages",
            "RIBSetup/Generated/CIRecipes", "RIBSetup/Generated/SetupTemplates",
            "RIBGate/Generated/SettingsSchema", "RIBMCP/Generated/ServerTexts",
        ] {
            let file = URL(fileURLWithPath: name).lastPathComponent
            let made = try String(contentsOfFile: folder.file("\(file).swift"), encoding: .utf8)
            let generated = "Sources/\(name).swift"
            let known = try String(
                contentsOfFile: "\(BuiltProducts.packageRoot)/\(generated)", encoding: .utf8)
            #expect(made == known, "run Tools/embed-html: \(name) differs from its source")
        }
    }

    @Test(arguments: [
        (HTMLScript.text, HTMLScript.hash), (HTMLBaseStyle.text, HTMLBaseStyle.hash),
        (HTMLStyle.text, HTMLStyle.hash), (HTMLLiveScript.text, HTMLLiveScript.hash),
        (HTMLLiveStyle.text, HTMLLiveStyle.hash),
    ])
    func theHashOfAnAssetIsThatOfItsText(text: String, hash: String) throws {
        let folder = try TemporaryFolder()
        try text.write(toFile: folder.file("asset"), atomically: true, encoding: .utf8)
        let sum = try FinishedProcess(path: "/usr/bin/env", ["sha256sum", folder.file("asset")])
        let digits = Array(sum.output.prefix(64))
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        #expect(hash == "sha256-\(Data(bytes).base64EncodedString())")
    }

    @Test func noAssetAsksForAnythingOrMakesMarkup() {
        let parts = [
            HTMLPage.text, HTMLBaseStyle.text, HTMLStyle.text, HTMLScript.text, HTMLLiveHead.text,
            HTMLLiveStyle.text, HTMLLiveScript.text,
        ]
        #expect(parts.allSatisfy { $0.count > 100 })
        let all = parts.joined()
        for word in [
            "http://", "https://", "@import", "url(", "innerHTML", "outerHTML", "insertAdjacent",
            "document.write", "eval(", "fetch(", "XMLHttpRequest", "style=", "localStorage",
        ] {
            let uses = all.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
            #expect(!uses.contains(word), "\(word)")
        }
    }

    @Test func onlyALivePageHasAConnection() {
        #expect(!HTMLScript.text.contains("EventSource"))
        #expect(HTMLLiveScript.text.contains("new EventSource("))
        #expect(LivePage.policy.contains("; connect-src 'self'; frame-ancestors 'none'"))
        #expect(
            LivePage.document.contains(
                "content=\"default-src 'none'; script-src '\(HTMLLiveScript.hash)'"))
        #expect(!LivePage.document.contains("{{"))
    }

    @Test func nothingInAPageEndsItsElement() {
        #expect(
            JSONText.inPage("</script>&\u{2028}" as JSONValue)
                == #""\u003c/script\u003e\u0026\u2028""#)
    }
}

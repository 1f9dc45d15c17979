// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct RIBPathPatternTests {
    @Test(arguments: [
        ("Root/LoggedIn", "Root/LoggedIn"), ("Root/*", "Root/LoggedIn"), ("*/*", "Root/LoggedIn"),
        ("**", "Root"), ("**", "Root/LoggedIn/Game"), ("**", ""), ("Root/**", "Root"),
        ("Root/**", "Root/LoggedIn/Game"), ("**/Game", "Game"), ("**/Game", "Root/LoggedIn/Game"),
        ("Root/**/Game", "Root/Game"), ("Root/**/Game", "Root/A/B/Game"),
        ("Root/**/**/Game", "Root/Game"), ("**/A/**/B", "A/B/A/C/B"), ("**/A/*", "A/A/A/B"),
        ("*/**", "Root"),
    ])
    func takes(_ pattern: String, _ path: String) throws {
        #expect(try RIBPathPattern(pattern).matches(path))
    }

    @Test(arguments: [
        ("Root", "Root/LoggedIn"), ("Root/LoggedIn", "Root"), ("Root/LoggedIn", "root/loggedin"),
        ("LoggedIn", "Root/LoggedIn"), ("Root/*", "Root"), ("Root/*", "Root/A/B"),
        ("Root/**", "Rooted"), ("Root/**", "App/Root"), ("**/Game", "Root/Games"),
        ("*/**", ""), ("Root", ""), ("Root/**/Game", "Root/Game/Over"),
    ])
    func takesNot(_ pattern: String, _ path: String) throws {
        #expect(try !RIBPathPattern(pattern).matches(path))
        #expect(try RIBPathPattern("**").matches(path))
    }

    @Test(arguments: [
        ("", "has an empty component"), ("/Root", "has an empty component"),
        ("Root/", "has an empty component"), ("Root//Game", "has an empty component"),
        ("Root/Off*", "has a * next to other letters: it means a whole component"),
        ("***", "has a * next to other letters: it means a whole component"),
        (String(repeating: "A/", count: 256) + "A", "has more than 256 components"),
    ])
    func isNone(_ text: String, _ explanation: String) {
        #expect(throws: MalformedPattern(explanation: explanation)) {
            try RIBPathPattern(text)
        }
    }

    @Test func manyStarsTakeNoLongerThanTheirProduct() throws {
        // With one way to go back for each ** this would outlast the sun.
        let pattern = try RIBPathPattern(
            [String](repeating: "**/A", count: 100).joined(separator: "/") + "/B")
        let path = [String](repeating: "A", count: 500).joined(separator: "/")
        #expect(!pattern.matches(path))
        #expect(pattern.matches(path + "/B"))
    }

    @Test func itTakesWhatTheDefinitionTakes() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                ["A", "B", "*", "**"].randomElement(using: &random) ?? "A"
            }
            let names = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                ["A", "B"].randomElement(using: &random) ?? "A"
            }
            let pattern = try RIBPathPattern(parts.joined(separator: "/"))
            let path = names.joined(separator: "/")
            #expect(
                pattern.matches(path) == Self.takes(parts[...], names[...]), "\(pattern) \(path)")
        }
    }

    /// The definition, word by word.
    private static func takes(_ parts: ArraySlice<String>, _ names: ArraySlice<String>) -> Bool {
        guard let part = parts.first else { return names.isEmpty }
        if part == "**" {
            return (names.startIndex...names.endIndex).contains {
                takes(parts.dropFirst(), names[$0...])
            }
        }
        guard let name = names.first, part == "*" || part == name else { return false }
        return takes(parts.dropFirst(), names.dropFirst())
    }
}

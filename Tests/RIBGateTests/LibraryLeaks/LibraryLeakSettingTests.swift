// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import Testing

@testable import RIBGate

/// What `library-leaks` may say, and what is an error.
@Suite struct LibraryLeakSettingTests {
    private static let needed = "name: client, retain-path: A.b, description: it keeps all"

    private func failure(_ facts: String) -> String? {
        do {
            _ = try GateSamples.settings("library-leaks:\n- {\(facts)}\n")
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func allKeysAreRead() throws {
        let settings = try GateSamples.settings(
            """
            library-leaks:
              - name: client
                retain-path: "**/Client.observers[*]"
                kinds: [leaked-view, leaked-router]
                types: [MapView]
                package: client-ios
                from: 2.0
                below: 2.4.1
                description: "the client keeps what observes it, see #12"
                link: https://example.com/issues/12?a=b#c
            """)
        #expect(
            settings.libraryLeaks == [
                LibraryLeakSetting(
                    matcher: LibraryLeakMatcher(
                        LibraryLeak(
                            name: "client",
                            explanation: "the client keeps what observes it, see #12",
                            link: "https://example.com/issues/12?a=b#c", isBuiltIn: false),
                        path: try RetainPathPattern("**/Client.observers[*]"),
                        kinds: [.leakedView, .leakedRouter], types: ["MapView"]),
                    versions: PackageVersions(
                        package: "client-ios", from: PackageVersion("2.0.0"),
                        below: PackageVersion("2.4.1")),
                    place: "s.yml:2")
            ])
    }

    @Test(arguments: [
        ("retain-path: A.b, description: D", "a library leak needs a name, such as maps-sdk"),
        (
            "name: N, description: D",
            "a library leak needs a retain-path, such as \"**/AnalyticsClient.observers[*]\""
        ),
        (
            "name: N, retain-path: A.b",
            "a library leak needs a description; say what the library keeps"
        ),
        (
            "name: N, retain-path: '**', description: D",
            "retain-path must name a holder, such as **/AnalyticsClient.observers[*]"
        ),
        ("nam: N", "unknown key 'nam' in a library leak; did you mean name?"),
        ("path: A.b", "unknown key 'path' in a library leak; did you mean retain-path?"),
        (
            "retain-paths: A.b",
            "unknown key 'retain-paths' in a library leak; did you mean retain-path?"
        ),
        ("kinds: leaked-view", "kinds must be a list; start each entry with -"),
        (
            "kinds: [leakd-view]",
            "unknown kind 'leakd-view' in a library leak; did you mean leaked-view?"
        ),
        (
            "kinds: [late-deallocation]",
            "unknown kind 'late-deallocation' in a library leak; there are "
                + FindingKind.allCases.filter(\.isLeak).map(\.rawValue).joined(separator: ", ")
        ),
        ("types: [' ']", "a type must be text"),
        ("link: http://example.com", "link must be an address that begins with https://"),
        ("link: https://", "link must be an address that begins with https://"),
        ("link: 'javascript:x//https://'", "link must be an address that begins with https://"),
        ("link: 'https://a b'", "link must be an address that begins with https://"),
        ("link: 'https://a\"b'", "link must be an address that begins with https://"),
        ("link: 'https://ä.de'", "link must be an address that begins with https://"),
        ("name: \"a\\nb\"", "name must be one line of at most 64 characters"),
        ("\(needed), package: p", "package needs versions: give from, below or both"),
        ("\(needed), from: 1.0", "from and below need a package; add package"),
        ("\(needed), package: p, from: 2, below: 2.0.0", "from must be less than below"),
        ("package: p, from: 1.x", "from must be a version, such as 2.1.0"),
        ("package: p, below: 1.2.3.4", "below must be a version, such as 2.1.0"),
    ])
    func aMistakeIsAnErrorWithItsLine(_ facts: String, _ text: String) {
        #expect(failure(facts) == "s.yml:2: \(text)")
    }

    @Test func aNameStandsForOneLeak() {
        #expect(
            failure("\(Self.needed)}\n- {\(Self.needed)")
                == "s.yml:3: the name client is taken by s.yml:2")
    }

    @Test(arguments: [
        ("1.2.3", "1.2.4"), ("1.2.9", "1.2.10"), ("1.2", "1.2.1"), ("1", "2"), ("0.14.0", "1"),
    ])
    func versionsAreComparedByNumber(_ less: String, _ more: String) throws {
        #expect(try #require(PackageVersion(less)) < #require(PackageVersion(more)))
    }

    @Test(arguments: ["", "a", "1.", ".1", "1.2.3.4", "1.0.0-beta", "-1", "99999999999999999999"])
    func anythingElseIsNoVersion(_ text: String) {
        #expect(PackageVersion(text) == nil)
    }

    @Test(arguments: [
        #"{"version": 3, "pins": [{"identity": "client", "state": {"version": "2.1.0"}}, {"identity": "b", "state": {"branch": "main"}}]}"#,
        #"{"version": 1, "object": {"pins": [{"package": "Client", "state": {"version": "2.1.0"}}]}}"#,
    ])
    func versionsOfPackagesAreReadFromBothForms(_ json: String) {
        let packages = ResolvedPackages(json: json)
        #expect(packages["CLIENT"] == "2.1.0")
        #expect(packages["b"] == nil)
    }

    @Test(arguments: ["", "[]", "{}", #"{"pins": [{}]}"#, "{\"pins\": \"\u{0}\"}"])
    func aDamagedFileNamesNoVersion(_ json: String) {
        #expect(ResolvedPackages(json: json) == ResolvedPackages())
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

extension LibraryLeakSetting {
    private static let what = "a library leak"
    static let keys = [
        "name", "retain-path", "kinds", "types", "package", "from", "below", "description", "link",
    ]
    static let longestName = 64
    private static let longestLink = 2_048

    /// Reads the list `library-leaks`.
    ///
    /// - Throws: `GateError` for the first mistake, with its line.
    static func list(_ value: SettingsNode) throws(GateError) -> [LibraryLeakSetting] {
        var settings: [LibraryLeakSetting] = []
        for item in try value.items("library-leaks") {
            let setting = try LibraryLeakSetting(item)
            let name = setting.matcher.leak.name
            if let other = settings.first(where: { $0.matcher.leak.name == name }) {
                throw item.error("the name \(name) is taken by \(other.place)")
            }
            settings.append(setting)
        }
        return settings
    }

    private init(_ item: SettingsNode) throws(GateError) {
        var (name, description, link): (String?, String?, String?)
        var pattern: RetainPathPattern?
        var kinds: Set<FindingKind> = []
        var types: Set<String> = []
        var package: String?
        var (from, below): (PackageVersion?, PackageVersion?)
        for (key, _, value) in try item.entries(Self.what, keys: Self.keys) {
            switch key {
            case "name": name = try Self.name(value)
            case "description": description = try value.text("description")
            case "link": link = try Self.link(value)
            case "retain-path": pattern = try value.pattern("retain-path", RetainPathPattern.init)
            case "kinds":
                for kind in try value.items("kinds") { kinds.insert(try Self.kind(kind)) }
            case "types":
                for type in try value.items("types") { types.insert(try type.text("a type")) }
            case "package": package = try value.text("package")
            case "from": from = try Self.version("from", value)
            default: below = try Self.version("below", value)
            }
        }
        guard let name else { throw item.error("\(Self.what) needs a name, such as maps-sdk") }
        guard let pattern else {
            throw item.error(
                "\(Self.what) needs a retain-path, such as \"**/AnalyticsClient.observers[*]\"")
        }
        guard let description else {
            throw item.error("\(Self.what) needs a description; say what the library keeps")
        }
        self.init(
            matcher: LibraryLeakMatcher(
                LibraryLeak(name: name, explanation: description, link: link, isBuiltIn: false),
                path: pattern, kinds: kinds, types: types),
            versions: try Self.versions(of: package, from: from, below: below, item),
            place: item.place)
    }

    private static func name(_ value: SettingsNode) throws(GateError) -> String {
        let name = try value.text("name")
        guard name.count <= longestName, !name.contains(where: \.isNewline) else {
            throw value.error("name must be one line of at most \(longestName) characters")
        }
        return name
    }

    private static func link(_ value: SettingsNode) throws(GateError) -> String {
        let link = try value.text("link")
        // Reports show it to be clicked, so no other scheme and nothing that hides its end.
        guard link.hasPrefix("https://"), link.utf8.count <= longestLink,
            link.utf8.count > "https://".utf8.count,
            link.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) })
        else { throw value.error("link must be an address that begins with https://") }
        return link
    }

    private static func kind(_ value: SettingsNode) throws(GateError) -> FindingKind {
        let text = try value.text("a kind")
        let leaks = FindingKind.allCases.filter(\.isLeak)
        if let kind = leaks.first(where: { $0.rawValue == text }) { return kind }
        throw value.unknown(text, "kind", in: what, leaks.map(\.rawValue))
    }

    private static func version(
        _ key: String, _ value: SettingsNode
    ) throws(GateError) -> PackageVersion {
        if let version = PackageVersion(try value.text(key)) { return version }
        throw value.error("\(key) must be a version, such as 2.1.0")
    }

    private static func versions(
        of package: String?, from: PackageVersion?, below: PackageVersion?, _ item: SettingsNode
    ) throws(GateError) -> PackageVersions? {
        guard let package else {
            guard from == nil, below == nil else {
                throw item.error("from and below need a package; add package")
            }
            return nil
        }
        guard from != nil || below != nil else {
            throw item.error("package needs versions: give from, below or both")
        }
        if let from, let below, from >= below {
            throw item.error("from must be less than below")
        }
        return PackageVersions(package: package, from: from, below: below)
    }
}

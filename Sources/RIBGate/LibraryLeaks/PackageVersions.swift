// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// A version of a package, such as `2.1.0`.
package struct PackageVersion: Comparable, Sendable {
    /// Major, minor and patch.
    private let numbers: [Int]

    /// Reads one to three numbers. Missing ones are 0.
    ///
    /// - Returns: Nil for anything else, such as a version with a pre-release.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { "0"..."9" ~= $0 } ? Int(part) : nil
        }
        guard numbers.count == parts.count, numbers.count <= 3 else { return nil }
        self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
    }

    package static func < (left: PackageVersion, right: PackageVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}

/// Versions of one package.
package struct PackageVersions: Equatable, Sendable {
    /// The package's identity, such as `analytics-ios`.
    package let package: String
    /// The first version.
    package let from: PackageVersion?
    /// The version after the last one.
    package let below: PackageVersion?

    /// Why a library leak of these versions does not hold; nil when it does. An unknown version is
    /// none of these.
    func obstacle(in packages: ResolvedPackages) -> String? {
        guard let text = packages[package] else {
            return
                "it covers nothing, since \(ResolvedPackages.file) names no version of \(package)"
        }
        guard let version = PackageVersion(text) else {
            return "it covers nothing, since \(package) \(text) is not a plain version"
        }
        let holds = (from.map { version >= $0 } ?? true) && (below.map { version < $0 } ?? true)
        return holds ? nil : "it covers nothing, since \(package) is \(text) now"
    }
}

/// The versions of the packages that a project uses, from its `Package.resolved`.
package struct ResolvedPackages: Equatable, Sendable {
    static let file = "Package.resolved"
    private static let largest = 4 << 20

    private var versions: [String: String] = [:]

    /// No packages.
    init() {}

    /// Reads the file beside the settings. Packages of a missing or damaged file have no version.
    ///
    /// - Parameter settings: The path of the settings file.
    init(besides settings: String) {
        let folder = settings.lastIndex(of: "/").map { settings[...$0] } ?? ""
        let text = try? InputFile.text(at: folder + Self.file, atMost: Self.largest)
        self.init(json: text ?? "")
    }

    /// Reads the pins, which SwiftPM put below `object` in files of version 1.
    init(json: String) {
        let document = try? JSONSerialization.jsonObject(with: Data(json.utf8))
        let members = document as? [String: Any]
        let pins = members?["pins"] ?? (members?["object"] as? [String: Any])?["pins"]
        for case let pin as [String: Any] in pins as? [Any] ?? [] {
            guard let name = pin["identity"] as? String ?? pin["package"] as? String,
                let version = (pin["state"] as? [String: Any])?["version"] as? String
            else { continue }
            versions[name.lowercased()] = version
        }
    }

    /// The version of a package, by its identity or, in files of version 1, its name.
    subscript(package: String) -> String? { versions[package.lowercased()] }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The path to a RIB, made on the way up from it.
package struct RIBPath: CustomStringConvertible {
    /// Bytes of type names, and names, after which no other is added: a report repeats the path for
    /// every victim. Up to there paths, and the fingerprints made of them, are exact.
    private static let longest = 1_000
    private static let mostNames = 64

    /// Innermost first.
    private var names: [String] = []
    private var length = 0

    package init() {}

    /// Whether another name may be added; marks the path as cut if not.
    package mutating func hasRoom() -> Bool {
        if length < Self.longest, names.count < Self.mostNames { return true }
        names.append("…")
        return false
    }

    /// Adds the RIB of the next part above.
    package mutating func add(type: String) {
        names.append(RIBName(type: type).description)
        length += type.utf8.count
    }

    /// Adds the whole rest of the path.
    package mutating func end(with path: String) { names.append(path) }

    package var description: String { names.reversed().joined(separator: "/") }
}

/// A RIB's name, read off the type of one of its parts: `OffGame` from `OffGameRouter`.
package struct RIBName: CustomStringConvertible {
    package let description: String

    /// Bytes after which a name is cut; what people write is far below.
    private static let longest = 256

    /// The longer ones of the same end first.
    private static let roles: [StaticString] = [
        "Router", "Interactor", "ViewController", "Presenter", "View", "StateContainer",
        "ViewContainer", "PublisherContainer", "Container", "RIB",
    ]

    package init(type: String) {
        // By bytes: paths are made of names in great number, and a hostile type may have characters that
        // are thousands of marks long. Its arguments say nothing: `HomeRouter<Mock>` is at Home.
        var name = String(type.withoutGenericArguments)
        description = name.withUTF8 { bytes in
            let role = Self.roles.first { role in
                let start = bytes.count - role.utf8CodeUnitCount
                guard start > 0, let base = bytes.baseAddress else { return false }
                return memcmp(base + start, role.utf8Start, role.utf8CodeUnitCount) == 0
            }
            let own = bytes.prefix(bytes.count - (role?.utf8CodeUnitCount ?? 0))
            let shown = String(decoding: own.prefix(Self.longest), as: UTF8.self)
            return own.count > Self.longest ? shown + "…" : shown
        }
    }
}

extension String {
    /// The name of a type up to its generic arguments: `HomeRouter` of `HomeRouter<Mock>`.
    package var withoutGenericArguments: Substring {
        var text = self
        let count = text.withUTF8 { bytes in
            bytes.baseAddress.flatMap { base in
                memchr(base, Int32(UInt8(ascii: "<")), bytes.count).map {
                    $0 - UnsafeMutableRawPointer(mutating: base)
                }
            }
        }
        return count.map { self[..<utf8.index(startIndex, offsetBy: $0)] } ?? self[...]
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The package's own sources.
package enum SourceFiles {
    /// The paths of all Swift files below a folder of the package.
    package static func swift(below folder: String) -> [String] {
        let root = "\(BuiltProducts.packageRoot)/\(folder)"
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String }
        return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { "\(root)/\($0)" }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The costs in `Reports/thresholds.json` that do not depend on the clock. Instructions, which are
/// there too, are compared by `Tools/bench`.
package struct Thresholds: Decodable {
    /// Allocations of a RIB that is made, attached, detached and freed: by build configuration,
    /// then by recording level.
    package let allocationsACycle: [String: [String: Int]]
    /// The same of one with a subscription that ends with the detach.
    package let allocationsASubscribedCycle: [String: [String: Int]]

    package static func checkedIn() throws -> Thresholds {
        let path = "\(BuiltProducts.packageRoot)/Reports/thresholds.json"
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode(Thresholds.self, from: data)
    }

    /// How to renew a number, for the test that finds another.
    package static let advice = """
        the checked-in cost differs. If the new one is right, write it into \
        Reports/thresholds.json, and the reason into the commit
        """
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A sample report under `Reports/`, beside what is printed now.
struct GoldenFile {
    let printed: String
    let checkedIn: String
    /// True when the environment asked for the file to be written anew, which is no success.
    let isNew: Bool

    /// - Parameter output: What the command printed; what differs from run to run is taken out.
    init(_ file: String, of output: String) throws {
        printed = CanonicalReport(output).text
        let path = "\(BuiltProducts.packageRoot)/Reports/\(file)"
        isNew = ProcessInfo.processInfo.environment["RIBLEAK_UPDATE_GOLDENS"] != nil
        if isNew { try printed.write(toFile: path, atomically: true, encoding: .utf8) }
        checkedIn = try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Where the two begin to differ, in one line of a failure's message: a page is too long for that.
    var firstDifference: String? {
        guard printed != checkedIn else { return nil }
        let common = zip(printed.utf8, checkedIn.utf8).prefix { $0 == $1 }.count
        func excerpt(_ text: String) -> String {
            String(decoding: text.utf8.dropFirst(max(0, common - 200)).prefix(400), as: UTF8.self)
        }
        return "at byte \(common), printed: \(excerpt(printed))\nchecked in: \(excerpt(checkedIn))"
    }
}

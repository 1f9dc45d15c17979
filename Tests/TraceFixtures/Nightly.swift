// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether to do what takes long, as `Tools/nightly` has it done: the environment's `RIBLEAK_NIGHTLY`.
package enum Nightly {
    package static let isOn = ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] == "1"

    /// The command to attack: by the environment's `RIBLEAK_ATTACKED_COMMAND` one built in release, which takes a
    /// third of the time.
    package static let command =
        ProcessInfo.processInfo.environment["RIBLEAK_ATTACKED_COMMAND"] ?? "ribleak"
}

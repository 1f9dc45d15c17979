import Foundation

/// Whether to do what takes long, as `Tools/nightly` has it done: the environment's `RIBLEAK_NIGHTLY`.
package enum Nightly {
    package static let isOn = ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] == "1"
}

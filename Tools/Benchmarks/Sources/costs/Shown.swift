import Foundation

extension Double {
    /// Nanoseconds as a person reads them.
    var asTime: String {
        switch self {
        case ..<1e4: String(format: "%.0f ns", self)
        case ..<1e7: String(format: "%.0f µs", self / 1e3)
        case ..<1e10: String(format: "%.0f ms", self / 1e6)
        default: String(format: "%.1f s", self / 1e9)
        }
    }

    /// KiB as a person reads them.
    var asMemory: String { String(format: "%.0f MiB", self / 1024) }
}

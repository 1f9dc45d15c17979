import Workloads

/// The recorder's frames against those of `unw_step`. The ratio is theirs over ours, so that at
/// most 1 is complete.
enum CompletenessRows {
    static func measure() throws -> [Row] {
        try Completeness.measured().map { result in
            Row(
                what: "frames of `unw_step` that are found: \(result.scenario)",
                ours: "\(result.found) (\(100 * result.found / result.expected) %)",
                peer: "\(result.expected)",
                ratio: Double(result.expected) / Double(max(result.found, 1)), limit: 1)
        }
    }
}

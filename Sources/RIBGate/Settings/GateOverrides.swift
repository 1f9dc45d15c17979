/// What the environment or the command line says in place of the settings file; nil where nothing.
package struct GateOverrides: Equatable, Sendable {
    package var maxLeaks: Int?
    package var maxInactiveFires: Int?
    package var baseline: String?
    package var allowsEmpty: Bool?

    package init(
        maxLeaks: Int? = nil, maxInactiveFires: Int? = nil, baseline: String? = nil,
        allowsEmpty: Bool? = nil
    ) {
        self.maxLeaks = maxLeaks
        self.maxInactiveFires = maxInactiveFires
        self.baseline = baseline
        self.allowsEmpty = allowsEmpty
    }

    /// What the variables say; one that is empty says nothing.
    ///
    /// - Throws: `GateError` for a value that is not understood.
    package init(_ environment: [String: String]) throws(GateError) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        func count(_ name: String) throws(GateError) -> Int? {
            guard let text = value(name) else { return nil }
            guard let count = Int(text), count >= 0 else {
                throw GateError(.settings, name, "must be a whole number from 0, not '\(text)'")
            }
            return count
        }
        maxLeaks = try count("RIBLEAK_MAX_LEAKS")
        maxInactiveFires = try count("RIBLEAK_MAX_INACTIVE_FIRES")
        baseline = value("RIBLEAK_BASELINE")
        switch value("RIBLEAK_ALLOW_EMPTY") {
        case nil: allowsEmpty = nil
        case "1", "true": allowsEmpty = true
        case "0", "false": allowsEmpty = false
        case let text?:
            throw GateError(
                .settings, "RIBLEAK_ALLOW_EMPTY", "must be true, 1, false or 0, not '\(text)'")
        }
    }
}

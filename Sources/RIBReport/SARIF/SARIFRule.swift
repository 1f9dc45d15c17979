import RIBAnalysis

/// A kind of finding as a rule of SARIF.
struct SARIFRule: Encodable {
    private let id: String
    private let name: String
    private let shortDescription: SARIFMessage
    private let fullDescription: SARIFMessage
    private let help: SARIFMessage
    private let defaultConfiguration: Configuration
    private let properties = Properties()

    init(_ kind: FindingKind) {
        id = kind.rawValue
        name = kind.rawValue.split(separator: "-").map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        .joined()
        shortDescription = SARIFMessage(kind.title)
        fullDescription = SARIFMessage(kind.meaning)
        help = SARIFMessage(
            "\(kind.meaning) `ribleak explain` with the finding's fingerprint shows everything that "
                + "is known of it.")
        defaultConfiguration = Configuration(level: kind.isWarning ? "warning" : "error")
    }

    private struct Configuration: Encodable {
        let level: String
    }

    private struct Properties: Encodable {
        let tags = ["memory", "RIBs"]
    }
}

import RIBAnalysis

/// A kind of finding in the data of a page.
struct HTMLKind: Encodable {
    private let id: String
    private let title: String
    private let isWarning: Bool
    private let count: Int

    init(_ kind: FindingKind, count: Int) {
        id = kind.rawValue
        title = kind.title
        isWarning = kind.isWarning
        self.count = count
    }
}

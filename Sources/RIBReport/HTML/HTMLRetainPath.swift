import RIBAnalysis
import RIBTrees

/// A retain path in the data of a page, from its root down.
struct HTMLRetainPath: Encodable {
    private let title: String
    /// Of each edge: its holder, the closure's place or -1, its label or -1, and 1 if inferred.
    private let steps: [[Int]]
    /// What is kept alive.
    private let target: Int
    private let suspect: Int?
    /// How many edges are left out, and before which one.
    private let omitted: [Int]?
    private let notes: [String]

    init(_ path: RetainPath, type: String, _ tables: inout HTMLTables) {
        let words = RetainPathText(path: path, type: type)
        title = words.title
        steps = path.steps.map { step in
            let place = step.file.map { file in file + (step.line.map { ":\($0)" } ?? "") }
            return [
                tables.text(step.holder), tables.text(place),
                tables.text(step.label.isEmpty ? nil : step.label), step.isInferred ? 1 : 0,
            ]
        }
        target = tables.text(type)
        suspect = path.suspect
        omitted = path.omittedSteps > 0 ? [path.omittedSteps, path.steps.count / 2] : nil
        notes = words.notes.map { $0.rendered(colored: false) }
    }

    /// What is said of a leak without one.
    init(missing title: String, type: String, _ tables: inout HTMLTables) {
        self.title = title
        steps = []
        target = tables.text(type)
        suspect = nil
        omitted = nil
        notes = []
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The imports of a file of doubles: those of the sources, and what was asked for.
struct ImportList {
    private var lines: Set<ImportLine> = []
    private let testable: Set<String>

    init(_ files: [ProtocolFile], _ options: TestDoubles.Options) {
        testable = Set(options.testableImports)
        for file in files { lines.formUnion(file.imports) }
        for module in options.imports { add(module) }
        // An import for tests says all that a plain one of the same module does.
        lines = lines.filter { !testable.contains($0.text.replacing("import ", with: "")) }
        for module in testable {
            lines.insert(
                ImportLine(text: "@testable import " + module, module: module, condition: nil))
        }
    }

    /// Adds a module, if it is not imported already.
    mutating func add(_ module: String, where condition: String? = nil) {
        guard !testable.contains(module) else { return }
        lines.insert(ImportLine(text: "import " + module, module: module, condition: condition))
    }

    /// The imports, sorted; those under a condition follow, a block for each.
    var text: String {
        let plain = lines.filter { $0.condition == nil }
        let always = Set(plain.map(\.text))
        var text = Self.sorted(plain)
        let conditional = Dictionary(grouping: lines) { $0.condition ?? "" }
        for (condition, lines) in conditional.sorted(by: { $0.key < $1.key }) where condition != ""
        {
            let rest = lines.filter { !always.contains($0.text) }
            guard !rest.isEmpty else { continue }
            text += ["#if " + condition] + Self.sorted(rest) + ["#endif"]
        }
        return text.joined(separator: "\n")
    }

    private static func sorted(_ lines: some Sequence<ImportLine>) -> [String] {
        // By module, plain before `@testable`.
        lines.sorted { ($0.module, $0.text) < ($1.module, $1.text) }.map(\.text)
    }
}

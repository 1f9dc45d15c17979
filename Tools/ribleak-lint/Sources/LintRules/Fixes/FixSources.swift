// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel
import SwiftSyntax

/// The sources below a folder, in which findings look for their code.
final class FixSources {
    /// The folder, absolute, without a slash at its end.
    private let root: String
    private let found: FoundSources
    private let modules: ModuleNames
    private let layouts: [String]
    private var facts: [String: Facts] = [:]
    private var files: [String: FixFile] = [:]
    private var counted: [String: [[String]: Int]] = [:]
    /// The types of all sources.
    let types: TypeTable
    private var typesOfModules: [String: TypeTable] = [:]
    /// What closures return that are given to a name, by what `ClosureValue.key` makes of that.
    private let closures: [String: ClosureValue]
    /// Whether the app has the RIBs module that records, and so its `cancelOnDeactivate` of timers.
    let hasRuntime: Bool

    private struct Facts: Sendable {
        var types: [TypeFacts] = []
        var importsRIBs = false
        var closures: [(String, ClosureValue)] = []
    }

    /// Reads the sources below a folder; nil when there is none.
    init?(below root: String, isOfRun: Bool) {
        var path =
            root.hasPrefix("/") ? root : "\(FileManager.default.currentDirectoryPath)/\(root)"
        path = URL(fileURLWithPath: path).standardizedFileURL.path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.root = path
        let found = FoundSources(below: [path])
        guard !found.files.isEmpty else { return nil }
        let modules = ModuleNames(of: found.files)
        let read = SourceModule.inParallel(found.files) { path -> Facts in
            guard let file = try? ParsedFile(readingFrom: path) else { return Facts() }
            return Facts(
                types: TypeFacts.reading(file, module: modules[path]),
                importsRIBs: file.importsRIBs, closures: ClosureValue.declared(in: file.tree))
        }
        facts = Dictionary(uniqueKeysWithValues: zip(found.files, read))
        layouts = found.layouts.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
        types = TypeTable(
            read.lazy.flatMap(\.types), importsRIBs: read.contains(where: \.importsRIBs),
            layouts: layouts)
        closures = Dictionary(
            read.flatMap(\.closures), uniquingKeysWith: { $0 == $1 ? $0 : .unknown })
        (self.found, self.modules) = (found, modules)
        hasRuntime = isOfRun || Self.package(of: path)?.contains("ribleak") == true
    }

    /// The manifest of the package that a folder belongs to.
    private static func package(of folder: String) -> String? {
        var folder = URL(fileURLWithPath: folder)
        while folder.path.count > 1 {
            let manifest = folder.appendingPathComponent("Package.swift")
            if let text = try? String(contentsOf: manifest, encoding: .utf8) { return text }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// What a closure returns that a property or a parameter of a function gets.
    func closureValue(_ key: String) -> ClosureValue { closures[key] ?? .unknown }

    // MARK: - Files

    /// The file that a document names, whose folders may be those of another machine.
    ///
    /// - Throws: A refusal when there is none, or more than one, or it is not Swift.
    func file(_ path: String) throws(Refusal) -> FixFile {
        let wanted = Self.parts(path)
        var best: [(file: String, length: Int)] = []
        for file in found.files {
            let own = Self.parts(relative(file))
            let length = zip(own.reversed(), wanted.reversed()).prefix { $0 == $1 }.count
            guard length == min(own.count, wanted.count), length >= (best.first?.length ?? 1)
            else { continue }
            if let known = best.first, known.length < length { best = [] }
            best.append((file, length))
        }
        guard let match = best.first else {
            throw Refusal("No source below the folder matches \(path).")
        }
        guard best.count == 1 else {
            let names = best.prefix(2).map { relative($0.file) }.joined(separator: " and ")
            throw Refusal("More than one source matches \(path): \(names).")
        }
        return try file(at: match.file)
    }

    /// The file that declares a type.
    func file(declaring type: String) throws(Refusal) -> FixFile {
        guard let facts = types.type(type) else {
            throw Refusal(
                types.declares(type)
                    ? "More than one type has the name \(type)."
                    : "No source declares \(type).")
        }
        return try file(at: facts.scope.file)
    }

    /// The same file, where names mean what they mean in its module alone: lint may have been asked for
    /// no more. Nil where nothing tells the module.
    func alone(_ file: FixFile) -> FixFile? {
        guard file.module == nil, let module = modules[file.source.path] else { return nil }
        let types = typesOfModules[module] ?? table(of: module)
        typesOfModules[module] = types
        return FixFile(
            shown: file.shown, text: file.text, mark: file.mark, module: module,
            CheckedFile(file.source, types))
    }

    /// The types of a module, or of all sources.
    private func table(of module: String?, _ changed: [String: [TypeFacts]] = [:]) -> TypeTable {
        let files = module.map { module in found.files.filter { modules[$0] == module } }
        return TypeTable(
            (files ?? found.files).lazy.flatMap { changed[$0] ?? self.facts[$0]?.types ?? [] },
            importsRIBs: types.importsRIBs, layouts: layouts)
    }

    func file(at path: String) throws(Refusal) -> FixFile {
        if let known = files[path] { return known }
        let shown = relative(path)
        let source: SourceText
        do throws(SourceError) {
            source = try SourceText(of: path)
        } catch {
            throw Refusal("\(shown) cannot be read: \(error.description).")
        }
        let data = FileManager.default.contents(atPath: path) ?? Data()
        let mark = data.starts(with: [0xEF, 0xBB, 0xBF]) ? "\u{FEFF}" : ""
        guard data.dropFirst(mark.utf8.count) == Data(source.text.utf8) else {
            throw Refusal("\(shown) is not UTF-8, which a patch needs.")
        }
        guard Self.resolved(path) == "\(Self.resolved(root) ?? "")/\(shown)" else {
            throw Refusal("\(shown) is behind a symbolic link, which a patch does not follow.")
        }
        let parsed = ParsedFile(source.text, path: path)
        guard !parsed.isDamaged else { throw Refusal("\(shown) does not parse.") }
        let file = FixFile(
            shown: shown, text: source.text, mark: mark, module: nil, CheckedFile(parsed, types))
        files[path] = file
        return file
    }

    private func relative(_ path: String) -> String {
        let absolute =
            path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        return absolute.hasPrefix(root + "/")
            ? String(absolute.dropFirst(root.count + 1)) : absolute
    }

    private static func parts(_ path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: - Checking

    /// What lint finds in a file before and after a change, by rule, type and subject.
    ///
    /// - Parameter texts: The changed files with their new texts, this one among them.
    func counts(
        in file: FixFile, after texts: [String: String]? = nil
    ) -> [[String]: Int] {
        guard let texts else {
            let key = "\(file.module ?? "") \(file.source.path)"
            if let known = counted[key] { return known }
            let counts = Self.counts(file.source, file.text, file.types)
            counted[key] = counts
            return counts
        }
        var parsed = file.source
        let changed = texts.map { path, text -> (String, [TypeFacts]) in
            let new = ParsedFile(text, path: path)
            if path == file.source.path { parsed = new }
            return (path, TypeFacts.reading(new, module: modules[path]))
        }
        let types = table(of: file.module, Dictionary(uniqueKeysWithValues: changed))
        return Self.counts(parsed, texts[file.source.path] ?? file.text, types)
    }

    private static func counts(
        _ file: ParsedFile, _ text: String, _ types: TypeTable
    ) -> [[String]: Int] {
        CheckedFindings(file, text, types, Rules.all, false, false).findings.reduce(into: [:]) {
            $0[[$1.rule, $1.type ?? "", $1.subject], default: 0] += 1
        }
    }
}

/// A source that may get a fix.
final class FixFile {
    /// From the folder that was given.
    let shown: String
    let text: String
    /// The mark of UTF-8 before the text; mostly empty.
    let mark: String
    /// The module whose types alone are known; nil for those of all sources.
    let module: String?
    let checked: CheckedFile

    init(shown: String, text: String, mark: String, module: String?, _ checked: CheckedFile) {
        (self.shown, self.text, self.mark) = (shown, text, mark)
        (self.module, self.checked) = (module, checked)
    }

    var source: ParsedFile { checked.source }
    var types: TypeTable { checked.types }

    func line(of node: some SyntaxProtocol) -> Int { source.place(of: node).line }

    func lastLine(of node: some SyntaxProtocol) -> Int {
        let text = node.trimmedDescription.utf8
        return line(of: node) + text.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }

    /// The place of a line, as refusals name it.
    func place(_ line: Int) -> String { "\(shown):\(line)" }

    /// The spaces and tabs that the line of a node begins with.
    func indent(of node: some SyntaxProtocol) -> String {
        let before = Array(
            text.utf8.prefix(node.positionAfterSkippingLeadingTrivia.utf8Offset))
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: before[start...].prefix { $0 == 32 || $0 == 9 }, as: UTF8.self)
    }

    /// What indents by one level: a tab, or as many spaces as the first indented line has.
    private(set) lazy var step: String = {
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("\t") { return "\t" }
            let spaces = line.prefix { $0 == " " }.count
            if spaces == 2 || spaces == 4 { return String(repeating: " ", count: spaces) }
        }
        return "    "
    }()

    /// Removes a private property, if one use is all that it has, and that goes too.
    func removingUnusedProperty(_ name: String) -> [SourceEdit] {
        guard source.tree.references(to: name).count == 1,
            let variable = source.tree.nodes(VariableDeclSyntax.self).first(where: {
                $0.bindings.count == 1 && $0.bindings.first?.pattern.name == name
                    && $0.modifiers.has("private")
            }), variable.attributes.isEmpty,
            let member = variable.parent?.as(MemberBlockItemSyntax.self),
            variable.bindings.first?.initializer != nil,
            member.leadingTrivia.allSatisfy({ $0.isWhitespace || $0.isDocumentation }),
            member.trailingTrivia.isBlank
        else { return [] }
        let range = member.position.utf8Offset..<member.endPosition.utf8Offset
        return [SourceEdit(replacing: range, with: "")]
    }

    /// The text with some edits, whose line ends are those of the file; nil when two overlap.
    func applying(_ edits: [SourceEdit]) -> String? {
        let endsWithReturn = text.utf8.contains(UInt8(ascii: "\r"))
        var bytes = Array(text.utf8)
        var next = bytes.count
        // From the end on, so that places stay. Sorting leaves edits at one place in their order.
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }).reversed() {
            guard edit.range.upperBound <= next else { return nil }
            next = edit.range.lowerBound
            var new = edit.text
            if endsWithReturn {
                new = new.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
            }
            bytes.replaceSubrange(edit.range, with: new.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SourceEdit {
    /// Replaces a node, without the spaces around it.
    init(replacing node: some SyntaxProtocol, with text: String) {
        self.init(
            replacing: node.positionAfterSkippingLeadingTrivia
                .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset, with: text)
    }
}

extension TriviaPiece {
    fileprivate var isDocumentation: Bool {
        if case .docLineComment = self { return true }
        return false
    }
}

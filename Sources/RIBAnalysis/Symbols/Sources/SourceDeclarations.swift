// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// Where the Swift files of a repository declare types and properties.
///
/// A recorded type has neither a module nor the types around it in its name. So a declaration
/// counts only if it is the only one of that name in the repository.
///
/// Any thread may ask. The answers are kept, and so is the list of files: a test process asks for
/// the same few again and again.
///
/// `@unchecked Sendable`: the variables are only touched while `lock` is held.
package final class SourceDeclarations: Equatable, @unchecked Sendable {
    // Of a repository with more of them, nothing is looked up.
    private static let mostEntries = 400_000
    private static let mostFiles = 20_000
    private static let mostBytes = 256 << 20
    /// Enough for the findings of any run that is read to its end. Each reads all files.
    private static let mostLookUps = 200

    private let lock = NSLock()
    /// An absolute path; nil while it is not known.
    private var root: String?
    /// Whether places have whole paths, since the root is not that of the working directory.
    private var showsWholePaths = false
    /// Paths from the root; nil when there are too many to read.
    private lazy var files = root.flatMap(Self.swiftFiles)
    private var found: [SourceDeclaration: Declared?] = [:]

    /// A declaration's place, and the words of its line, such as `lazy` and `@Published`.
    typealias Declared = (place: SourcePlace, words: [String])

    /// The sources of the repository or package of the working directory. A process that does not
    /// run in one, as a test in Xcode, learns of it by `findRoot`.
    package static let current = SourceDeclarations(
        in: RepositoryRoot.current.isOfProject ? RepositoryRoot.current.path : nil)

    /// - Parameter root: An absolute path; nil to wait for `findRoot`. Hidden folders and libraries
    ///   that were checked out are left out, and links are not followed.
    package init(in root: String?) { self.root = root }

    /// Takes the repository or package of the first of these source files that is in one, if none
    /// is known so far. Places then have whole paths.
    func findRoot(from files: @autoclosure () -> [String]) {
        lock.lock()
        defer { lock.unlock() }
        guard root == nil else { return }
        root =
            files().lazy.filter { $0.hasPrefix("/") }
            .map {
                RepositoryRoot(of: ($0 as NSString).deletingLastPathComponent, workspace: nil)
            }
            .first(where: \.isOfProject)?.path
        showsWholePaths = true
    }

    /// The place of a declaration; nil unless there is exactly one.
    package func place(of declaration: SourceDeclaration) -> SourcePlace? {
        find(declaration)?.place
    }

    /// A declaration; nil unless there is exactly one.
    ///
    /// - Complexity: O(the bytes of all Swift files) for one that was not asked for before.
    func find(_ declaration: SourceDeclaration) -> Declared? {
        lock.lock()
        defer { lock.unlock() }
        if let known = found[declaration] { return known }
        guard let root, found.count < Self.mostLookUps else { return nil }
        let declared = lookUp(declaration, below: root)
        found[declaration] = .some(declared)
        return declared
    }

    private func lookUp(_ declaration: SourceDeclaration, below root: String) -> Declared? {
        var only: Declared?
        var room = Self.mostBytes
        for file in files ?? [] {
            guard let text = Self.text(at: "\(root)/\(file)", atMost: room) else { return nil }
            room -= text.count
            for line in declaration.lines(in: text) {
                let place = SourcePlace(showsWholePaths ? "\(root)/\(file)" : file, line)
                guard only == nil, let place else { return nil }
                only = (place, Self.words(ofLine: line, in: text))
            }
        }
        return only
    }

    /// The words of a line up to a comment.
    private static func words(ofLine line: Int, in text: Data) -> [String] {
        let lines = text.split(
            separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return [] }
        let words = String(decoding: lines[line - 1], as: UTF8.self).split(separator: " ")
        return words.prefix { !$0.hasPrefix("//") }.map(String.init)
    }

    private static let foreign: Set = [
        "Carthage", "DerivedData", "Pods", "checkouts", "node_modules",
    ]

    private static func swiftFiles(below root: String) -> [String]? {
        guard let names = FileManager.default.enumerator(atPath: root) else { return nil }
        var files: [String] = []
        var entries = 0
        while let name = names.nextObject() as? String {
            entries += 1
            if entries > mostEntries { return nil }
            let last = name.split(separator: "/").last ?? "."
            if last.hasPrefix(".") || foreign.contains(String(last)) {
                names.skipDescendants()
            } else if name.hasSuffix(".swift"), CodeOrigin.library(ofFile: name) == nil {
                files.append(name)
                if files.count > mostFiles { return nil }
            }
        }
        return files
    }

    /// - Returns: No bytes for what is no regular file; nil for a file that cannot be read or has
    ///   no room.
    private static func text(at path: String, atMost room: Int) -> Data? {
        // `attributesOfItem` also looks up the names of the owner and the group.
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return Data() }
        guard Int(status.st_size) <= room else { return nil }
        return FileManager.default.contents(atPath: path)
    }

    package static func == (left: SourceDeclarations, right: SourceDeclarations) -> Bool {
        left === right
    }
}

extension RetainPathStep {
    /// What may declare the property with which the holder keeps the target: the holder's type, or
    /// else a class that it inherits from. Nothing for a closure or a library's object.
    ///
    /// - Parameter lineage: The holder's type and its superclasses, if they are known.
    func declarations(inheriting lineage: [String]) -> [SourceDeclaration] {
        guard !isOfLibrary, library == nil else { return [] }
        switch holderKind {
        case .object:
            let property = String(label.prefix { $0 != "." && $0 != "[" && $0 != " " })
            guard !property.isEmpty else { return [] }
            let types = lineage.first == holder ? lineage : [holder]
            return types.map { SourceDeclaration(property: property, of: $0) }
        case .global:
            // Such as `static Store.shared`, or `cache` for a variable outside of types.
            let parts = holder.split(separator: " ").last?.split(separator: ".") ?? []
            guard let property = parts.last else { return [] }
            let type = parts.dropLast().last.map(String.init)
            return [SourceDeclaration(property: String(property), of: type)]
        case .closure, .other: return []
        }
    }
}

/// What a Swift file may declare.
package struct SourceDeclaration: Hashable, Sendable {
    /// The name of the type, or of the type around the property; nil for a global variable.
    let type: String?
    /// Nil for the type itself.
    let property: String?

    /// - Parameter type: A name as findings have it.
    package init(type: String) {
        self.type = DeclaredNames.type(type)
        property = nil
    }

    /// - Parameter type: A name as findings have it; nil for a global variable.
    package init(property: String, of type: String?) {
        self.type = type.map { DeclaredNames.type($0) }
        self.property = property
    }

    /// The lines that declare it, from 1. Without the names, a file is not read in detail.
    func lines(in text: Data) -> [Int] {
        // Foundation's own search takes far longer than reading the file.
        let isThere = (text + [0]).withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return false }
            return [type, property].compactMap(\.self).allSatisfy { strstr(start, $0) != nil }
        }
        guard isThere else { return [] }
        var reader = DeclarationReader(Array(text), wanted: self)
        return reader.readAll()
    }
}

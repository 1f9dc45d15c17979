// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sources that are read together: their types, and what could not be read.
///
/// Trees take a hundred times the memory of their text, so none is kept: a file is parsed once for
/// the table of types, and once more by who needs its tree.
package struct SourceModule: Sendable {
    package let files: [String]
    package let types: TypeTable
    package let lines: Int
    package let problems: [Problem]
    /// The names that may mean several types, which rules skip. Those of tests do not count.
    package let skipped: [Problem]

    /// Reads sources, as many at a time as there are processors.
    package init(_ sources: FoundSources) {
        let modules = ModuleNames(of: sources.files)
        let results = Self.inParallel(sources.files) { path -> FileFacts in
            do throws(SourceError) {
                let file = try ParsedFile(readingFrom: path)
                return FileFacts(file, module: modules[path])
            } catch {
                return FileFacts(problem: Problem(file: path, message: error.description))
            }
        }
        files = zip(sources.files, results).filter { $1.isRead }.map(\.0)
        types = TypeTable(
            results.lazy.flatMap(\.types), importsRIBs: results.contains { $0.importsRIBs },
            layouts: Self.inParallel(sources.layouts) { path in
                (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            })
        lines = results.reduce(0) { $0 + $1.lines }
        let tests = zip(sources.files, results).filter { $1.isTest }.map(\.0)
        problems = (sources.problems + results.compactMap(\.problem)).sorted { $0.file < $1.file }
        skipped = types.skippedNames(except: Set(tests))
    }

    /// Calls a function for each element, as many at a time as there are processors.
    ///
    /// - Returns: The results, in the order of the elements.
    package static func inParallel<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ body: @Sendable (Element) -> Result
    ) -> [Result] {
        guard !elements.isEmpty else { return [] }
        return [Result](unsafeUninitializedCapacity: elements.count) { buffer, count in
            // Each iteration writes one slot, which no other one touches. The buffer has an address,
            // since it is not empty.
            nonisolated(unsafe) let slots = buffer
            DispatchQueue.concurrentPerform(iterations: elements.count) { index in
                (slots.baseAddress! + index).initialize(to: body(elements[index]))
            }
            count = elements.count
        }
    }

    private struct FileFacts: Sendable {
        var types: [TypeFacts] = []
        var importsRIBs = false
        var lines = 0
        var isRead = false
        var isTest = false
        var problem: Problem?

        init(problem: Problem) { self.problem = problem }

        init(_ file: ParsedFile, module: String?) {
            types = TypeFacts.reading(file, module: module)
            importsRIBs = file.importsRIBs
            lines = file.lines
            isRead = true
            isTest = file.isTest
            if file.isDamaged {
                problem = Problem(
                    file: file.path, message: "parts of the file are not Swift, and are skipped")
            }
        }
    }
}

/// What was found out before, for files that are checked on several threads.
///
/// `@unchecked Sendable` is safe: `known` is only touched while `lock` is held.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private var known: [Key: Value] = [:]
    private let lock = NSLock()
    private let most: Int

    /// - Parameter most: How many answers to keep; all are forgotten when there are more.
    package init(most: Int = .max) { self.most = most }

    /// The answer to a question, which two threads may both find.
    package func value(of key: Key, _ find: () -> Value) -> Value {
        if let value = lock.withLock({ known[key] }) { return value }
        let value = find()
        lock.withLock {
            if known.count >= most { known = [:] }
            known[key] = value
        }
        return value
    }
}

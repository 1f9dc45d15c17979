// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBTemplates

struct FileChangesTests {
    let folder: WorkFolder

    init() throws { folder = try WorkFolder() }

    @Test func whatIsThereIsNotOverwrittenAndNothingElseIsWritten() throws {
        try folder.write("mine", to: "b.swift")
        let changes = FileChanges(new: [new("a.swift"), new("b.swift")])
        #expect(
            throws: NewError.files(
                "\(folder.path)/b.swift: is there already; choose another name, or move it away")
        ) { try changes.write() }
        #expect(folder.files == ["b.swift": "mine"])
    }

    @Test func aLinkToNothingIsThereToo() throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/a.swift", withDestinationPath: "/nowhere/at/all")
        #expect(throws: NewError.self) { try FileChanges(new: [new("a.swift")]).write() }
    }

    @Test func afterOneFailureAllIsAsBefore() throws {
        try folder.write("old", to: "changed.swift")
        try folder.write("no folder", to: "file")
        let changes = FileChanges(
            new: [new("sub/folder/a.swift"), new("file/b.swift")],
            changed: [changed("changed.swift", "old", "new")])
        #expect(throws: NewError.self) { try changes.write() }
        #expect(folder.files == ["changed.swift": "old", "file": "no folder"])
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/sub"))
    }

    @Test func aFileThatSomebodyElseChangedMeanwhileIsLeftAlone() throws {
        try folder.write("theirs", to: "changed.swift")
        let changes = FileChanges(
            new: [new("a.swift")], changed: [changed("changed.swift", "old", "new")])
        #expect(
            throws: NewError.files("\(folder.path)/changed.swift: was changed meanwhile; try again")
        ) { try changes.write() }
        #expect(folder.files == ["changed.swift": "theirs"])
    }

    @Test func aChangedFileMayStillBeRunByThoseWhoCould() throws {
        try folder.write("old", to: "run.swift")
        chmod("\(folder.path)/run.swift", 0o750)
        try FileChanges(new: [], changed: [changed("run.swift", "old", "new")]).write()
        var facts = stat()
        #expect(stat("\(folder.path)/run.swift", &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o750)
        #expect(folder.files == ["run.swift": "new"])
    }

    /// The judge is git.
    @Test func theDiffAppliesToTheSameTexts() throws {
        let old = (1...40).map { "line \($0)\n" }.joined()
        let new = old.replacing("line 3\n", with: "").replacing("line 20\n", with: "20\nmore\n")
            .replacing("line 40\n", with: "line 40\nno end")
        try folder.write(old, to: "changed.swift")
        let changes = FileChanges(
            new: [FileChanges.New(path: "sub/new.swift", text: "a\nb\n")],
            changed: [FileChanges.Changed(path: "changed.swift", before: old, after: new)])
        try folder.write(changes.diff, to: "diff")
        #expect(try folder.run("git", "apply", "diff") == 0)
        try FileManager.default.removeItem(atPath: "\(folder.path)/diff")
        #expect(folder.files == ["changed.swift": new, "sub/new.swift": "a\nb\n"])
    }

    private func new(_ name: String) -> FileChanges.New {
        FileChanges.New(path: "\(folder.path)/\(name)", text: "new")
    }

    private func changed(_ name: String, _ old: String, _ new: String) -> FileChanges.Changed {
        FileChanges.Changed(path: "\(folder.path)/\(name)", before: old, after: new)
    }
}

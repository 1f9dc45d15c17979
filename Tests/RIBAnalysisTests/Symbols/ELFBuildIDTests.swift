// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct ELFBuildIDTests {
    @Test func readsTheBuildID() {
        #expect(ELFBytes().buildID == "abcd012f")
    }

    @Test func passesOverOtherNotes() {
        let other = ELFBytes.note(type: 1, name: "GNU\0", description: [1, 2, 3, 4, 5])
        let stranger = ELFBytes.note(type: 3, name: "Go\0", description: [9, 9, 9])
        let file = ELFBytes(notes: other + stranger + ELFBytes().notes)
        #expect(file.buildID == "abcd012f")
    }

    @Test func readsNotesThatAreAlignedToEightBytes() {
        let property = ELFBytes.note(
            type: 5, name: "GNU\0", description: [1, 2, 3, 4], alignment: 8)
        let id = ELFBytes.note(type: 3, name: "GNU\0", description: [7, 8], alignment: 8)
        #expect(ELFBytes(alignment: 8, notes: property + id).buildID == "0708")
    }

    @Test func saysSoWhenThereIsNone() {
        #expect(ELFBytes(segmentType: 1).buildID == "")
        #expect(ELFBytes(entries: 0).buildID == "")
        #expect(ELFBytes(notes: []).buildID == "")
        #expect(ELFBytes().buildID != "")
    }

    @Test(arguments: [
        ELFBytes(ident: Array("#!/bin/sh\n".utf8)),
        ELFBytes(ident: [0x7f, 0x45, 0x4c, 0x46, 1, 1]),
        ELFBytes(ident: [0x7f, 0x45, 0x4c, 0x46, 2, 2]),
        ELFBytes(tableOffset: .max),
        ELFBytes(tableOffset: 1 << 62),
        ELFBytes(entrySize: 0),
        ELFBytes(entries: 0xffff),
        ELFBytes(entries: 1000),
    ])
    func refusesWhatIsNoSuchFile(_ file: ELFBytes) {
        #expect(file.buildID == nil)
    }

    @Test(arguments: [
        ELFBytes(notesOffset: .max),
        ELFBytes(notesSize: .max),
        ELFBytes(notesSize: 1 << 30),
        ELFBytes(notes: ELFBytes.note(type: 3, name: "GNU\0", description: [], size: 0xffff_ffff)),
        ELFBytes(
            notes: ELFBytes.note(type: 3, name: "GNU\0", description: [1], nameSize: 0xffff_ffff)),
        ELFBytes(
            notes: ELFBytes.note(
                type: 3, name: "GNU\0", description: [UInt8](repeating: 1, count: 65))),
        ELFBytes(notes: ELFBytes.note(type: 3, name: "GNU\0", description: [])),
    ])
    func takesNothingFromSenselessNotes(_ file: ELFBytes) {
        #expect(file.buildID == "")
        #expect(ELFBytes().buildID != "")
    }

    @Test func survivesEveryTruncation() {
        let whole = ELFBytes().bytes
        for count in 0..<whole.count {
            let id = ELFBytes.buildID(of: Array(whole.prefix(count)))
            #expect(id == nil || id == "")
        }
        #expect(ELFBytes.buildID(of: whole) == "abcd012f")
    }

    @Test func survivesEveryChangedByte() {
        let whole = ELFBytes().bytes
        for index in whole.indices {
            for value in [0, 0x7f, 0x80, 0xff] as [UInt8] {
                var file = whole
                file[index] = value
                _ = ELFBytes.buildID(of: file)
            }
        }
    }
}

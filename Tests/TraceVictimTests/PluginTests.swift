// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

/// Libraries that come and go: an address belongs to the image that lay there at its time.
@Suite struct PluginTests {
    @Test func eachStackLiesInTheLibraryThatWasLoadedThen() throws {
        // Their code has the same size, so that each return address is the same; their frames do not. Their
        // names are as long as each other, since the linker puts them before the code.
        let plugins = try [
            BuiltPlugin("first", source: BuiltPlugin.callingBack(localBytes: 256)),
            BuiltPlugin("other", source: BuiltPlugin.callingBack(localBytes: 4_096)),
        ]
        let victim = try FinishedVictim("plugins", plugins: plugins)
        #expect(victim.process.code == 0)

        let stacks = try RecordedStacks(victim.trace())
        var loaded = ""
        var seen = 0
        var offsets: Set<[UInt64]> = []
        for line in victim.lines {
            if line.hasPrefix("plugin ") { loaded = String(line.dropFirst("plugin ".count)) }
            guard let said = Acknowledgement(line), said.kind == .created else { continue }
            let frames = stacks.paths(ofObject: said.id)
            seen += 1
            #expect(frames.filter { $0.hasSuffix(".so") && $0.contains("ribleak") } == [loaded])
            // Both are called from one place, and their frames differ in size: libunwind must not
            // walk through one by what it has learned of the other.
            offsets.insert(stacks.offsets(ofObject: said.id))
        }
        #expect(offsets.count == 1)
        #expect(offsets.first?.count ?? 0 > 10)
        #expect(seen == 40)
        // Otherwise no library took the place of another, and this would show nothing.
        #expect(Set(victim.said("address")).count < 40)
    }

    @Test func aLibraryThatComesBackToItsPlaceIsNotDefinedAgain() throws {
        let plugins = try [
            BuiltPlugin("first", source: BuiltPlugin.callingBack(localBytes: 256)),
            BuiltPlugin("other", source: BuiltPlugin.callingBack(localBytes: 4_096)),
        ]
        let victim = try FinishedVictim("reloading", plugins: plugins)
        #expect(victim.process.code == 0)
        // Each library at each of its places, and as many stacks through them.
        let places = Set(victim.said("address")).count * plugins.count
        #expect(places < 100)

        let stacks = try RecordedStacks(victim.trace())
        #expect(
            stacks.images.values.count { $0.hasSuffix(".so") && $0.contains("ribleak") } <= places)
        #expect(stacks.usedCount <= places + 1)
        let objects = victim.acknowledged.filter { $0.kind == .created }
        #expect(objects.count == 2_000)
        for (said, library) in zip(objects, victim.said("plugin")) {
            let frames = stacks.paths(ofObject: said.id)
            #expect(frames.filter { $0.hasSuffix(".so") && $0.contains("ribleak") } == [library])
        }
    }

    @Test func aLibraryWithoutABuildIDIsAnotherWhenItComesBack() throws {
        let plugins = try ["first", "second"].map {
            try BuiltPlugin($0, flags: ["-Wl,--build-id=none"])
        }
        let victim = try FinishedVictim("plugins", plugins: plugins)
        #expect(victim.process.code == 0)

        let stacks = try RecordedStacks(victim.trace())
        for plugin in plugins {
            #expect(stacks.images.values.count { $0 == plugin.path } == 20)
        }
    }
}

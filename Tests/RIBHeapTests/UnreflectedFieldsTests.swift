// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import RIBHeap

private struct Ticket: ~Copyable {
    var holder: AnyObject?
}

private struct Model {
    var slots = UnsafeMutablePointer<AnyObject?>(bitPattern: 4096)
    var count = 3
}

private final class Plain {
    var other: Plain?
    weak var weakly: Plain?
    unowned(unsafe) var unsafely: Plain?
    var name = ""
    var list: [Plain] = []
    var action: () -> Void = {}
}

private final class WithValue {
    let number = 7
    var ticket = Ticket(holder: nil)
    var after = 8
}

private final class WithMutex: Sendable {
    let state = Mutex<[String]>([])
}

private class WithPointers {
    var raw: UnsafeMutableRawPointer?
    var model = Model()
    var buffer = UnsafeMutableBufferPointer<Int>(start: nil, count: 0)
}

private final class Derived: WithPointers {
    var kept: Unmanaged<Plain>?
    var block: (@convention(block) () -> Void)?
}

private final class Elements: ManagedBuffer<Int, AnyObject> {}

@Suite struct UnreflectedFieldsTests {
    private func fields(of object: AnyObject) throws -> [String] {
        let graph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: TypeReader()), memory: GuardedMemory())
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return withExtendedLifetime(object) {
            UnreflectedFields(graph: graph).fields(of: address).map { field in
                "\(field.label) \(field.content) at \(field.offset)"
                    + (field.size.map { ", \($0) bytes" } ?? ", to the end")
            }
        }
    }

    @Test func fieldsThatReflectionDescribesAreLeftOut() throws {
        #expect(try fields(of: Plain()) == [])
        // Of its three fields, reflection describes the first and the last.
        #expect(try fields(of: WithValue()).count == 1)
    }

    @Test func aValueThatCannotBeCopiedTakesTheRoomUpToTheNextField() throws {
        #expect(try fields(of: WithValue()) == ["ticket value at 24, 8 bytes"])
    }

    @Test func whatAMutexGuardsIsAValueWithItsLock() throws {
        #expect(try fields(of: WithMutex()) == ["state value at 16, 16 bytes"])
    }

    @Test func pointersAreNamedAsTheyAreDeclared() throws {
        #expect(
            try fields(of: WithPointers()) == [
                "raw pointer at 16, 8 bytes", "model.slots pointer at 24, 8 bytes",
                "buffer pointer at 40, 8 bytes",
            ])
    }

    @Test func fieldsOfAllClassesCount() throws {
        #expect(
            try fields(of: Derived()) == [
                "kept unmanaged at 56, 8 bytes", "block pointer at 64, 8 bytes",
                "raw pointer at 16, 8 bytes", "model.slots pointer at 24, 8 bytes",
                "buffer pointer at 40, 8 bytes",
            ])
    }

    /// Linux's runtime crashes where it makes the metadata of an optional block.
    @Test func theRuntimeIsNotAskedAboutBlocks() throws {
        let metadata = UInt(bitPattern: ObjectIdentifier(Derived.self))
        let memory = GuardedMemory()
        let derived = try #require(HeapMetadata(at: metadata, memory: memory))
        let fields = TypeReader().fields(of: derived, memory)
        #expect(fields.map(\.name) == ["kept", "block"])
        #expect(fields.map(\.offset) == [56, 64])
        #expect(fields.last?.kind == .block)
    }

    @Test func elementsLieBehindTheFieldsOfAManagedBuffer() throws {
        let buffer = Elements.create(minimumCapacity: 2) { _ in 1 }
        #expect(try fields(of: buffer) == [" value at 24, to the end"])
    }

    /// The ledger's entries are such buffers. Behind their numbers lie bytes of whatever was there
    /// before, such as the address of a leaked interactor: then an entry was named as what keeps it.
    @Test func aBufferOfThePackagesOwnValuesHasNone() throws {
        let own = ManagedBuffer<HeapReference, UInt64>.create(minimumCapacity: 2) { _ in
            HeapReference(target: 0, place: 0)
        }
        #expect(try fields(of: own) == [])
        let other = ManagedBuffer<Int, UInt64>.create(minimumCapacity: 2) { _ in 1 }
        #expect(try fields(of: other) == [" value at 24, to the end"])
    }

    @Test func whatIsNoObjectHasNone() throws {
        let graph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: TypeReader()), memory: GuardedMemory())
        let unreflected = UnreflectedFields(graph: graph)
        #expect(unreflected.fields(of: 8) == [])
        let object = WithMutex()
        let address = UInt(bitPattern: ObjectIdentifier(object))
        #expect(withExtendedLifetime(object) { unreflected.fields(of: address).count } == 1)
    }
}

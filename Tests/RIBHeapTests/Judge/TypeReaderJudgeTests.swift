// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CRemoteMirror
    import Foundation
    import Testing

    @testable import RIBHeap
    @testable import heap_shapes

    /// Compares what the reader says of the types of the shapes, and of some of Foundation's, with what
    /// Swift's reflection library says.
    ///
    /// Not of all that lives in this process: that is other tests' state, which differs from run to run.
    @Suite struct TypeReaderJudgeTests {
        @Test func theReflectionLibrarySaysTheSame() throws {
            let child = Child()
            let kept = TypeReaderJudge.shapes.map { $0.build(child) } + Self.foundation()
            let judge = try TypeReaderJudge()
            judge.compare(from: kept)
            withExtendedLifetime(kept) {}
            #expect(judge.classes > 150)
            #expect(judge.contexts > 30)
            #expect(judge.values > 50)
            let unknown = judge.differences.filter { difference in
                !Self.known.contains {
                    difference.hasPrefix($0.start) && difference.hasSuffix($0.end)
                }
            }
            #expect(unknown.sorted() == [])
        }

        private static func foundation() -> [AnyObject] {
            let queue = OperationQueue()
            queue.addOperation {}
            queue.waitUntilAllOperationsAreFinished()
            let center = NotificationCenter()
            return [
                queue, center,
                center.addObserver(forName: nil, object: nil, queue: queue) { _ in }
                    as AnyObject,
                BlockOperation {}, ByteCountFormatter(), DateFormatter(),
                DateIntervalFormatter(), FileManager(), ISO8601DateFormatter(), JSONDecoder(),
                JSONEncoder(), LengthFormatter(), NumberFormatter(),
                Pipe(), Process(), Progress(totalUnitCount: 1), PropertyListDecoder(),
                PropertyListEncoder(), Scanner(string: ""),
                Timer(timeInterval: 1, repeats: false) { _ in },
                NSCondition(),
                NSConditionLock(), NSCountedSet(), NSError(domain: "", code: 0), NSLock(),
                NSMutableAttributedString(string: ""), NSMutableData(), NSMutableDictionary(),
                NSMutableOrderedSet(),
                NSNumber(1), NSRecursiveLock(), NSURL(fileURLWithPath: "/"), NSUUID(),
            ]
        }

        /// How differences begin and end, each with its reason.
        private static let known: [(start: String, end: String)] = [
            // The library does not know types of generic parameters that come from a key path, nor
            // those that nothing names. Captures of such types are objects.
            ("a context of ", " or what the library does not know"),
            // It computes the places of the fields below some classes with another padding: an object
            // of this set has 40 bytes.
            ("heap_shapes.FieldShapes.Derived: 32 ", "or 40 cases [0 reference]"),
            ("Foundation.NSCountedSet: 32 reference", " or 48 reference"),
            // It does not know classes and values with noncopyable fields.
            ("heap_shapes.LibraryShapes.WithLock: ", " or what the library does not know"),
            ("Foundation.DateFormatter: ", " or what the library does not know"),
            ("Foundation.NumberFormatter: ", " or what the library does not know"),
            ("FoundationEssentials.NotificationCenter: ", " or what the library does not know"),
        ]
    }

    /// Goes through objects and what they retain, and through the types of what it finds.
    final class TypeReaderJudge {
        static var shapes: [Shape] {
            FieldShapes.all + EnumShapes.all + ExistentialShapes.all + CollectionShapes.all
                + ClosureShapes.all + CombineShapes.all + GenericShapes.all + LibraryShapes.all
                + FieldShapes.none + EnumShapes.none + ClosureShapes.none + CombineShapes.none
                + GenericShapes.none + LibraryShapes.none
        }

        private let types = TypeReader()
        private let library: RemoteMirror
        private let memory = GuardedMemory()
        private var judged: Set<[UInt]> = []
        private(set) var (classes, contexts, values) = (0, 0, 0)
        /// One line each.
        private(set) var differences: Set<String> = []

        init() throws {
            library = try RemoteMirror()
            library.addImages()
        }

        func compare(from objects: [AnyObject]) {
            let graph = SwiftObjectGraph(layouts: ObjectLayouts(types: types), memory: memory)
            var pending = objects.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
            var seen: Set<UInt> = []
            while let object = pending.popLast() {
                guard seen.insert(object).inserted, let layout = graph.layout(of: object) else {
                    continue
                }
                pending += graph.references(of: object).map(\.target)
                compare(object, layout, graph.layouts.pool)
            }
        }

        private func compare(_ object: UInt, _ layout: ObjectLayout, _ pool: SlotPool) {
            guard let metadata = memory.word(at: object),
                let found = HeapMetadata(at: metadata, memory: memory)
            else { return }
            switch found.kind {
            case .class: compare(classes: metadata)
            case .context: compare(context: found, object)
            case .box where judged.insert([found.payload]).inserted:
                compare(found.payload, "a box of \(types.name(of: found.payload))")
            default: break
            }
            compareCases(of: object, layout, pool)
        }

        private func compare(classes metadata: UInt) {
            for found in HeapMetadata.classes(from: metadata, memory)
            where judged.insert([found.address]).inserted {
                let name = types.name(of: types.type(at: found.address, memory))
                let own = types.fields(of: found, memory).map(part)
                let others = library.fields(of: found)?.map(part)
                classes += 1
                note(name, own, others)
                for index in [0, 1] as [UInt] {
                    let argument = types.argument(index, of: found.address)
                    if argument != 0 { compare(argument, "an argument of \(name)") }
                }
            }
        }

        private func compare(context found: HeapMetadata, _ object: UInt) {
            let bindings = (0..<UInt(types.bindingCount(of: found)))
                .map { memory.word(at: object &+ 16 &+ $0 &* 8) ?? 0 }
            guard types.isContext(found, memory), judged.insert([found.address] + bindings).inserted
            else { return }
            contexts += 1
            let own = types.captures(of: found, bindings, object: object, memory)
            let others = library.withCopy(
                of: object, metadata: found.address, memory: memory
            ) { shape, child in
                shape.isObject ? (0..<Int(shape.child_count)).map { part(child($0)) } : nil
            }
            let captured = own.map { $0.type == 0 ? "\($0.kind)" : types.name(of: $0.type) }
            note(
                "a context of \(captured.joined(separator: ", "))", own.map(part), others ?? nil)
        }

        private func compare(_ type: UInt, _ name: String) {
            guard judged.insert([type]).inserted else { return }
            let own = TypeReader.Child(name: "", offset: 0, kind: types.kind(of: type), type: type)
            let other = library.type(ofMetadata: type)
            let child = RemoteMirror.Child(
                name: "", offset: 0, kind: library.kind(of: other), type: other)
            note(name, [part(own)], other == 0 ? nil : [part(child)])
            let shape = library.shape(of: other)
            guard shape.kind != 0 else { return }
            if types.size(of: type) != Int(shape.size)
                || types.stride(of: type) != Int(shape.stride)
            {
                differences.insert("\(name): \(types.size(of: type)) or \(shape.size) bytes")
            }
        }

        /// Compares which cases the enums in an object have.
        private func compareCases(of object: UInt, _ layout: ObjectLayout, _ pool: SlotPool) {
            guard layout.shape == .object else { return }
            for slot in pool.slots[layout.slots] where slot.kind == .cases {
                let cases = pool.cases[Int(slot.detail)]
                let bytes = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: cases.size, alignment: 16)
                defer { bytes.deallocate() }
                guard memory.read(object &+ UInt(slot.offset), into: bytes) else { continue }
                let copy = UnsafeRawBufferPointer(bytes)
                let own = types.enumCase(of: copy, type: cases.type)
                let other = library.enumCase(of: copy, type: library.type(ofMetadata: cases.type))
                values += 1
                if own != other {
                    let name = types.name(of: cases.type)
                    differences.insert(
                        "\(name): case \(own.map(String.init) ?? "?") or \(other.map(String.init) ?? "?")"
                    )
                }
            }
        }

        private func note(_ name: String, _ own: [Part], _ others: [Part]?) {
            let own = Self.text(own)
            let other = others.map { Self.text($0) } ?? "what the library does not know"
            if own != other { differences.insert("\(name): \(own) or \(other)") }
        }
    }

    /// The references in values, as both sides see them.
    extension TypeReaderJudge {
        struct Part {
            let kind: TypeReader.Kind
            let offset: Int
            let parts: () -> [Part]
        }

        private func part(_ child: TypeReader.Child) -> Part {
            Part(kind: child.kind, offset: child.offset) { [types] in
                types.children(of: child.type).map(self.part)
            }
        }

        private func part(_ child: RemoteMirror.Child) -> Part {
            Part(kind: kind(of: child), offset: child.offset) { [library] in
                library.children(of: child.type).map(self.part)
            }
        }

        private func kind(of child: RemoteMirror.Child) -> TypeReader.Kind {
            switch child.kind {
            case ribleak_mirror_builtin:
                switch library.name(of: child.type) {
                case "Builtin.BridgeObject": .bridgeObject
                case "Builtin.RawPointer": .rawPointer
                default: .builtin
                }
            case ribleak_mirror_raw_pointer: .rawPointer
            case ribleak_mirror_tuple: .tuple
            case ribleak_mirror_struct: .struct
            case ribleak_mirror_no_payload_enum: .noPayloadEnum
            case ribleak_mirror_single_payload_enum: .singlePayloadEnum
            case ribleak_mirror_multi_payload_enum: .multiPayloadEnum
            case ribleak_mirror_thick_function: .function
            case ribleak_mirror_opaque_existential: .opaqueExistential
            case ribleak_mirror_class_existential:
                switch library.child(0, of: child.type).kind {
                case ribleak_mirror_strong_reference: .classExistential
                case ribleak_mirror_weak_reference, ribleak_mirror_unowned_reference:
                    .weakExistential
                default: .builtin
                }
            case ribleak_mirror_error_existential: .errorExistential
            case ribleak_mirror_existential_metatype: .metatype
            case ribleak_mirror_strong_reference: .strong
            case ribleak_mirror_unowned_reference: .unowned
            case ribleak_mirror_weak_reference: .weak
            case ribleak_mirror_unmanaged_reference: .unmanaged
            default: .unknown
            }
        }

        /// The references in parts with their places: `16 reference, 24 cases [0 reference|0 function]`.
        private static func text(_ parts: [Part], offset: Int = 0, depth: Int = 0) -> String {
            parts.sorted { $0.offset < $1.offset }.map { part in
                text(part, offset: offset + part.offset, depth: depth)
            }.filter { !$0.isEmpty }.joined(separator: ", ")
        }

        private static func text(_ part: Part, offset: Int, depth: Int) -> String {
            guard depth < SlotFinder.most.depth else { return "" }
            switch part.kind {
            case .strong, .block, .classExistential, .errorExistential, .bridgeObject:
                return "\(offset) reference"
            case .weak, .unowned: return "\(offset) weak"
            case .unmanaged: return "\(offset) unmanaged"
            case .weakExistential: return "\(offset) weak existential"
            case .function: return "\(offset) function"
            case .opaqueExistential: return "\(offset) existential"
            case .struct, .tuple: return text(part.parts(), offset: offset, depth: depth + 1)
            case .singlePayloadEnum, .multiPayloadEnum:
                var cases = part.parts().map { text([$0], depth: depth + 1) }
                while cases.last == "" { cases.removeLast() }
                return cases.isEmpty ? "" : "\(offset) cases [\(cases.joined(separator: "|"))]"
            case .unknown, .builtin, .rawPointer, .noPayloadEnum, .metatype: return ""
            }
        }
    }
#endif

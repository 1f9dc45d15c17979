// SPDX-License-Identifier: Apache-2.0

/// The fields of each event; see the page TraceFormat for what they mean.
@usableFromInline
package enum EventFields {}

// What differs in length cannot be a stored property: each definition has a tail, which is written and
// read below.

extension EventFields {
    struct StringDefined: PackedFields {
        let id: Packed<StringID>

        func list(in fields: inout FieldList) {
            fields.add("id", id)
        }

        static var tail: String { "string text;" }
    }

    struct ImageDefined: PackedFields {
        let id: Packed<ImageID>
        let loadBias: Packed<UInt64>

        func list(in fields: inout FieldList) {
            fields.add("id", id)
            fields.add("load_bias", loadBias)
        }

        static var tail: String { "string path; string build_id;" }
    }

    struct StackDefined: PackedFields {
        let id: Packed<StackID>
        let truncated: PackedBool
        let depth: Packed<UInt16>

        func list(in fields: inout FieldList) {
            fields.add("id", id)
            fields.add("truncated", truncated)
            fields.add("depth", depth)
        }

        static var tail: String { "struct { uint32_t image; uint64_hex_t offset; } frames[depth];" }

        init(_ id: StackID, _ stack: StackDefinition) {
            let depth = min(stack.frames.count, TraceFormat.deepestStack)
            self.id = Packed(id)
            truncated = PackedBool(stack.isTruncated || depth < stack.frames.count)
            self.depth = Packed(UInt16(depth))
        }
    }

    fileprivate struct Frame {
        let image: Packed<ImageID>
        let offset: Packed<UInt64>
    }
}

extension TraceEvent {
    /// Writes what follows the fields of a definition.
    func writeTail(into writer: inout ByteWriter) {
        switch self {
        case .stringDefined(_, let text): writer.write(text)
        case .imageDefined(let image):
            writer.write(image.path)
            writer.write(image.buildID)
        case .stackDefined(_, let stack):
            for frame in stack.frames.prefix(TraceFormat.deepestStack) {
                writer.store(
                    EventFields.Frame(image: Packed(frame.image), offset: Packed(frame.offset)))
            }
        default: break  // has none
        }
    }

    /// Reads the fields of a definition.
    ///
    /// - Returns: Nil when the record is no definition or the bytes are not one.
    static func decodeDefinition(_ record: Record, from reader: inout ByteReader) -> TraceEvent? {
        switch record {
        case .stringDefined:
            guard let fields = reader.read(fields: EventFields.StringDefined.self),
                let text = reader.readString()
            else { return nil }
            return .stringDefined(fields.id.value, text: text)
        case .imageDefined:
            guard let fields = reader.read(fields: EventFields.ImageDefined.self),
                let path = reader.readString(), let buildID = reader.readString()
            else { return nil }
            return .imageDefined(
                ImageDefinition(
                    id: fields.id.value, loadBias: fields.loadBias.value, path: path,
                    buildID: buildID))
        case .stackDefined:
            guard let fields = reader.read(fields: EventFields.StackDefined.self),
                let frames = reader.readFrames(fields.depth.value)
            else { return nil }
            return .stackDefined(
                fields.id.value,
                StackDefinition(frames: frames, isTruncated: fields.truncated.value))
        default:
            return nil
        }
    }
}

extension ByteReader {
    fileprivate mutating func readFrames(_ count: UInt16) -> [StackDefinition.Frame]? {
        guard count <= TraceFormat.deepestStack else { return nil }
        var frames: [StackDefinition.Frame] = []
        for _ in 0..<count {
            guard let frame = read(fields: EventFields.Frame.self) else { return nil }
            frames.append(.init(image: frame.image.value, offset: frame.offset.value))
        }
        return frames
    }
}

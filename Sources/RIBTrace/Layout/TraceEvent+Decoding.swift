// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// Reads the fields of a definition.
    ///
    /// - Returns: Nil when the record is no definition or the bytes are not one.
    static func decodeDefinition(_ record: Record, from reader: inout ByteReader) -> TraceEvent? {
        switch record {
        case .stringDefined:
            guard let id = reader.readShort(StringID.self), let text = reader.readString() else {
                return nil
            }
            return .stringDefined(id, text: text)
        case .imageDefined:
            guard let id = reader.readShort(ImageID.self),
                let loadBias = reader.read(UInt64.self), let path = reader.readString(),
                let buildID = reader.readString()
            else { return nil }
            return .imageDefined(
                ImageDefinition(id: id, loadBias: loadBias, path: path, buildID: buildID))
        case .stackDefined:
            guard let id = reader.readShort(StackID.self), let stack = reader.readStack() else {
                return nil
            }
            return .stackDefined(id, stack)
        default:
            return nil
        }
    }
}

extension ByteReader {
    fileprivate mutating func readStack() -> StackDefinition? {
        guard let truncated = read(UInt8.self), let depth = read(UInt16.self),
            depth <= TraceFormat.deepestStack
        else { return nil }
        var frames: [StackDefinition.Frame] = []
        for _ in 0..<depth {
            guard let image = readShort(ImageID.self), let offset = read(UInt64.self) else {
                return nil
            }
            frames.append(StackDefinition.Frame(image: image, offset: offset))
        }
        return StackDefinition(frames: frames, isTruncated: truncated != 0)
    }
}

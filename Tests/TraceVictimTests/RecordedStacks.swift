// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The stacks of a trace, by the files that their frames lie in.
struct RecordedStacks {
    private(set) var images: [ImageID: String] = [:]
    private var stacks: [StackID: StackDefinition] = [:]
    private var stackOfObject: [UInt64: StackID] = [:]

    init(_ folder: String) throws {
        var reader = try TraceReader(folder: folder)
        while let event = reader.next() {
            switch event.event {
            case .imageDefined(let image): images[image.id] = image.path
            case .stackDefined(let id, let stack): stacks[id] = stack
            case .objectCreated(let id, _, _, let stack): stackOfObject[id.rawValue] = stack
            default: break
            }
        }
    }

    /// How many stacks objects were made on.
    var usedCount: Int { Set(stackOfObject.values).count }

    /// The offset of each frame in its image, or its address when it lies in none.
    func offsets(ofObject id: UInt64) -> [UInt64] {
        stackOfObject[id].flatMap { stacks[$0] }?.frames.map(\.offset) ?? []
    }

    /// The file of each frame where the object was made, innermost first; empty for an address that
    /// lies in none.
    func paths(ofObject id: UInt64) -> [String] {
        let stack = stackOfObject[id].flatMap { stacks[$0] }
        return stack?.frames.map { images[$0.image] ?? "" } ?? []
    }
}

// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// The executables and libraries in memory. `StackInterner` refreshes them before it numbers a
/// stack, and expresses each address as image and offset.
struct ImageTable {
    fileprivate struct Image {
        let start: UInt64
        let end: UInt64
        let isPermanent: Bool
        /// Has no number until it is defined.
        var definition: ImageDefinition
    }

    private var images: [Image] = []
    /// The numbers of the images in memory, and of unloaded images that a build id identifies; by
    /// their definitions without a number.
    private var ids: [ImageDefinition: ImageID] = [:]
    private let memory: MemoryBudget
    /// The loader's generation that the table shows.
    private(set) var generation = UInt64.max
    private var lastID: UInt64 = 0

    /// - Parameter memory: When it is used up, new images get no number.
    init(memory: MemoryBudget) {
        self.memory = memory
    }

    /// Reads the loader's list again if it changed.
    ///
    /// - Returns: The images that were not known before.
    mutating func refresh() -> [ImageDefinition] {
        let now = ribleak_images_generation()
        guard now != generation else { return [] }
        generation = now
        let loaded = Self.loaded()
        // An image that is loaded again keeps its number only if it has a build id. A path alone
        // may lead to another file by now.
        let present = Set(loaded.map(\.definition))
        ids = ids.filter { present.contains($0.key) || !$0.key.buildID.isEmpty }
        var added: [ImageDefinition] = []
        images = loaded.map { image in
            var image = image
            if let known = ids[image.definition] {
                image.definition.id = known
            } else if memory.take(256 + image.definition.path.utf8.count) {
                lastID += 1
                ids[image.definition] = ImageID(lastID)
                image.definition.id = ImageID(lastID)
                added.append(image.definition)
            }
            return image
        }
        images.sort { $0.start < $1.start }
        return added
    }

    /// - Complexity: O(log n) of the number of images.
    func frame(at address: UInt64) -> StackDefinition.Frame {
        guard let image = image(at: address)?.definition, !image.id.isNone else {
            return StackDefinition.Frame(image: .none, offset: address)
        }
        return StackDefinition.Frame(image: image.id, offset: address &- image.loadBias)
    }

    /// True when the address will lie in the same image as long as the process lives. Any other is
    /// looked up again once the loader's generation has changed.
    func isPermanent(_ address: UInt64) -> Bool { image(at: address)?.isPermanent ?? false }

    private func image(at address: UInt64) -> Image? {
        var low = 0
        var high = images.count
        while low < high {
            let middle = (low + high) / 2
            if images[middle].start <= address { low = middle + 1 } else { high = middle }
        }
        return low > 0 && address < images[low - 1].end ? images[low - 1] : nil
    }

    private static func loaded() -> [Image] {
        var found: [Image] = []
        withUnsafeMutablePointer(to: &found) { list in
            ribleak_images_visit(
                { context, image in
                    guard let list = context?.assumingMemoryBound(to: [Image].self), let image
                    else { return }
                    list.pointee.append(Image(image.pointee))
                }, list)
        }
        return found
    }
}

extension ImageTable.Image {
    /// An image as the loader describes it, without a number.
    fileprivate init(_ image: ribleak_image) {
        let buildID = UnsafeBufferPointer(
            start: image.build_id, count: image.build_id == nil ? 0 : image.build_id_length)
        self.init(
            start: image.start, end: image.end, isPermanent: image.is_permanent != 0,
            definition: ImageDefinition(
                id: .none, loadBias: image.load_bias,
                path: image.path.map { String(cString: $0) } ?? "",
                buildID: buildID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()))
    }
}

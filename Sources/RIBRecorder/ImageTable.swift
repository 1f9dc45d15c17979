import CRIBShims
import RIBTrace

/// The executables and libraries in memory, so that an address can be told by image and offset.
struct ImageTable {
    private struct Image {
        let start: UInt64
        let end: UInt64
        let definition: ImageDefinition
    }

    private var images: [Image] = []
    private var generation = UInt64.max
    private var lastID: UInt64 = 0

    /// Reads the loader's list again if it changed.
    ///
    /// - Returns: The images that were not known before, or nil when nothing changed.
    mutating func refresh() -> [ImageDefinition]? {
        let now = ribleak_images_generation()
        guard now != generation else { return nil }
        generation = now
        let known = Dictionary(
            images.map { ($0.definition.identity, $0.definition.id) }, uniquingKeysWith: { $1 })
        var added: [ImageDefinition] = []
        images = Self.loaded().map { start, end, found in
            let id = known[found.identity] ?? nextID()
            let definition = ImageDefinition(
                id: id, loadBias: found.loadBias, path: found.path, buildID: found.buildID)
            if known[found.identity] == nil { added.append(definition) }
            return Image(start: start, end: end, definition: definition)
        }
        images.sort { $0.start < $1.start }
        return added
    }

    /// - Complexity: O(log n) of the number of images.
    func frame(at address: UInt64) -> StackDefinition.Frame {
        var low = 0
        var high = images.count
        while low < high {
            let middle = (low + high) / 2
            if images[middle].start <= address { low = middle + 1 } else { high = middle }
        }
        guard low > 0, address < images[low - 1].end else {
            return StackDefinition.Frame(image: .none, offset: address)
        }
        let image = images[low - 1].definition
        return StackDefinition.Frame(image: image.id, offset: address &- image.loadBias)
    }

    private mutating func nextID() -> ImageID {
        lastID += 1
        return ImageID(lastID)
    }

    private static func loaded() -> [(start: UInt64, end: UInt64, image: ImageDefinition)] {
        var found: [(start: UInt64, end: UInt64, image: ImageDefinition)] = []
        withUnsafeMutablePointer(to: &found) { list in
            ribleak_images_visit(
                { context, path, loadBias, start, end, buildID, length in
                    guard let context, let path else { return }
                    let list = context.assumingMemoryBound(
                        to: [(start: UInt64, end: UInt64, image: ImageDefinition)].self)
                    let bytes = UnsafeBufferPointer(
                        start: buildID, count: buildID == nil ? 0 : length)
                    let image = ImageDefinition(
                        id: .none, loadBias: loadBias, path: String(cString: path),
                        buildID: bytes.map(hexadecimal).joined())
                    list.pointee.append((start, end, image))
                }, list)
        }
        return found
    }
}

extension ImageDefinition {
    /// What makes two entries of the loader's list the same image at the same place.
    fileprivate var identity: String { "\(loadBias) \(buildID) \(path)" }
}

private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

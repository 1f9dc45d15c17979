import CRIBShims
import RIBTrace

/// The executables and libraries in memory, so that an address can be told by image and offset.
struct ImageTable {
    fileprivate struct Image {
        let start: UInt64
        let end: UInt64
        let isPermanent: Bool
        let definition: ImageDefinition
    }

    private var images: [Image] = []
    /// The loader's generation that the table shows.
    private(set) var generation = UInt64.max
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
        images = Self.loaded().map { image in
            let found = image.definition
            let id = known[found.identity] ?? nextID()
            let definition = ImageDefinition(
                id: id, loadBias: found.loadBias, path: found.path, buildID: found.buildID)
            if known[found.identity] == nil { added.append(definition) }
            return Image(
                start: image.start, end: image.end, isPermanent: image.isPermanent,
                definition: definition)
        }
        images.sort { $0.start < $1.start }
        return added
    }

    /// - Complexity: O(log n) of the number of images.
    func frame(at address: UInt64) -> StackDefinition.Frame {
        guard let image = image(at: address)?.definition else {
            return StackDefinition.Frame(image: .none, offset: address)
        }
        return StackDefinition.Frame(image: image.id, offset: address &- image.loadBias)
    }

    /// True when the address will lie in the same image as long as the process lives.
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

    private mutating func nextID() -> ImageID {
        lastID += 1
        return ImageID(lastID)
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
    /// An image as the loader tells it, without a number.
    fileprivate init(_ image: ribleak_image) {
        let buildID = UnsafeBufferPointer(
            start: image.build_id, count: image.build_id == nil ? 0 : image.build_id_length)
        self.init(
            start: image.start, end: image.end, isPermanent: image.is_permanent != 0,
            definition: ImageDefinition(
                id: .none, loadBias: image.load_bias,
                path: image.path.map { String(cString: $0) } ?? "",
                buildID: buildID.map(hexadecimal).joined()))
    }
}

extension ImageDefinition {
    /// What makes two entries of the loader's list the same image at the same place.
    fileprivate var identity: String { "\(loadBias) \(buildID) \(path)" }
}

private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

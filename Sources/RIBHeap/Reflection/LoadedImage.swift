import CRIBShims

/// An executable or library in memory.
struct LoadedImage {
    let path: String
    /// An address in memory less the same address in the file.
    let loadBias: UInt
    let range: Range<UInt>

    /// All that are in memory now.
    static func all() -> [LoadedImage] {
        var images: [LoadedImage] = []
        withUnsafeMutablePointer(to: &images) { images in
            ribleak_images_visit(
                { context, image in
                    guard let image = image?.pointee, let path = image.path else { return }
                    context?.assumingMemoryBound(to: [LoadedImage].self).pointee.append(
                        LoadedImage(
                            path: String(cString: path), loadBias: UInt(image.load_bias),
                            range: UInt(image.start)..<UInt(image.end)))
                }, images)
        }
        return images
    }
}

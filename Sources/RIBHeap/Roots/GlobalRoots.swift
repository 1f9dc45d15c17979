// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Finds the variables of all images that lead to objects.
final class GlobalRoots {
    struct Image {
        let range: Range<UInt>
        let areas: [Range<UInt>]
        let code: [Range<UInt>]
        let use: CodeUse
        let symbols: ImageSymbols
        let functions: ImageSymbols
    }

    private var images: [Image] = []
    private var generation: UInt64?

    private static let flags = (
        write: UInt64(1), memory: UInt64(2), code: UInt64(4), tls: UInt64(0x400)
    )

    func find(in graph: SwiftObjectGraph, _ time: SearchTime) -> [HeapRoot] {
        time.learn { readImages() }
        var scan = GlobalScan(graph: graph, images: images.map(\.range), time: time)
        for image in images {
            for area in image.areas { scan.scan(area, of: image) }
        }
        return scan.roots
    }

    func codeUse(of address: UInt) -> CodeUse {
        // Images may not have been read yet: what attached routers hold is explained without them.
        if generation == nil { readImages() }
        return images.first { image in
            image.range.contains(address) && image.code.contains { $0.contains(address) }
        }?.use ?? .none
    }

    /// The linker's name for the function that contains an address; empty when it has none.
    func functionName(at address: UInt) -> String {
        images.first { $0.range.contains(address) }?.functions.name(at: address) ?? ""
    }

    /// Whether a function begins at an address of code, as far as the symbols say.
    func mayBeFunction(at address: UInt) -> Bool {
        images.first { $0.range.contains(address) }?.functions.mayBegin(at: address) ?? true
    }

    /// Reads the images that were loaded since the last call.
    func readImages() {
        let current = ribleak_images_generation()
        guard current != generation else { return }
        generation = current
        let memory = GuardedMemory(capacity: 1 << 20)
        let known = Dictionary(images.map { ($0.range, $0) }) { first, _ in first }
        images = LoadedImage.all().compactMap { known[$0.range] ?? Self.image($0, memory: memory) }
    }

    private static func image(_ image: LoadedImage, memory: GuardedMemory) -> Image? {
        guard let file = ImageFile(of: image, memory: memory) else { return nil }
        func areas(where isWanted: (ImageFile.Section) -> Bool) -> [Range<UInt>] {
            file.sections.filter(isWanted).compactMap(image.memory)
        }
        return Image(
            range: image.range,
            areas: areas { section in
                section.flags & (flags.write | flags.memory | flags.tls)
                    == flags.write | flags.memory && !fixed.contains(where: section.name.hasPrefix)
            },
            // The linker's stubs only lead to functions of other images, or to one that is chosen
            // at run time.
            code: areas { section in
                section.flags & flags.code != 0
                    && ![".plt", ".iplt"].contains(where: section.name.hasPrefix)
            },
            use: CodeUse(inImage: image.path),
            symbols: ImageSymbols(image: image, file: file),
            functions: ImageSymbols(image: image, file: file, kind: Int32(ribleak_symbol_function)))
    }

    /// The names of sections that only the linker and the loader write to begin with these.
    private static let fixed = [
        ".data.rel.ro", ".got", ".dynamic", ".init_array", ".fini_array", "swift5_",
        "__const", "__got", "__auth_", "__objc_",
    ]
}

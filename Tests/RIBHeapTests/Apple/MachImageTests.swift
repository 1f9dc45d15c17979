// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CRIBShims
    import Foundation
    import Testing
    import TraceFixtures

    @testable import RIBHeap

    /// Images for Apple's platforms, made by the compiler and the linker that come with Swift.
    @Suite(.enabled(if: OtherPlatforms.haveTools, OtherPlatforms.missing))
    struct MachImageTests {
        private static let shared = "$s3App5StoreC6sharedACvpZ"
        private static let source = """
            void *shared __asm__("_\(shared)");
            int numbers[4] = {1, 2, 3, 4};
            char zeroes[1 << 17];
            static long hidden = 7;
            _Thread_local int own = 3;
            const int fixed[2] = {5, 6};
            extern void *elsewhere;
            extern int outside(int);
            static __attribute__((noinline)) long helper(void) { return hidden++ + numbers[0]; }
            int work(int count) {
                shared = zeroes;
                return (int)helper() + outside(count) + (elsewhere != 0);
            }
            """
        private let path: String
        private let bytes: [UInt8]
        private let folder: TemporaryFolder
        /// Where the tests pretend that the loader put the image.
        private let start: UInt = 0x1_0000_0000

        init() throws {
            folder = try TemporaryFolder()
            path = try OtherPlatforms.library(of: Self.source, in: folder, as: "whole")
            bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        }

        private func loaded() -> LoadedImage {
            LoadedImage(path: path, loadBias: start, range: start..<start + 0x10_0000)
        }

        @Test func sectionsHaveTheirUseInELFsTerms() throws {
            let file = try #require(ImageFile(path: path))
            func flags(_ name: String) throws -> UInt64 {
                try #require(file.sections.first { $0.name == name }, "\(name)").flags
            }
            for name in ["__data", "__common"] { #expect(try flags(name) == 3) }
            #expect(try flags("__text") == 6)
            // The linker's stubs, what the loader makes read-only, and each thread's own.
            for name in ["__stubs", "__const", "__got"] { #expect(try flags(name) == 2) }
            for name in ["__thread_vars", "__thread_data"] { #expect(try flags(name) == 0x402) }
            let text = try #require(file.sections.first { $0.name == "__text" })
            #expect(text.offset == UInt64(text.address) && text.size > 0)
        }

        @Test func variablesAndFunctionsHaveTheirNamesAndEnds() throws {
            let file = try #require(ImageFile(path: path))
            try expectSymbols(of: file)
        }

        /// The loader puts the symbols elsewhere than the file has them.
        @Test func anImageInMemoryHasTheSame() throws {
            let memory = try mapped()
            let file = try #require(
                ImageFile(isInMemory: true) { offset, count in
                    guard offset < memory.count else { return [] }
                    return Array(memory[Int(offset)...].prefix(count))
                })
            let onDisk = try #require(ImageFile(path: path))
            #expect(file.sections.last?.offset != onDisk.sections.last?.offset)
            try expectSymbols(of: file)
        }

        private func expectSymbols(of file: ImageFile) throws {
            let variables = ImageSymbols(image: loaded(), file: file)
            let data = try #require(file.sections.first { $0.name == "__data" })
            let zeroed = try #require(file.sections.first { $0.name == "__common" })
            let known = (0..<zeroed.size / 8).map {
                variables.variable(at: start + zeroed.address + UInt($0) * 8)
            }
            let found = try #require(known.first { $0.symbol == Self.shared })
            #expect(found.use == .variable)
            #expect(found.size == 8)
            #expect(known.contains { $0.symbol == "zeroes" && $0.size == 1 << 17 })
            // What follows it ends a variable.
            let numbers = start + data.address
            #expect(variables.name(at: numbers) == "numbers")
            #expect(variables.variable(at: numbers + 12).size == 16)
            #expect(variables.name(at: numbers + 16) == "hidden")
            #expect(variables.name(at: numbers + UInt(data.size)) != "hidden")

            let functions = ImageSymbols(
                image: loaded(), file: file, kind: Int32(ribleak_symbol_function))
            let text = try #require(file.sections.first { $0.name == "__text" })
            let last = start + text.address + UInt(text.size) - 4
            #expect(functions.name(at: start + text.address) == "work")
            #expect(functions.name(at: last) == "helper")
            #expect(functions.mayBegin(at: start + text.address))
            #expect(!functions.mayBegin(at: last))
            #expect(functions.name(at: last + 4) == "")
            #expect(functions.name(at: numbers) == "")
        }

        @Test func whereLocalNamesWereStrippedAFunctionMayBeginAnywhere() throws {
            let path = try OtherPlatforms.library(
                of: Self.source, in: folder, as: "stripped", ["-x"])
            let file = try #require(ImageFile(path: path))
            let functions = ImageSymbols(
                image: loaded(), file: file, kind: Int32(ribleak_symbol_function))
            let text = try #require(file.sections.first { $0.name == "__text" })
            #expect(functions.mayBegin(at: start + text.address + UInt(text.size)))
            #expect(functions.name(at: start + text.address) == "work")
        }

        @Test func readingEndsWhereverTheImageDoes() throws {
            for count in Array(0..<1600) + Array(stride(from: 1600, to: bytes.count, by: 211)) {
                read(Array(bytes[..<count]))
            }
        }

        @Test func readingEndsWhateverTheImageSays() throws {
            var random = SystemRandomNumberGenerator()
            // The linker's commands, and the symbols at the end.
            let places = Array(0..<1600) + Array(bytes.count - 800..<bytes.count)
            for _ in 0..<3_000 {
                var bytes = bytes
                for _ in 0..<6 {
                    let place = places.randomElement(using: &random) ?? 0
                    bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                }
                read(bytes)
            }
        }

        @Test func aNumberOfCommandsOrSectionsThatIsTooLargeEndsWithThose() throws {
            let sections = try #require(ImageFile(path: path)).sections.count
            var lying = bytes
            for place in 16..<20 { lying[place] = 0xFF }
            // What follows the commands is none.
            #expect(file(lying)?.sections.count == sections)
            lying = bytes
            // The first segment, which follows a header of 32 bytes, says how many it has.
            for place in 96..<100 { lying[place] = 0xFF }
            #expect(file(lying)?.sections.count == sections)
        }

        /// Reads everything there is, as an image in memory too.
        private func read(_ bytes: [UInt8]) {
            for isInMemory in [false, true] {
                guard let file = file(bytes, isInMemory: isInMemory) else { continue }
                for kind in [ribleak_symbol_variable, ribleak_symbol_function] {
                    let symbols = ImageSymbols(image: loaded(), file: file, kind: Int32(kind))
                    for section in file.sections {
                        _ = symbols.variable(at: start &+ section.address)
                        _ = loaded().memory(of: section)
                    }
                }
            }
        }

        private func file(_ bytes: [UInt8], isInMemory: Bool = false) -> ImageFile? {
            ImageFile(isInMemory: isInMemory) { offset, count in
                offset < bytes.count ? Array(bytes[Int(offset)...].prefix(count)) : []
            }
        }

        /// The image as the loader maps it: each segment at its address.
        private func mapped() throws -> [UInt8] {
            var memory: [UInt8] = []
            var command = 32
            for _ in 0..<bytes.load(UInt32.self, at: 16) {
                if bytes.load(UInt32.self, at: command) == 0x19 {
                    let address = Int(bytes.load(UInt64.self, at: command + 24))
                    let size = Int(bytes.load(UInt64.self, at: command + 32))
                    let offset = Int(bytes.load(UInt64.self, at: command + 40))
                    let inFile = Int(bytes.load(UInt64.self, at: command + 48))
                    memory += Array(repeating: 0, count: max(0, address + size - memory.count))
                    memory.replaceSubrange(
                        address..<address + inFile, with: bytes[offset..<offset + inFile])
                }
                command += Int(bytes.load(UInt32.self, at: command + 4))
            }
            return memory
        }
    }
#endif

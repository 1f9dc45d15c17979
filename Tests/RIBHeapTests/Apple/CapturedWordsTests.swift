// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CRIBShims
    import Foundation
    import Testing
    import TraceFixtures

    /// What the compiler of Objective-C says of the references in objects and blocks. The examples
    /// are what it makes of `source`.
    @Suite struct CapturedWordsTests {
        private static let source = """
            __attribute__((objc_root_class)) @interface Root { id isa; } @end
            @implementation Root @end
            @interface Upper : Root {
                int x; id a; __weak id w; __unsafe_unretained id u; id b; char c; id d; id e;
            } @end
            @implementation Upper @end
            @interface Lower : Upper { int y; __weak id v; id f; } @end
            @implementation Lower @end
            typedef double Wide __attribute__((vector_size(32)));
            void take(void (^)(void)); void use(id, id, id, int); void show(Wide);
            void text(id a, id b, id c, int n) {
                __weak id w = c; __block id s = b; __unsafe_unretained id u = c;
                take(^{ use(a, b, w, n); s = u; });
            }
            void numbers(id a, int n) { __weak id w = a; take(^{ use(w, w, w, n); }); }
            void wide(id a, Wide v, int n) { __weak id w = a; take(^{ show(v); use(a, a, w, n); }); }
            """

        @Test func wordsToLeaveOutComeBeforeStrongOnes() {
            // `Upper` begins behind the class: x, then a, then w and u, b, c, d and e.
            #expect(words(of: [0x11, 0x21, 0x12, 0], from: 1) == [2, 5, 7, 8])
            // `Lower` begins behind that.
            #expect(words(of: [0x21, 0], from: 9) == [11])
            #expect(words(of: [0], from: 1) == [])
        }

        @Test func noMoreWordsThanThereIsRoomFor() {
            #expect(words(of: [0x0F, 0x0F, 0], from: 1).count == 16)
            #expect(words(of: [UInt8](repeating: 0xFF, count: 500) + [0], from: 1).count == 16)
        }

        @Test func aBlocksStrongReferencesComeBeforeWeakOnes() {
            // Two strong ones, a shared variable, a weak and an unretained one, then a number.
            #expect(end([0x31, 0x40, 0x50, 0x60, 0], size: 76) == 56)
            // A vector, a strong and a weak reference.
            #expect(end([0x23, 0x30, 0x50, 0], size: 84) == 72)
            // Bytes that are no words: the next reference follows them.
            #expect(end([0x17, 0x30, 0], size: 96) == 48)
        }

        @Test func fewCapturesAreNumbers() {
            #expect(end(layout: 0x001, size: 44) == 32)
            #expect(end(layout: 0x210, size: 64) == 56)
            #expect(end(layout: 0, size: 32) == 32)
        }

        @Test(arguments: [[0x31], [0x31, 0x90, 0], [UInt8](repeating: 0x3F, count: 64)])
        func aTextThatSaysNothingKnownLeavesTheWholeBlock(text: [UInt8]) {
            #expect(end(text, size: 76) == 76)
        }

        @Test func captureEndsNoLaterThanTheBlock() {
            #expect(end([0x3F, 0x3F, 0], size: 40) == 40)
            #expect(end(layout: 0xFF0, size: 40) == 40)
        }

        @Test func aBlockIsReadWithoutTrustingIt() {
            let way = ribleak_memory_open(0)
            defer { ribleak_memory_close(way) }
            let text: [UInt8] = [0x30, 0x50, 0]
            text.withUnsafeBytes { text in
                let layout = UInt64(UInt(bitPattern: text.baseAddress))
                // Without functions that copy it, and with them.
                let short: [UInt64] = [0, 48, 0, layout]
                let long: [UInt64] = [0, 48, 0, 0, 0, layout]
                #expect(bytes(describedBy: short, flags: 0xC000_0000, way) == 40)
                #expect(bytes(describedBy: long, flags: 0xC200_0000, way) == 40)
                #expect(bytes(describedBy: [0, 48, 0, 0x100], flags: 0xC000_0000, way) == 40)
                // It does not say what it captures, or leads to nothing.
                #expect(bytes(describedBy: short, flags: 0x4000_0000, way) == 48)
                #expect(bytes(describedBy: [0, 48, 0, 0x1_0000], flags: 0xC000_0000, way) == 48)
                #expect(bytes(describedBy: [0, 8, 0, 0], flags: 0xC000_0000, way) == 0)
            }
            #expect(ribleak_block_bytes(way, 0) == 0)
            #expect(ribleak_block_bytes(way, .max - 8) == 0)
        }

        @Test(.enabled(if: OtherPlatforms.haveTools, OtherPlatforms.missing))
        func theCompilerSaysThis() throws {
            let folder = try TemporaryFolder()
            let (source, made) = (folder.file("source.m"), folder.file("made.ll"))
            try Self.source.write(toFile: source, atomically: true, encoding: .utf8)
            let said = try OtherPlatforms.compile([
                "--target=arm64-apple-macos13", "-fobjc-arc", "-fblocks", "-S", "-emit-llvm",
                source,
                "-o", made,
            ])
            #expect(said == "")
            let text = try String(contentsOfFile: made, encoding: .utf8)
            for layout in [
                #"c"\11!\12\00""#, #"c"!\00""#, #"c"1@P`\00""#, ##"c"#0P\00""##, "i64 1 }",
            ] {
                #expect(text.contains(layout), "\(layout)")
            }
        }

        private func words(of layout: [UInt8], from first: Int) -> [UInt32] {
            var words = [UInt32](repeating: 0, count: 16)
            let count = ribleak_strong_words(layout, first, &words, words.count)
            return Array(words[..<count])
        }

        private func end(layout: UInt64 = 0x1000, _ text: [UInt8] = [], size: UInt64) -> UInt64 {
            ribleak_end_of_captures(layout, text, text.count, size)
        }

        /// The bytes of a block with a description and flags.
        private func bytes(
            describedBy words: [UInt64], flags: UInt64, _ way: Int32
        ) -> UInt64 {
            words.withUnsafeBytes { words in
                let block = [0, flags, 0, UInt64(UInt(bitPattern: words.baseAddress))]
                return block.withUnsafeBytes {
                    ribleak_block_bytes(way, UInt64(UInt(bitPattern: $0.baseAddress)))
                }
            }
        }
    }
#endif

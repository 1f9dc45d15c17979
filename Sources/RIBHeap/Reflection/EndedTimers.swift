// SPDX-License-Identifier: Apache-2.0

/// Recognises timers of Foundation on Linux that are over, and that Foundation never frees.
///
/// A `Timer` retains itself for its CoreFoundation timer, whose context has no function that would
/// release it. When the timer is invalidated, as one that does not repeat is after it fired, the
/// context forgets the `Timer`. Nothing then leads to it, and it is alive for good, with its block.
///
/// The layouts are those of "CFRuntime.h" and "CFRunLoop.c". Each part is checked, so that a
/// Foundation that has another layout, or releases its timers, has none of these.
struct EndedTimers {
    /// What a retain path calls such a timer. The analysis knows it by this name.
    static let name = "a Foundation timer that is over"

    /// The class of timers; nil where there is no such Foundation.
    static var timerClass: UInt? { library?.timerClass }

    private static let isValid: UInt = 8
    /// Where the fields of a CoreFoundation object begin, and where those of a timer end at most.
    private static let fields: Range<UInt> = 24..<256
    /// How many words before a context's description are empty when the timer is over: the version,
    /// the `Timer`, and the functions that retain and release it.
    private static let emptyWords: UInt = 4

    let graph: SwiftObjectGraph

    /// Whether there is such a timer at an address.
    func contains(_ object: UInt) -> Bool {
        guard let library = Self.library, graph.memory.word(at: object) == library.timerClass,
            let timer = graph.references(of: object)
                .first(where: { graph.describe($0, of: object)?.label == "_timerStorage" })?.target,
            let info = graph.memory.word(at: timer &+ 16)
        else { return false }
        return info >> 8 & 0xFFFF == library.typeID && info & Self.isValid == 0
            && isContextEmpty(of: timer, library)
    }

    /// Whether a timer's context has no `Timer` and no function to release one. A context follows
    /// the timer's function, the only word of the timer that leads into Foundation's code.
    private func isContextEmpty(of timer: UInt, _ library: Library) -> Bool {
        let function = stride(from: Self.fields.lowerBound, to: Self.fields.upperBound, by: 8)
            .first { graph.memory.word(at: timer &+ $0).map(library.image.contains) ?? false }
        guard let function else { return false }
        return (1...Self.emptyWords).allSatisfy {
            graph.memory.word(at: timer &+ function &+ $0 * 8) == 0
        }
    }

    private struct Library {
        let timerClass: UInt
        let typeID: UInt
        let image: Range<UInt>
    }

    private static let library: Library? = {
        guard let timer = LoadedImage.address(of: "$s10Foundation5TimerCN"),
            let function = LoadedImage.address(of: "CFRunLoopTimerGetTypeID"),
            let typeID = LoadedImage.typeID(of: "CFRunLoopTimer"),
            let image = LoadedImage.all().first(where: { $0.range.contains(function) })
        else { return nil }
        return Library(timerClass: timer, typeID: typeID, image: image.range)
    }()
}

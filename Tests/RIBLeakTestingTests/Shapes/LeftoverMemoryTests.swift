// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs
import XCTest

/// Memory of C's often has what was there before it was taken, and that is no reason for anything to be alive.
final class LeftoverMemoryTests: XCTestCase {
    func testAPatternThatWasCompiledWhereAnObserverWasIsNotBlamed() {
        let hint = hint { interactor in
            let center = NotificationCenter.default
            let token = center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in
                interactor.didTap()
            }
            return { center.removeObserver(token) }
        }
        XCTAssertEqual(
            hint?.hasPrefix("Remove the observer with .cancelOnDeactivate(interactor:)"), true)
    }

    func testAPatternThatWasCompiledWhereATaskWasIsNotBlamed() {
        let hint = hint { interactor in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            Task { @MainActor in
                for await score in stream { interactor.didScore(score) }
            }
            return { continuation.finish() }
        }
        XCTAssertEqual(hint?.hasPrefix("Start it with task(in: interactor)"), true)
    }

    private static let name = Notification.Name("leftover")
    /// Reached by a variable, as an app's are. Right: a cache may be used by any thread.
    private nonisolated(unsafe) static let patterns = NSCache<NSString, NSRegularExpression>()

    /// The hint for an interactor that something keeps, whose address and a function's before it are all over the
    /// memory that patterns were compiled in.
    private func hint(_ keep: @escaping (PlayInteractor) -> () -> Void) -> String? {
        let run = LeakShapeRun(isMended: false)
        let findings = findLeaks {
            run.visit { interactor in
                run.after(keep(interactor))
                Self.fillFreedMemory(
                    [Self.code, UInt(bitPattern: Unmanaged.passUnretained(interactor).toOpaque())])
                Self.compilePatterns()
                // What the patterns did not take is nobody else's to have.
                Self.fillFreedMemory([0])
            }
        }
        run.cleanUp()
        XCTAssertEqual(findings.count, 1)
        return findings.first?.hint
    }

    private static func compilePatterns() {
        for number in 0..<20 {
            guard let pattern = try? NSRegularExpression(pattern: "(a\(number)+[b-z]*)|(c|d)+")
            else {
                return XCTFail("no pattern")
            }
            _ = pattern.firstMatch(in: "aabbzzcd", range: NSRange(location: 0, length: 8))
            patterns.setObject(pattern, forKey: "\(number)" as NSString)
        }
    }

    /// A function of the project's: what comes after one in memory looks like what it captures.
    private static var code: UInt {
        let function: @convention(c) () -> Void = {}
        return unsafeBitCast(function, to: UInt.self)
    }

    private static func fillFreedMemory(_ words: [UInt]) {
        let chunks = stride(from: 16, through: 4096, by: 16).flatMap { size in
            (0..<12).map { _ in
                let chunk = UnsafeMutableBufferPointer<UInt>.allocate(capacity: size / 8)
                for index in chunk.indices { chunk[index] = words[index % words.count] }
                return chunk
            }
        }
        for chunk in chunks { chunk.deallocate() }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A report with what differs from run to run replaced by sample values, so that reports of equal
/// sessions are equal.
struct CanonicalReport {
    let text: String

    init(_ report: String) {
        var text = report
        for (pattern, sample) in Self.samples {
            text = text.replacingOccurrences(of: pattern, with: sample, options: .regularExpression)
        }
        self.text = CanonicalTimes(of: text).applied(to: text)
    }

    private static let samples: [(pattern: String, sample: String)] = [
        // The trace's folder, before the numbers in it.
        (
            "[^\"<>, ]*(ribleak test [0-9A-F-]+/)?runs/[0-9TZ.]+-[0-9]+/",
            ".ribleak/20260102T030405.006Z-77/"
        ),
        ("ribleak-demo-[0-9]+", "ribleak-demo-77"),
        ("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "2026-01-02T03:04:05.006Z"),
        ("timestamp=\"[0-9T:-]+\"", "timestamp=\"2026-01-02T03:04:05\""),
        ("process [0-9]+", "process 77"),
        ("\"pid\" : [0-9]+", "\"pid\" : 77"),
        ("\"pid\":[0-9]+", "\"pid\":77"),
        ("[0-9.]+ (ns|µs|ms|s) after", "640 µs after"),
        ("[0-9.]+ (ns|µs|ms|s) ago", "640 µs ago"),
        ("[0-9.]+ s into the recording", "1.006000 s into the recording"),
        // The moments of a ledger's line.
        (" [0-9]+\\.[0-9]{6}(?= )", " 1.006000"),
        (
            "\"(firstFiredAfter|outlivedBy|firstValueAfter|lastValueAfter)Nanoseconds\" : [0-9]+",
            "\"$1Nanoseconds\" : 640000"
        ),
        // A set has no order.
        ("subscriptions\\[[0-9]+\\]", "subscriptions[0]"),
        // How much hangs on a leaked object depends on what other threads hold just then.
        (
            "keeps [0-9]+ more objects? alive, [0-9.]+ K?B in all",
            "keeps 16 more objects alive, 1.4 KB in all"
        ),
        ("\"(dominatedCount|dominatedBytes|seenReferences)\" : [0-9]+", "\"$1\" : 16"),
        ("\"offset\" : [0-9]+", "\"offset\" : 4096"),
        // The working directory.
        ("(?m)^/.*/(?=(Sources|Tools)/)", "/project/"),
        // The bytes that hang on the leaked objects of a profile.
        (
            "(\"endValue\" : )[0-9]+(,\\s+\"name\" : \"bytes kept alive\")", "$1160000$2"
        ),
        ("(\"unit\" : \"bytes\",\\s+\"weights\" : \\[)[^\\]]*", "$1 16000 "),
    ]
}

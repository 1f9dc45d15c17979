// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Everything that existed in one process while it was recorded, as spans of time.
///
/// Memory grows with the objects, subscriptions and activations of the trace, not with the values
/// that were delivered.
package struct TraceTimeline: Equatable, Sendable {
    package let process: RecordedProcess
    /// When recording began, in nanoseconds since 1970-01-01 UTC.
    package let startedAt: Int64
    /// RIB paths, names of types and chains. Each occurs once.
    package let texts: [String]
    /// Sorted by place, parents before their children. At one place: RIBs, activity, workers,
    /// views, subscriptions, each by start.
    package let spans: [TimelineSpan]
    /// How long objects were there after they should have been gone, by their ids.
    package var afterlives: [UInt64: Afterlife] = [:]
    /// One line about what the trace may miss; nil when it is complete.
    package var gaps: String?
}

extension TraceTimeline {
    /// Reads a trace to its end.
    ///
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events + spans × log of the spans).
    package init(reading trace: String) throws(TraceError) {
        self.init(of: try TraceReplay(reading: trace, hasTimeline: true))
    }

    /// - Parameter replay: A reading that has a time line; of another one, there are no spans.
    package init(of replay: TraceReplay) {
        let metadata = replay.metadata
        self.init(
            process: replay.process,
            startedAt: metadata.nanosecondsSince1970(at: metadata.startedAt),
            texts: replay.timeline?.texts ?? [], spans: replay.timeline?.sortedSpans ?? [],
            afterlives: replay.timeline?.afterlives.all ?? [:], gaps: replay.gaps)
    }

    /// When a recording began, in nanoseconds since 1970-01-01 UTC, without reading its events.
    package static func origin(of trace: String) throws(TraceError) -> Int64 {
        let metadata = try TraceReader(folder: trace).metadata
        return metadata.nanosecondsSince1970(at: metadata.startedAt)
    }
}

/// Something that happened during a span.
package struct TimelineMark: Equatable, Sendable {
    /// Of a subscription, the first value that it delivered while its owner was inactive. Of a
    /// view, that it appeared or left.
    package let kind: RunEvent.Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
}

/// A stretch of a recording in which an object existed or was active.
package struct TimelineSpan: Equatable, Sendable {
    /// What the span shows.
    package enum Kind: UInt8, Sendable {
        /// A RIB in its tree, from attach or launch to detach.
        case rib
        /// The activity of an interactor, or of a RIB without base classes.
        case activity
        /// A running worker.
        case worker
        /// A view, from when it was first seen until it was freed.
        case view
        /// A subscription, under its interactor's place.
        case subscription

        /// Those of objects, in the order in which they end when an object is freed.
        package static let ofObjects: [Kind] = [.activity, .rib, .worker, .view]
    }

    /// What a span shows, as long as it is open.
    package struct Subject: Hashable, Sendable {
        package let kind: Kind
        package let id: UInt64

        package init(_ kind: Kind, _ id: UInt64) {
            self.kind = kind
            self.id = id
        }
    }

    package let kind: Kind
    /// The serial id of the subscription or the object.
    package let subject: UInt64
    /// The index of the RIB path in the timeline's texts.
    package let ribPath: Int
    /// The index of the type's name, or of the chain of publishers, in the timeline's texts.
    package let name: Int
    /// Nanoseconds since recording began.
    package let start: UInt64
    /// Nanoseconds since recording began, never before `start`.
    package let end: UInt64
    /// Whether the recording ended before the span.
    package var isOpen = false
    /// What happened during the span, in order.
    package var marks: [TimelineMark] = []
    /// More facts about a subscription; nil for any other kind.
    package var subscription: SubscriptionSpan?
}

/// The facts about a subscription in a timeline, beside its span.
package struct SubscriptionSpan: Equatable, Sendable {
    /// How its owner is known.
    package let attribution: SubscriptionAttribution
    /// What binds it to its owner's activity.
    package let confinement: SubscriptionConfinement
    /// The values it delivered; nil when the trace ends before they are recorded.
    package var deliveries: ListedSubscription.Deliveries?
    /// How it ended; nil if it has not ended.
    package var end: SubscriptionEnd?
}

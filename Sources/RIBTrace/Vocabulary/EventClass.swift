// SPDX-License-Identifier: Apache-2.0

/// What an event tells of, in the order in which events are dropped when a limit is near.
///
/// Raw values are stored in traces: never renumber one.
public enum EventClass: UInt8, CaseIterable, Sendable {
    /// What subscriptions delivered.
    case values = 1
    /// That subscriptions began and ended.
    case subscriptions = 2
    /// Lives, attachments and activity.
    case lifecycle = 3
    /// Definitions, scopes and judgements: without them the rest says nothing.
    case essential = 4
}

extension EventClass {
    /// The part of the disk limit, in percent, up to which a new packet may be begun for it.
    var share: Int {
        switch self {
        case .values: 85
        case .subscriptions: 90
        case .lifecycle: 96
        case .essential: 100
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder

// Exported: an app calls `Recorder.shared.track` and imports this module only.
@_exported import class RIBRecorder.Recorder

/// The thread on which trees of RIBs may be changed.
///
/// A call from another thread works as ever, and is recorded as a violation of the lifecycle. The
/// owner is a setting of the process. Set it before you make the first RIB. Checking it takes no
/// lock.
public enum OwnerThread: Sendable {
    /// The main thread, or whichever thread serves the main queue and with it the main actor. UIKit
    /// demands it, and it is the default on Apple's platforms.
    case main
    /// The thread that makes this setting.
    case current
    /// Any thread, one at a time: the default on other platforms, whose tests run anywhere.
    case any

    /// Makes a thread the owner of all trees of this process.
    public static func set(_ owner: OwnerThread) {
        switch owner {
        case .main: ownerID.value = mainID
        case .current: ownerID.value = currentID
        case .any: ownerID.value = anyID
        }
    }

    private static let anyID: UInt64 = 0
    // No thread has this address.
    private static let mainID: UInt64 = 1

    #if canImport(Darwin)
        private static let ownerID = AtomicCounter(mainID)
    #else
        private static let ownerID = AtomicCounter(anyID)
    #endif

    private static var currentID: UInt64 {
        #if canImport(Darwin)
            UInt64(UInt(bitPattern: pthread_self()))
        #else
            UInt64(pthread_self())
        #endif
    }

    private static var isCurrent: Bool {
        switch ownerID.value {
        case anyID: true
        case mainID: MainQueue.isCurrent
        case let owner: owner == currentID
        }
    }

    /// Records a change on a thread that does not own the object. Asks for the id only then.
    @discardableResult
    static func check(_ id: @autoclosure () -> ObjectID) -> Bool {
        guard !isCurrent, Thread.current.threadDictionary[changing] == nil else { return false }
        Recorder.shared.violated(.offOwnerThread, id())
        return true
    }

    /// Same, for a change that makes others before `end`: one mistake. True if `end` is due.
    static func begin(_ id: @autoclosure () -> ObjectID) -> Bool {
        guard check(id()) else { return false }
        Thread.current.threadDictionary[changing] = true
        return true
    }

    static func end() { Thread.current.threadDictionary[changing] = nil }

    /// Set on a thread during a change that was recorded as off the owner's thread.
    private static let changing = "ribleak.change-off-owner-thread"
}

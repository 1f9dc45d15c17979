// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder

/// Holds what a RIB provides to its own parts and to its children.
///
/// Subclass it for each RIB, and conform the subclass to the dependency protocol of each child.
open class Component<DependencyType>: Dependency, RecordedObject {
    /// What this component gets from its parent.
    public let dependency: DependencyType

    package final let recordedID: ObjectID
    package final var wasInTree = false
    private var sharedInstances: [String: Any] = [:]
    /// Recursive, because the factory of one shared object may ask for another.
    private let lock = NSRecursiveLock()

    /// Makes a component on top of what the RIB gets, usually the component of the parent.
    public init(dependency: DependencyType) {
        self.dependency = dependency
        recordedID = Recorder.shared.objectCreated(.component, type: Self.self)
        let parent = dependency as? any Dependency & RecordedObject
        Recorder.shared.componentCreated(
            self, recordedID, dependency: parent?.recordedID ?? .none)
    }

    // The label is uber's, and some code passes it.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Makes an object once and returns the same one while this component lives.
    ///
    /// The factory makes it on the first call. It must not wait for another thread that uses this
    /// component: both would wait for ever.
    ///
    /// - Parameter __function: Names the object; leave it to its default inside a property.
    public final func shared<T>(__function: String = #function, _ factory: () -> T) -> T {
        lock.lock()
        defer { lock.unlock() }
        // First looked up, then cast: with an optional `T`, one cast takes "nothing" for a nil.
        if let stored = sharedInstances[__function], let instance = stored as? T {
            return instance
        }
        let instance = factory()
        sharedInstances[__function] = instance
        return instance
    }

    deinit { Recorder.shared.objectDestroyed(recordedID) }
}

/// What a RIB needs from the outside.
///
/// Each RIB declares a protocol that inherits from this one and lists its needs as properties; the
/// component of its parent conforms to it.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Dependency: AnyObject {}

/// Detects a builder that gives two RIBs the same component.
struct ComponentReuseCheck {
    /// Weak: a component belongs to its RIB.
    private weak var last: AnyObject?

    /// Stops a debug build if `component` is the one that was checked before.
    mutating func check(_ component: Any, of builder: AnyObject) {
        // A value is a new one each time.
        guard type(of: component) is AnyClass else { return }
        let component = component as AnyObject
        assert(
            last !== component,
            "the componentBuilder of \(type(of: builder)) must make a new component for each RIB")
        last = component
    }
}

/// The component of a RIB that gets nothing from outside, such as the root of an app.
open class EmptyComponent: EmptyDependency, RecordedObject {
    package final let recordedID: ObjectID
    package final var wasInTree = false

    /// Makes an empty component.
    public init() {
        recordedID = Recorder.shared.objectCreated(.component, type: Self.self)
        Recorder.shared.componentCreated(self, recordedID, dependency: .none)
    }

    deinit { Recorder.shared.objectDestroyed(recordedID) }
}

/// The dependency of a RIB that needs nothing from outside.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol EmptyDependency: Dependency {}

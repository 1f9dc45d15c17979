// SPDX-License-Identifier: Apache-2.0

/// The stream library that the sources' RIBs runtime is made for.
package enum StreamFlavor: String, CaseIterable, Sendable {
    case combine, rx

    fileprivate func stream(of value: String) -> String {
        switch self {
        case .combine: "AnyPublisher<\(value), Never>"
        case .rx: "Observable<\(value)>"
        }
    }
}

/// Protocols that sources inherit from and do not declare: those of RIBs and a few of Swift.
enum RuntimeProtocols {
    /// The protocols, as one source.
    ///
    /// Those of which doubles may be needed as values have a name for them that no test has.
    static func source(for flavor: StreamFlavor) -> String {
        """
        protocol Dependency: AnyObject {}
        protocol EmptyDependency: Dependency {}
        protocol Buildable: AnyObject {}
        protocol Presentable: AnyObject {}
        /// @mockable(override: name = ViewControllableStandIn)
        protocol ViewControllable: AnyObject {
            #if canImport(UIKit) && !os(watchOS)
            var uiviewController: UIViewController { get }
            #endif
        }
        protocol InteractorScope: AnyObject {
            var isActive: Bool { get }
            var isActiveStream: \(flavor.stream(of: "Bool")) { get }
        }
        /// @mockable(override: name = InteractableStandIn)
        protocol Interactable: InteractorScope {
            func activate()
            func deactivate()
        }
        protocol RouterScope: AnyObject {
            var lifecycle: \(flavor.stream(of: "RouterLifecycle")) { get }
        }
        /// @mockable(override: name = RoutingStandIn)
        protocol Routing: RouterScope {
            var interactable: any Interactable { get }
            var children: [any Routing] { get }
            func load()
            func attachChild(_ child: any Routing)
            func detachChild(_ child: any Routing)
        }
        /// @mockable(override: name = ViewableRoutingStandIn)
        protocol ViewableRouting: Routing {
            var viewControllable: any ViewControllable { get }
        }
        /// @mockable(override: name = LaunchRoutingStandIn)
        protocol LaunchRouting: ViewableRouting {
            #if canImport(UIKit) && !os(watchOS)
            func launch(from window: UIWindow)
            #else
            func launch()
            #endif
        }
        protocol Working: AnyObject {
            func start(_ interactorScope: any InteractorScope)
            func stop()
            var isStarted: Bool { get }
            var isStartedStream: \(flavor.stream(of: "Bool")) { get }
        }
        protocol Identifiable { associatedtype ID: Hashable; var id: ID { get } }
        protocol CustomStringConvertible { var description: String { get } }
        protocol CustomDebugStringConvertible { var debugDescription: String { get } }
        """
    }

    /// Names that ask for nothing but what every class, or the way a double is made, has.
    static let withoutMembers: Set = [
        "AnyObject", "class", "Any", "Sendable", "SendableMetatype", "Actor", "Error", "Equatable",
        "Hashable", "NSObjectProtocol", "Copyable", "Escapable",
    ]

    /// Classes of UIKit and AppKit, whose objects a double must not keep alive.
    static let objects: Set = [
        "AnyObject", "UIViewController", "UINavigationController", "UITabBarController", "UIView",
        "UIWindow", "NSViewController", "NSView", "NSWindow",
    ]
}

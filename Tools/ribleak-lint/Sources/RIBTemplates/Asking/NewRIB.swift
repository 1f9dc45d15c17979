// SPDX-License-Identifier: Apache-2.0

/// What is to be made.
package struct NewRIB: Sendable {
    /// What kind of thing it is.
    package enum Kind: Equatable, Sendable {
        /// A RIB with a view of its own.
        case viewable(View)
        /// A RIB whose children show their views in an ancestor's.
        case viewless
        /// The root of an app.
        case launch(View)
        /// A RIB without base classes.
        case plainRIB
        case worker
        case workflow
    }

    /// What shows a RIB.
    package enum View: String, CaseIterable, Sendable {
        /// A class of the app's, where there is neither UIKit nor SwiftUI.
        case plain
        case uikit
        case swiftui
    }

    /// The library of an app's streams.
    package enum Streams: String, Sendable {
        case rx
        case combine
    }

    package let name: RIBName
    package let kind: Kind
    package let streams: Streams
    /// The module of the new sources, which their tests import.
    let module: String
    /// The RIB above it, where there is one.
    let parent: RIBName?

    package init(
        _ name: RIBName, _ kind: Kind, _ streams: Streams, module: String, parent: RIBName? = nil
    ) {
        (self.name, self.kind, self.streams) = (name, kind, streams)
        (self.module, self.parent) = (module, parent)
    }

    /// What a parent's router keeps of it.
    var routingType: String { kind == .plainRIB ? "\(name.text)RIB" : "\(name.text)Routing" }

    var ownsView: Bool { view != nil }

    private var view: View? {
        switch kind {
        case .viewable(let view), .launch(let view): view
        case .viewless, .plainRIB, .worker, .workflow: nil
        }
    }

    /// What templates may use, by name.
    var values: [String: Any] {
        [
            "name": name.text, "variable": name.variable, "module": module,
            "parent": parent?.text ?? "",
            "rx": streams == .rx, "combine": streams == .combine,
            "viewless": kind == .viewless, "plainRIB": kind == .plainRIB,
            "launch": isLaunch, "ownsView": ownsView,
            "plain": view == .plain, "uikit": view == .uikit, "swiftui": view == .swiftui,
            "hasUIKit": view == .uikit || view == .swiftui,
        ]
    }

    private var isLaunch: Bool {
        if case .launch = kind { true } else { false }
    }
}

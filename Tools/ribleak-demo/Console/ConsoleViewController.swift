// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A view for the terminal. It prints what the person sees, indented by the view's depth.
class ConsoleViewController: ViewControllable {
    private let title: String
    private weak var container: ConsoleViewController?
    private var contained: [ConsoleViewController] = []

    init(title: String) {
        self.title = title
    }

    /// The topmost innermost view, which is the one that the person can touch.
    final var front: ConsoleViewController { contained.last?.front ?? self }

    /// Shows the first lines, each time the view appears.
    func viewDidAppear() {}

    final func present(_ viewController: ViewControllable) {
        guard let view = viewController as? ConsoleViewController else { return }
        view.container = self
        contained.append(view)
        view.viewDidShow()
        view.viewDidAppear()
    }

    final func dismiss(_ viewController: ViewControllable) {
        guard let index = contained.firstIndex(where: { $0 === viewController }) else { return }
        let view = contained.remove(at: index)
        view.container = nil
        view.viewDidLeave()
    }

    /// Prints a line, unless this view is not on the screen.
    final func say(_ text: String) {
        guard container != nil else { return }
        print(String(repeating: "  ", count: depth) + "[\(title)] \(text)")
    }

    private var depth: Int { container.map { $0.depth + 1 } ?? 0 }
}

/// The terminal, with the root view in it.
final class Window {
    private var root: ConsoleViewController?

    func show(_ view: ViewControllable) {
        root = view as? ConsoleViewController
        root?.viewDidShow()
    }

    /// The view in front, which must be of the type the script expects at this point.
    func front<View: ConsoleViewController>(_ type: View.Type) -> View {
        let front = root?.front
        guard let view = front as? View else {
            fatalError("The script expects \(type), but sees \(String(describing: front))")
        }
        return view
    }
}

import RIBs

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

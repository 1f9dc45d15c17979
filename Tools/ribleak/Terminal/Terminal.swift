import Foundation

/// The terminal that standard output goes to.
enum Terminal {
    /// Its columns; nil when it does not say.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}

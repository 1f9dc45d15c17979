// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBText
import RIBWatch
import RIBWatchWeb

extension WatchOutput {
    /// A live page has a past of its own.
    static var limitsOfPage: WatchLimits {
        var limits = WatchLimits()
        limits.changes = 1_000
        limits.endedSubscriptions = 2_000
        return limits
    }

    /// A live page, whose address it prints, and opens in a browser if that is asked for.
    ///
    /// - Parameter runs: The folder of runs, where browsers may read.
    static func page(isOpened: Bool, runs: String) throws -> WatchOutput {
        let web: WebWatch
        do {
            web = try WebWatch()
        } catch {
            StandardStreams.say(
                "error: no port of 127.0.0.1 is free: \(error.localizedDescription)")
            throw ExitCode.missingProgram
        }
        try StandardStreams.write("\(web.link)\n")
        StandardStreams.say("this address works once, for the browser that opens it first")
        var opener = isOpened ? opened(web.link, runs: runs) : nil
        func removeOpener() {
            opener?.remove()
            opener = nil
        }
        return WatchOutput { changes, watcher in
            for case .note(_, let text) in changes {
                StandardStreams.say(TerminalEscape.escaped(text))
            }
            if web.isLinkUsed { removeOpener() }
            web.take(changes, of: watcher, at: .now)
            return true
        } end: {
            removeOpener()
            web.end()
        }
    }

    /// Opens a link in a browser.
    ///
    /// - Returns: The file that leads there, which is to be removed; nil when none can be made.
    private static func opened(_ link: String, runs: String) -> LinkFile? {
        let opener = LinkFile(to: link, in: [runs, FileManager.default.temporaryDirectory.path])
        let problem =
            opener.map { Browser.show($0.path) } ?? "no file can be made; open it yourself"
        if let problem { StandardStreams.say("warning: \(problem)") }
        return opener
    }
}

/// A page that leads a browser on to a link, in a folder that only this user reads.
///
/// Every user of the machine sees the arguments of a browser. So the link must not be one of them.
private struct LinkFile {
    let path: String
    private let folder: String

    /// - Parameter places: Folders to try, one after the other. Browsers that are kept in a sandbox do
    ///   not see the one for temporary files.
    /// - Returns: Nil when no file can be made.
    init?(to link: String, in places: [String]) {
        var made: String?
        for place in places where made == nil {
            var template = Array("\(place)/watch-XXXXXX".utf8CString)
            made = mkdtemp(&template).map { String(cString: $0) }
        }
        guard let folder = made else { return nil }
        self.folder = folder
        path = "\(folder)/open.html"
        let text = """
            <!doctype html><meta charset="utf-8"><title>ribleak</title>
            <meta http-equiv="refresh" content="0; url=\(link)">

            """
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let isWritten = file >= 0 && write(file, text, text.utf8.count) == text.utf8.count
        if file >= 0 { close(file) }
        guard isWritten else {
            remove()
            return nil
        }
    }

    func remove() {
        unlink(path)
        rmdir(folder)
    }
}

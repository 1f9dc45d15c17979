// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBGate
import RIBText

/// What is wrong with the arguments of a call, in the style of ribleak's other errors.
///
/// The argument parser has its own: a sentence, what the argument is for, and the usage. Its errors
/// are not public, so this reads its sentences. One that it does not know is shown as it is.
struct ArgumentMistake {
    /// The line to show, such as `report: there is no option '--fromat'; did you mean '--format'?`
    let line: String

    /// - Parameters:
    ///   - message: The argument parser's message for its error.
    ///   - arguments: The arguments of the call, without the command's own name.
    init(_ message: String, arguments: [String], root: any ParsableCommand.Type = Ribleak.self) {
        let named = NamedCommand(arguments, root: root)
        if let word = named.unknown, message.contains("'\(word)'") {
            line = Self.line(unknown: word, after: named)
            return
        }
        let text = Self.oneLine(message)
        let (place, rest) =
            Self.wrongValue(text) ?? Self.unknownOption(text) ?? Self.missing(text)
            ?? (nil, Self.withSmallLetter(text))
        let words = named.path.dropFirst() + [place].compactMap { $0 }
        let said = (words.isEmpty ? "" : words.joined(separator: " ") + ": ") + rest
        line = rest.contains("; ") ? said : "\(said); see \(named.help)"
    }

    /// For a word where a subcommand should be. Nil when all words are known.
    init?(helpFor words: [String], root: any ParsableCommand.Type = Ribleak.self) {
        let named = NamedCommand(words, root: root)
        guard let word = named.unknown else { return nil }
        line = Self.line(unknown: word, after: named)
    }

    private static func line(unknown word: String, after named: NamedCommand) -> String {
        let place = named.path.dropFirst().map { "\($0): " }.joined()
        let advice =
            named.subcommands.nearest(to: word).map { "did you mean '\($0)'?" }
            ?? "see \(named.help)"
        return "\(place)there is no command '\(word)'; \(advice)"
    }

    // MARK: - The argument parser's sentences

    /// `The value 'x' is invalid for '--format <format>'`, and then `: why`, or the valid values.
    private static func wrongValue(_ text: String) -> (String?, String)? {
        guard let found = text.wholeMatch(of: /The value '(.*?)' is invalid for '(.*?)'(.*)/) else {
            return nil
        }
        let (value, place) = (found.1, found.2.split(separator: " ").first.map(String.init))
        if found.3.hasPrefix(": ") {
            return (place, "'\(value)' is not valid; \(found.3.dropFirst(2))")
        }
        let values = found.3.matches(of: /'(.*?)'|- ([^ ,.]+)/).compactMap { $0.1 ?? $0.2 }
            .map(String.init)
        guard !values.isEmpty else { return (place, "'\(value)' is not valid") }
        let near = values.nearest(to: String(value)).map { "did you mean '\($0)'?" }
        let list = "\(values.dropLast().joined(separator: ", ")) and \(values.last ?? "")"
        return (place, "'\(value)' is none of \(list); \(near ?? "give one of them")")
    }

    private static func unknownOption(_ text: String) -> (String?, String)? {
        guard
            let found = text.wholeMatch(of: /Unknown option '(.*?)'(?:\. Did you mean '(.*?)'\?)?/)
        else { return nil }
        let advice = found.2.map { "; did you mean '\($0)'?" } ?? ""
        return (nil, "there is no option '\(found.1)'\(advice)")
    }

    private static func missing(_ text: String) -> (String?, String)? {
        if let found = text.wholeMatch(of: /Missing value for '([^ ]+)(?: (.*))?'/) {
            return (String(found.1), "its value\(found.2.map { " \($0)" } ?? "") is missing")
        }
        guard let found = text.wholeMatch(of: /Missing expected argument '(.*)'/) else {
            return nil
        }
        return (nil, "\(found.1) is missing")
    }

    private static func oneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func withSmallLetter(_ text: String) -> String {
        let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}

/// The command that the first words of a call name.
private struct NamedCommand {
    /// The names from the root, such as `ribleak`, `history`, `import`.
    private(set) var path: [String]
    /// The first word that is no subcommand where one can be; nil when there is none.
    private(set) var unknown: String?
    private var command: any ParsableCommand.Type

    init(_ arguments: [String], root: any ParsableCommand.Type) {
        command = root
        path = [Self.name(of: root)]
        for word in arguments {
            // An option may take the next word as its value, so the command ends here.
            if word.hasPrefix("-") { return }
            let children = command.configuration.subcommands
            guard let child = children.first(where: { Self.name(of: $0) == word }) else {
                if !children.isEmpty { unknown = word }
                return
            }
            command = child
            path.append(word)
        }
    }

    var subcommands: [String] { command.configuration.subcommands.map(Self.name) }

    /// The call that shows the command's help.
    var help: String { path.joined(separator: " ") + " --help" }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}

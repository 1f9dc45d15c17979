// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import Foundation

    /// The name of the type of a publisher, subscriber or subscription, for a chain of operators.
    struct StreamTypeName {
        /// Such as `Library.Publishers.Map<…>.(unknown context at $1).Inner<…>`.
        let qualified: String
        /// The name alone, such as `PassthroughSubject<Score, Never>`.
        let short: String

        init(_ type: Any.Type) {
            qualified = String(reflecting: type)
            short = Self.short(type)
        }

        /// The beginning of the stream library's own names.
        private static let library = String(
            String(reflecting: Subscribers.self).dropLast("Subscribers".count))

        /// The name within the stream library; nil for a type of others.
        private var inLibrary: Substring? {
            qualified.hasPrefix(Self.library) ? qualified.dropFirst(Self.library.count) : nil
        }

        /// Whether it hides its upstream.
        var isErased: Bool { short.hasPrefix("AnyPublisher<") }

        /// Whether this is a part of an operator, not something that wants the values itself.
        var isOperatorPart: Bool {
            inLibrary.map { $0.hasPrefix("Publishers.") || $0.hasPrefix("(") } ?? false
        }

        /// Whether it is the library's, and calls a project's closure or sets a project's property.
        var isKnownEnd: Bool {
            ["Subscribers.Sink<", "Subscribers.Assign<"].contains {
                inLibrary?.hasPrefix($0) == true
            }
        }

        /// Whether this is a subscriber of the library that feeds a subject.
        var isSubject: Bool { inLibrary != nil && short.hasPrefix("SubjectSubscriber<") }

        /// How code calls this operator or subscriber: `removeDuplicates`. Others' keep their name.
        var asCall: String { asCall(short) }

        /// The short name of the type that encloses this private one, if that is more than a
        /// module: of a subject, when this is its subscription.
        var enclosing: String? {
            let context = Self.firstIndex(in: qualified[...]) { $0 == "(" && $1 == "." }
            guard let name = context.map({ qualified[..<$0].dropLast() }), name.contains(".")
            else { return nil }
            // A private context follows a dot; a tuple or a function does not.
            return String(name).replacingOccurrences(
                of: #":?\w*\.(\([^()]*\)\.)*"#, with: "", options: .regularExpression)
        }

        /// How code calls the operator that encloses this type.
        var enclosingAsCall: String? { enclosing.map(asCall) }

        private func asCall(_ name: String) -> String {
            inLibrary != nil || qualified.hasPrefix("RIBs.")
                ? Self.asCall(name[...]) : String(name.prefix { $0 != "<" })
        }

        private static func asCall(_ name: Substring) -> String {
            let base = name.prefix { $0 != "<" }
            return switch base {
            case "MapKeyPath": "map"
            case "SubjectSubscriber": "subject"
            case "PublishedSubscriber": "assign"
            default: base.prefix(1).lowercased() + base.dropFirst()
            }
        }

        /// The place of the first character outside of all brackets that is wanted.
        private static func firstIndex(
            in name: Substring, where isWanted: (Character, Character?) -> Bool
        ) -> Substring.Index? {
            var depth = 0
            var previous: Character?
            for index in name.indices {
                let character = name[index]
                if depth == 0, isWanted(character, previous) { return index }
                switch character {
                case "<", "(", "[": depth += 1
                // The arrow in a function's type closes no bracket.
                case ">" where previous == "-": break
                case ">", ")", "]": depth -= 1
                default: break
                }
                previous = character
            }
            return nil
        }
    }

    /// The chain of a publisher as its type shows it, where no tracker sees the subscription made.
    extension StreamTypeName {
        /// The chain from its source, such as `PassthroughSubject<Score, Never> → map → filter`.
        static func chain(of publisher: Any.Type) -> String {
            var operators: [String] = []
            var name = Substring(short(publisher))
            // Every operator of one upstream names it first.
            while let upstream = upstream(of: name) {
                operators.append(asCall(name))
                name = upstream
            }
            return ([String(name)] + operators.reversed()).joined(separator: " → ")
        }

        /// A type's name, with the name of the enclosing type where the name alone says nothing.
        /// The type that publishes notifications is called `Publisher`.
        static func short(_ type: Any.Type) -> String {
            let short = String(describing: type)
            guard short == "Publisher" else { return short }
            let around = String(reflecting: type).split(separator: ".").dropLast()
                .last { $0 != "OCombine" }
            return around.map { "\($0).Publisher" } ?? short
        }

        private static let operators: Set<Substring> = [
            "Autoconnect", "Buffer", "Catch", "Collect", "CompactMap", "Debounce", "Delay",
            "DropWhile", "Filter", "FlatMap", "HandleEvents", "Map", "MapError", "MapKeyPath",
            "Multicast", "Print", "ReceiveOn", "RemoveDuplicates", "ReplaceEmpty", "ReplaceError",
            "Retry", "Scan", "SetFailureType", "Share", "SubscribeOn", "SwitchToLatest", "Throttle",
            "Timeout", "TryMap",
        ]

        /// The first thing that a known operator is generic over.
        private static func upstream(of name: Substring) -> Substring? {
            guard let opening = name.firstIndex(of: "<"), operators.contains(name[..<opening])
            else { return nil }
            let arguments = name[name.index(after: opening)...].dropLast()
            let end = firstIndex(in: arguments) { character, _ in character == "," }
            return arguments[..<(end ?? arguments.endIndex)]
        }
    }
#endif

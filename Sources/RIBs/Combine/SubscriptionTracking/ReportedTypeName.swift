// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    /// A type's name, as a chain of operators shows it.
    struct ReportedTypeName {
        /// The name with its modules and enclosing types, such as
        /// `OpenCombine.Publishers.Map<…>.(unknown context at $1).Inner<…>`.
        let qualified: String
        /// The name alone, such as `PassthroughSubject<Score, Never>`.
        let short: String

        init(_ type: Any.Type) {
            qualified = String(reflecting: type)
            short = PublisherTypeName.short(type)
        }

        /// The short name without what it is generic over.
        var base: String { Self.withoutArguments(short) }

        /// Whether it hides its upstream.
        var isErased: Bool { short.hasPrefix("AnyPublisher<") }

        /// Whether this is a part of an operator, not something that wants the values itself.
        var isOperatorPart: Bool {
            qualified.hasPrefix("OpenCombine.Publishers.") || qualified.hasPrefix("OpenCombine.(")
        }

        /// Whether this is a subscriber of OpenCombine's that calls a project's closure or sets a
        /// project's property.
        var isKnownEnd: Bool {
            qualified.hasPrefix("OpenCombine.Subscribers.Sink<")
                || qualified.hasPrefix("OpenCombine.Subscribers.Assign<")
        }

        /// Whether this is a subscriber of OpenCombine's that feeds a subject.
        var isSubject: Bool {
            short.hasPrefix("SubjectSubscriber<") && qualified.hasPrefix("OpenCombine.")
        }

        /// How code calls this publisher's operator or this subscriber: `removeDuplicates`. Types
        /// of others keep their name.
        var asCall: String { Self.asCall(base, qualified: qualified) }

        /// The short name of the type that encloses this private one: of a subject, when this is
        /// its subscription.
        var enclosing: String? {
            enclosingQualified.map(Self.unqualified)
        }

        /// How code calls the operator that encloses this type.
        var enclosingAsCall: String? {
            guard let name = enclosingQualified else { return nil }
            return Self.asCall(
                Self.withoutArguments(Self.unqualified(name)), qualified: qualified)
        }

        /// The name before the private context, if that is more than a module.
        private var enclosingQualified: String? {
            var depth = 0
            var previous: Character?
            for index in qualified.indices {
                let character = qualified[index]
                switch character {
                case "<": depth += 1
                // The arrow in a function's type closes no bracket.
                case ">" where previous == "-": break
                case ">": depth -= 1
                case "(" where depth == 0 && previous == ".":
                    let name = qualified[..<index].dropLast()
                    return name.contains(".") ? String(name) : nil
                default: break
                }
                previous = character
            }
            return nil
        }

        private static func asCall(_ base: String, qualified: String) -> String {
            guard qualified.hasPrefix("OpenCombine.") || qualified.hasPrefix("RIBs.") else {
                return base
            }
            switch base {
            case "MapKeyPath": return "map"
            case "SubjectSubscriber": return "subject"
            case "PublishedSubscriber": return "assign"
            default: return base.prefix(1).lowercased() + base.dropFirst()
            }
        }

        private static func withoutArguments(_ name: String) -> String {
            String(name.prefix { $0 != "<" })
        }

        /// Takes modules, enclosing types and private contexts out of a name.
        private static func unqualified(_ name: String) -> String {
            var result = ""
            var word = ""
            var parentheses = 0
            var previous: Character?
            for character in name {
                defer { previous = character }
                switch character {
                // A private context follows a dot; a tuple or a function does not.
                case "(" where previous == "." || parentheses > 0: parentheses += 1
                case ")" where parentheses > 0: parentheses -= 1
                case _ where parentheses > 0: break
                case ".": word = ""
                case "<", ">", ",", " ", "(", ")":
                    result += word
                    result.append(character)
                    word = ""
                default: word.append(character)
                }
            }
            return result + word
        }
    }

    /// The role of a subscriber, as far as its type shows it.
    struct SubscriberRole {
        /// A part of an operator, not something that wants the values itself.
        let isOperatorPart: Bool
        /// It feeds a subject.
        let feedsSubject: Bool
        /// Like `Sink` and `Assign`: it can be cancelled, but has no one below it to pass a
        /// subscription to.
        let wantsValues: Bool
        /// It enters itself into the ledger.
        let entersItself: Bool
        let isObject: Bool
        /// The stream library's own `Sink` or `Assign`, whose fields are known.
        let isKnownEnd: Bool

        /// - Parameter type: The type of a subscriber.
        init(_ type: Any.Type) {
            let name = ReportedTypeName(type)
            isOperatorPart = name.isOperatorPart
            feedsSubject = name.isSubject
            wantsValues = type is any Cancellable.Type && !(type is any Subscription.Type)
            entersItself = type is any RecordedSubscriber.Type
            isObject = type is AnyClass
            isKnownEnd = name.isKnownEnd
        }

        /// Whether it may be the end of a chain, and so may be followed.
        var mayBeEnd: Bool { !isOperatorPart || wantsValues || entersItself }
    }
#endif

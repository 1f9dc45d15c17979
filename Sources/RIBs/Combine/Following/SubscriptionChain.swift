// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import Foundation
    import RIBRecorder

    /// Describes a chain of operators in the words of the code that makes it, from its source to
    /// its end: `PassthroughSubject<Score, Never> → map → sink`.
    struct SubscriptionChain {
        let publisher: any Publisher
        /// The method that the code calls.
        let method: String

        /// Made only for a subscription that is entered, because that takes long.
        var text: String { "\(Self.text(of: publisher)) → \(method)" }

        private static func text(of publisher: any Publisher) -> String {
            let text = StreamTypeName.chain(of: type(of: publisher))
            guard text.hasPrefix("AnyPublisher<") else { return text }
            // The names of its operators follow the erased publisher's, which only the value shows.
            let operators = text.components(separatedBy: " → ").dropFirst()
            var source: Any? = publisher
            for _ in operators { source = source.flatMap { field("upstream", of: $0) } }
            let erased = source.flatMap { field("box", of: $0) }.flatMap { field("base", of: $0) }
            guard let erased = erased as? any Publisher else { return text }
            return ([self.text(of: erased)] + operators).joined(separator: " → ")
        }

        private static func field(_ name: String, of value: Any) -> Any? {
            Mirror(reflecting: value).children.first { $0.label == name }?.value
        }
    }

    /// The names of the types of publishers and subscribers, for the text of a chain.
    enum StreamTypeName {
        /// The beginning of the stream library's own names.
        private static let library = String(
            String(reflecting: Subscribers.self).dropLast("Subscribers".count))

        /// Whether a subscriber is a part of one of the library's operators, and wants no values
        /// itself.
        static func isOperatorPart(_ subscriber: Any.Type) -> Bool {
            let name = String(reflecting: subscriber)
            return ["Publishers.", "("].contains { name.hasPrefix(library + $0) }
        }

        /// How a chain calls its end: the library's `Subscribers.Demanding` is `demanding`, a
        /// subscriber of others keeps its name.
        static func end(_ subscriber: Any.Type) -> String {
            String(reflecting: subscriber).hasPrefix(library)
                ? asCall(short(subscriber)[...]) : String(short(subscriber).prefix { $0 != "<" })
        }

        private static func asCall(_ name: Substring) -> String {
            let base = name.prefix { $0 != "<" }
            return base.hasPrefix("MapKeyPath")
                ? "map" : base.prefix(1).lowercased() + base.dropFirst()
        }

        /// The chain of a publisher as its type shows it, from its source, such as
        /// `PassthroughSubject<Score, Never> → map → filter`. Kept, because to make it takes longer
        /// than all else that is noted of a subscription.
        static func chain(of publisher: Any.Type) -> String {
            let key = ObjectIdentifier(publisher)
            if let known = chains.withLock({ $0[key] }) { return known }
            let chain = spelledChain(of: publisher)
            chains.withLock { if $0.count < mostChains { $0[key] = chain } }
            return chain
        }

        private static let chains = Protected<[ObjectIdentifier: String]>([:])
        private static let mostChains = 4_096

        private static func spelledChain(of publisher: Any.Type) -> String {
            var operators: [String] = []
            var name = Substring(short(publisher))
            while let upstream = upstream(of: name) {
                operators.append(asCall(name))
                name = upstream
            }
            return ([String(name)] + operators.reversed()).joined(separator: " → ")
        }

        /// A type's name, with the name of the enclosing type where the name alone says nothing:
        /// the type that publishes notifications is called `Publisher`.
        static func short(_ type: Any.Type) -> String {
            let short = String(describing: type)
            guard short == "Publisher" else { return short }
            let around = String(reflecting: type)
                .replacingOccurrences(of: "<.*>", with: "", options: .regularExpression)
                .split(separator: ".").dropLast().last { $0 != "OCombine" }
            return around.map { "\($0).Publisher" } ?? short
        }

        /// All with one upstream, and `confineTo`.
        private static let operators: Set<Substring> = [
            "AllSatisfy", "AssertNoFailure", "Autoconnect", "Breakpoint", "Buffer", "Catch",
            "Collect", "CollectByCount", "CollectByTime", "CompactMap", "Comparison", "ConfineTo",
            "Contains", "ContainsWhere", "Count", "Debounce", "Decode", "Deferred", "Delay", "Drop",
            "DropUntilOutput", "DropWhile", "Encode", "Filter", "First", "FirstWhere", "FlatMap",
            "HandleEvents", "IgnoreOutput", "Last", "LastWhere", "MakeConnectable", "Map",
            "MapError", "MapKeyPath", "MapKeyPath2", "MapKeyPath3", "MeasureInterval", "Multicast",
            "Output", "PrefixUntilOutput", "PrefixWhile", "Print", "ReceiveOn", "Reduce",
            "RemoveDuplicates", "ReplaceEmpty", "ReplaceError", "Retry", "Scan", "SetFailureType",
            "Share", "SubscribeOn", "SwitchToLatest", "Throttle", "Timeout", "TryAllSatisfy",
            "TryCatch", "TryCompactMap", "TryComparison", "TryContainsWhere", "TryDropWhile",
            "TryFilter", "TryFirstWhere", "TryLastWhere", "TryMap", "TryPrefixWhile", "TryReduce",
            "TryRemoveDuplicates", "TryScan",
        ]

        /// The known operators that are generic over what they make of a value first.
        private static let makers: Set<Substring> = ["FlatMap", "SwitchToLatest"]

        /// What a known operator is generic over: its upstream.
        private static func upstream(of name: Substring) -> Substring? {
            guard let opening = name.firstIndex(of: "<"), operators.contains(name[..<opening])
            else { return nil }
            let arguments = name[name.index(after: opening)...].dropLast()
            guard let end = firstIndex(in: arguments, where: { $0 == "," })
            else { return arguments }
            return makers.contains(name[..<opening])
                ? arguments[end...].dropFirst(2) : arguments[..<end]
        }

        /// The place of the first character outside of all brackets that is wanted.
        private static func firstIndex(
            in name: Substring, where isWanted: (Character) -> Bool
        ) -> Substring.Index? {
            var depth = 0
            var previous: Character?
            for index in name.indices {
                let character = name[index]
                if depth == 0, isWanted(character) { return index }
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
#endif

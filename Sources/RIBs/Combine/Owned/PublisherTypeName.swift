#if !RxSwift
    /// What the type of a publisher tells of its chain, for subscriptions that nobody watches being
    /// made.
    struct PublisherTypeName {
        /// The chain from its source, such as `PassthroughSubject<Score, Never> → map → filter`.
        let chain: String

        init(_ type: Any.Type) {
            var operators: [String] = []
            var name = Substring(Self.short(type))
            // Every operator of one upstream names it first.
            while let upstream = Self.upstream(of: name) {
                operators.append(Self.asCall(name))
                name = upstream
            }
            chain = ([String(name)] + operators.reversed()).joined(separator: " → ")
        }

        /// A type's name, with that of the type around it where it says nothing alone: notifications are published by a
        /// type that is called `Publisher`.
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
            var depth = 0
            var previous: Character?
            for index in arguments.indices {
                let character = arguments[index]
                switch character {
                case "<", "(", "[": depth += 1
                // An arrow of a function's type closes nothing.
                case ">" where previous == "-": break
                case ">", ")", "]": depth -= 1
                case "," where depth == 0: return arguments[..<index]
                default: break
                }
                previous = character
            }
            return arguments
        }

        private static func asCall(_ name: Substring) -> String {
            let base = name.prefix { $0 != "<" }
            return base == "MapKeyPath" ? "map" : base.prefix(1).lowercased() + base.dropFirst()
        }
    }
#endif

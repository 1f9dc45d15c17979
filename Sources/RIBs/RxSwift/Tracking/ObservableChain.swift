// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxSwift

    /// Describes a chain of operators in the words of the code that makes it: `PublishSubject<Int>
    /// → map → observe(on:)`. Each operator is an object of a class with its name, and has its
    /// source in a field. A chain begins where there are several sources or none.
    struct SubscriptionChain {
        /// The most operators to name, counted from the end of the chain.
        private static let mostOperators = 32

        /// Any of RxSwift's sources of values.
        let observable: any ObservableType
        /// RxSwift's or RxCocoa's type whose method the code called. Each wraps an observable.
        let kind: String
        let method: String

        /// Made only for a subscription that is entered, because that takes long.
        var text: String {
            var (beginning, operators) = Self.parts(of: observable)
            var hasConversion = true
            switch kind {
            case "Observable": break
            case "Driver", "Signal":
                hasConversion = Self.name(conversionTo: kind, in: &operators, of: &beginning)
            case "Infallible":
                // What makes it. An infallible itself has no `catch`.
                if let last = operators.lastIndex(of: "catch") {
                    operators[last] = "asInfallible"
                } else {
                    hasConversion = false
                }
            default: hasConversion = operators.contains(where: Self.conversionsToTraits.contains)
            }
            if !hasConversion, beginning.hasPrefix("Observable.") {
                beginning = "\(kind).\(beginning.dropFirst("Observable.".count))"
            }
            return ([beginning] + operators + [method]).joined(separator: " → ")
        }

        /// Names the operators by which RxCocoa makes a driver or a signal, if there are any. It
        /// moves what it wraps to a scheduler, catches its errors, and shares it, also after each
        /// later operator.
        private static func name(
            conversionTo kind: String, in operators: inout [String], of beginning: inout String
        ) -> Bool {
            guard let move = operators.lastIndex(of: "observe(on:)") else {
                operators.removeAll { $0 == "share" }
                return false
            }
            var later = operators[(move + 1)...]
            if later.first == "catch" {
                later.removeFirst()
            } else if move == 0 {
                // Only a relay needs no catch. It passes on its subject in its own place.
                for relayed in ["Behavior", "Publish"]
                where beginning.hasPrefix("\(relayed)Subject<") {
                    beginning = "\(relayed)Relay\(beginning.dropFirst("\(relayed)Subject".count))"
                }
            }
            operators[move...] = ["as\(kind)"] + later.filter { $0 != "share" }
            return true
        }

        /// What makes a single, a maybe or a completable of an observable.
        private static let conversionsToTraits: Set = [
            "asSingle", "asMaybe", "first", "toArray", "ignoreElements",
        ]

        private static func parts(of observable: Any) -> (beginning: String, operators: [String]) {
            var operators: [String] = []
            var current = observable
            while operators.count < mostOperators {
                if let upstream = upstreamOfConfinement(current) {
                    operators.append("confineTo")
                    current = upstream
                } else if let upstream = upstreamOfUnretained(current) {
                    operators.append("withUnretained")
                    current = upstream
                } else if let upstream = source(of: current) {
                    if let word = word(for: current) { operators.append(word) }
                    current = upstream
                } else {
                    break
                }
            }
            return (beginning(current), operators.reversed())
        }

        private static func source(of observable: Any) -> Any? {
            switch base(observable) {
            // A chain that begins with the user's action. How the view makes it is not in the code.
            case "ControlEvent", "ControlProperty": nil
            case "WithLatestFrom": field("first", of: observable)
            // Both repeat one observable.
            case "CatchSequence", "RetryWhenSequence":
                field("sources", of: observable).flatMap { field("repeatedValue", of: $0) }
            // What `share` makes consists of two operators.
            case "RefCount": field("source", of: observable).flatMap { field("source", of: $0) }
            default: field("source", of: observable)
            }
        }

        /// The observable that `confineTo` was called on. Its result consists of four operators.
        private static func upstreamOfConfinement(_ observable: Any) -> Any? {
            guard base(observable) == "Do", let map = source(of: observable), base(map) == "Map",
                let filter = source(of: map), base(filter) == "Filter",
                let both = source(of: filter),
                String(describing: type(of: both)).hasPrefix("CombineLatest2<Bool, ")
            else { return nil }
            return field("source2", of: both)
        }

        /// The observable that `withUnretained` was called on. Its result consists of two
        /// operators, of which the first pairs an object with each value.
        private static func upstreamOfUnretained(_ observable: Any) -> Any? {
            guard base(observable) == "Catch",
                let pairs = source(of: observable) as? any ObservableType, base(pairs) == "Map",
                let values = source(of: pairs) as? any ObservableType
            else { return nil }
            let (pair, value) = (element(of: pairs), element(of: values))
            // A pair of two values of one type is taken for the work of the code's own `map`.
            return pair.hasPrefix("(") && pair.hasSuffix(", \(value))")
                && pair != "(\(value), \(value))"
                ? values : nil
        }

        private static func element<Source: ObservableType>(of _: Source) -> String {
            String(describing: Source.Element.self)
        }

        private static func field(_ name: String, of observable: Any) -> Any? {
            sequence(first: Mirror(reflecting: observable), next: \.superclassMirror).lazy
                .flatMap(\.children).first { [name, "_\(name)"].contains($0.label) }?.value
        }

        private static func base(_ observable: Any) -> String {
            String(String(describing: type(of: observable)).prefix { $0 != "<" })
        }

        /// The name of an operator in code; nil for one that code does not call.
        private static func word(for observable: Any) -> String? {
            let base = base(observable)
            let name = String(describing: type(of: observable))
            if base == "FlatMap", name.hasSuffix(", Observable<Never>>") { return "ignoreElements" }
            if base == "ConnectableObservableAdapter" {
                return name.contains("<ReplaySubject<") ? "replay" : "publish"
            }
            if let known = words[base] { return known.isEmpty ? nil : known }
            return lower(base)
        }

        /// The names that differ from the classes' in more than the first letter.
        private static let words = [
            "AsObservable": "", "ObserveOn": "observe(on:)",
            "ObserveOnSerialDispatchQueue": "observe(on:)", "SubscribeOn": "subscribe(on:)",
            "RefCount": "share", "ShareReplay1WhileConnected": "share",
            "ShareWhileConnected": "share", "TakeCount": "take", "SkipCount": "skip",
            "TakeTime": "take(for:)", "SkipTime": "skip", "TakeWhile": "take(while:)",
            "SkipWhile": "skip(while:)", "TakeUntil": "take(until:)",
            "TakeUntilPredicate": "take(until:)", "SkipUntil": "skip(until:)",
            "ElementAt": "element(at:)", "CombineLatest2": "combineLatest",
            "CatchSequence": "retry", "RetryWhenSequence": "retry(when:)", "SingleAsync": "single",
            "BufferTimeCount": "buffer", "WindowTimeCount": "window", "Switch": "switchLatest",
            "MergeLimited": "merge(maxConcurrent:)", "DefaultIfEmpty": "ifEmpty(default:)",
            "SwitchIfEmpty": "ifEmpty(switchTo:)",
        ]

        /// The source of a chain: a subject's type, or the function that makes anything else.
        private static func beginning(_ observable: Any) -> String {
            let name = String(describing: type(of: observable))
            if observable is any SubjectType || name.contains("Relay<")
                || name.hasPrefix("Control")
            {
                return name
            }
            let base = base(observable)
            if base == "Timer", isInterval(observable) { return "Observable.interval" }
            let isNumbered = base.last?.isNumber ?? false
            let known = beginnings[base] ?? lower(isNumbered ? String(base.dropLast()) : base)
            return "Observable.\(known)"
        }

        /// Whether a timer's first value comes after the same time as each later one.
        private static func isInterval(_ timer: Any) -> Bool {
            guard let period = field("period", of: timer) as? RxTimeInterval else { return false }
            return field("dueTime", of: timer) as? RxTimeInterval == period
        }

        private static let beginnings = [
            "AnonymousObservable": "create", "ConcatSequence": "concat", "MergeArray": "merge",
            "ObservableSequence": "from",
            "NeverProducer": "never", "EmptyProducer": "empty", "ErrorProducer": "error",
            "RangeProducer": "range", "JustScheduled": "just",
            "ObservableOptional": "from(optional:)",
            "ObservableOptionalScheduled": "from(optional:)", "CatchSequence": "catch",
            "ConcatCompletable": "andThen", "CombineLatestCollectionType": "combineLatest",
            "ZipCollectionType": "zip",
        ]

        private static func lower(_ name: String) -> String {
            name.prefix(1).lowercased() + name.dropFirst()
        }
    }
#endif

// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxSwift

    /// Describes a chain of operators in the words of the code that makes it: `PublishSubject<Int>
    /// → map → observe(on:)`.
    ///
    /// Each of RxSwift's operators is an object of a class with the operator's name, and has its
    /// source in a field. A chain begins where there are several sources or none.
    enum ObservableChain {
        private static let mostOperators = 32

        /// - Parameter observable: Any of RxSwift's sources of values.
        static func words(of observable: Any) -> String {
            let (beginning, operators) = parts(of: observable)
            return ([beginning] + operators).joined(separator: " → ")
        }

        /// Same, for the source of a driver or a signal. RxCocoa moves these to a scheduler, and
        /// shares them again after each operator.
        ///
        /// - Parameter word: The method that the code called for that.
        static func words(of observable: Any, sharedBy word: String) -> String {
            var (beginning, operators) = parts(of: observable)
            operators.removeAll { $0 == "share" }
            if operators.first == "observe(on:)" {
                operators.removeFirst(operators.dropFirst().first == "catch" ? 2 : 1)
                operators.insert(word, at: 0)
            }
            return ([beginning] + operators).joined(separator: " → ")
        }

        private static func parts(of observable: Any) -> (beginning: String, operators: [String]) {
            var operators: [String] = []
            var current = observable
            while operators.count < mostOperators {
                if let upstream = upstreamOfConfinement(current) {
                    operators.append("confineTo")
                    current = upstream
                    continue
                }
                guard let source = source(of: current) else { break }
                if let word = word(for: base(current)) { operators.append(word) }
                current = source
            }
            return (beginning(current), operators.reversed())
        }

        private static func source(of observable: Any) -> Any? {
            let base = base(observable)
            // A chain that begins with the user's action. How the view makes it is not in the code.
            if base == "ControlEvent" || base == "ControlProperty" { return nil }
            return field(base == "WithLatestFrom" ? "first" : "source", of: observable)
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

        private static func field(_ name: String, of observable: Any) -> Any? {
            var mirror = Mirror(reflecting: observable) as Mirror?
            while let known = mirror {
                if let child = known.children.first(where: {
                    $0.label == name || $0.label == "_\(name)"
                }) {
                    return child.value
                }
                mirror = known.superclassMirror
            }
            return nil
        }

        private static func base(_ observable: Any) -> String {
            String(String(describing: type(of: observable)).prefix { $0 != "<" })
        }

        /// The name of an operator in code; nil for one that code does not call.
        private static func word(for base: String) -> String? {
            if let known = words[base] { return known.isEmpty ? nil : known }
            return base.prefix(1).lowercased() + base.dropFirst()
        }

        private static let words = [
            "AsObservable": "", "Do": "do", "ObserveOn": "observe(on:)",
            "ObserveOnSerialDispatchQueue": "observe(on:)", "SubscribeOn": "subscribe(on:)",
            "FlatMapLatest": "flatMapLatest", "RefCount": "refCount",
            "ShareReplay1WhileConnected": "share", "ShareWhileConnected": "share",
            "TakeCount": "take", "SkipCount": "skip", "TakeTime": "take", "SkipTime": "skip",
            "TakeWhile": "take(while:)", "SkipWhile": "skip(while:)", "TakeUntil": "take(until:)",
            "TakeUntilPredicate": "take(until:)", "SkipUntil": "skip(until:)",
            "ElementAt": "element(at:)", "WithLatestFrom": "withLatestFrom",
            "CombineLatest2": "combineLatest", "Catch": "catch", "ToArray": "toArray",
        ]

        /// The source of a chain: the type of a subject, or the function that the code calls for
        /// anything else.
        private static func beginning(_ observable: Any) -> String {
            let name = String(describing: type(of: observable))
            if observable is any SubjectType || name.contains("Relay<")
                || name.hasPrefix("Control")
            {
                return name
            }
            let base = base(observable)
            if let known = beginnings[base] { return "Observable.\(known)" }
            guard let number = base.last, number.isNumber else {
                return "Observable.\(lower(base))"
            }
            return "Observable.\(lower(String(base.dropLast())))"
        }

        private static let beginnings = [
            "AnonymousObservable": "create", "ConcatSequence": "concat", "Concat": "concat",
            "Merge": "merge", "MergeArray": "merge", "ObservableSequence": "from",
            "Timer": "interval", "CombineLatestCollectionType": "combineLatest",
            "ZipCollectionType": "zip",
        ]

        private static func lower(_ name: String) -> String {
            name.prefix(1).lowercased() + name.dropFirst()
        }
    }
#endif

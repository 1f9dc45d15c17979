// SPDX-License-Identifier: Apache-2.0

import SourceModel

/// The imports of a file of doubles: those of the sources that its protocols need, and what was asked
/// for.
struct ImportList {
    private var lines: Set<ImportLine> = []
    private var testable: Set<String>

    /// - Parameters:
    ///   - protocols: Those of the doubles, and their parents.
    ///   - files: All sources.
    ///   - tests: The tests that the doubles are for.
    ///   - options: What was asked for.
    init(
        for protocols: [ProtocolDeclaration], of files: [ProtocolFile], tests: [ProtocolFile],
        _ options: TestDoubles.Options
    ) {
        testable = Set(options.testableImports)
        let byFile = Dictionary(grouping: protocols, by: \.file)
        let modules = ModuleNames(of: files.map(\.path) + [options.output].compactMap(\.self))
        if testable.isEmpty, let output = options.output {
            let own = Set(byFile.keys.compactMap { modules[$0] })
            let tested = tests.flatMap(\.imports).filter(\.isTestable).map(\.module)
            testable = own.isEmpty ? Set(tested) : own.subtracting([modules[output] ?? ""])
        }
        // Where a name may be declared, as `homes` says.
        var origins: [String: Set<String>] = [:]
        for file in files {
            let homes = Self.homes(of: file.path, modules[file.path])
            for name in file.names { origins[name, default: []].formUnion(homes) }
        }
        let read = Set(origins.values.joined())
        for file in files {
            guard let protocols = byFile[file.path] else { continue }
            let imports = Set(file.imports.map(\.module))
            let needed = Self.modules(
                for: Set(protocols.flatMap(\.namedTypes)), of: imports,
                in: Self.homes(of: file.path, modules[file.path]), origins: origins, read: read)
            lines.formUnion(file.imports.filter { $0.isTestable || needed.contains($0.module) })
            // What comes by another module only.
            for module in needed.subtracting(imports) {
                add(module, where: module == "UIKit" ? "canImport(UIKit)" : nil)
            }
        }
        for module in options.imports { add(module) }
        // An import for tests says all that a plain one of the same module does.
        lines = lines.filter { !testable.contains($0.text.replacing("import ", with: "")) }
        lines.formUnion(testable.map { ImportLine(of: $0, attribute: "@testable ") })
    }

    /// The module of a file. Where no package or project tells it, it may be called like each folder around the
    /// file; files before the same `Sources` are of one module, marked by a slash.
    private static func homes(of path: String, _ module: String?) -> Set<String> {
        if let module { return [module, "/" + module] }
        let folders = path.split(separator: "/").dropLast().map(String.init)
        let sources = folders.firstIndex { ["Sources", "Source"].contains($0) }
        let root = folders[..<(sources ?? 0)].joined(separator: "/")
        return Set(folders + ["/" + root])
    }

    /// Adds a module, if it is not imported already.
    mutating func add(_ module: String, where condition: String? = nil) {
        if !testable.contains(module) { lines.insert(ImportLine(of: module, condition: condition)) }
    }

    /// The imports, sorted; those under a condition follow, a block for each.
    var text: String {
        // By module, plain before `@testable`.
        let sorted = lines.sorted { ($0.module, $0.text) < ($1.module, $1.text) }
        let plain = sorted.filter { $0.condition == nil }.map(\.text)
        let rest = sorted.filter { $0.condition != nil && !plain.contains($0.text) }
        let blocks = Dictionary(grouping: rest) { $0.condition ?? "" }.sorted { $0.key < $1.key }
        let text = blocks.flatMap { ["#if " + $0] + $1.map(\.text) + ["#endif"] }
        return (plain + text).joined(separator: "\n")
    }
}

extension ImportList {
    /// The modules from which the names of types in a file may come: of those that it imports, and
    /// Foundation and UIKit, which many modules bring along.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - imports: What the file imports.
    ///   - homes: The file's own module.
    ///   - origins: Where the sources declare names.
    ///   - read: The modules of the sources.
    private static func modules(
        for names: Set<String>, of imports: Set<String>, in homes: Set<String>,
        origins: [String: Set<String>], read: Set<String>
    ) -> Set<String> {
        let own = homes.filter { $0.hasPrefix("/") }
        let foreign = names.subtracting(swift).filter {
            origins[$0]?.isDisjoint(with: own) != false
        }
        // The ports of RIBs have its names.
        func known(_ module: String) -> Set<String>? {
            Self.known[ParsedFile.isRIBs(module) ? "RIBs" : module]
        }
        func has(_ module: String, _ name: String) -> Bool {
            module == name || origins[name]?.contains(module) == true
                || known(module)?.isDisjoint(with: [name, name.prefix(2) + "*"]) == false
        }
        var needed = imports.filter { module in foreign.contains { has(module, $0) } }
        let unknown = foreign.subtracting(foundation).filter { name in
            // Many modules have names that begin with NS.
            name.hasPrefix("NS") || !needed.contains { has($0, name) }
        }
        if !foreign.isDisjoint(with: foundation) { needed.insert("Foundation") }
        if unknown.contains(where: { $0.hasPrefix("UI") }) { needed.insert("UIKit") }
        guard !unknown.isEmpty else { return needed }
        return needed.union(
            imports.filter { known($0) == nil && !read.contains($0) && !ofViews.contains($0) })
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Modules whose types protocols of RIBs name, each before these types.
    private static let known: [String: Set<String>] = {
        let modules = """
            RIBs: ActionableItem Buildable Builder Component Dependency EmptyComponent \
            EmptyDependency Interactable Interactor InteractorScope LaunchRouter LaunchRouting \
            Presentable PresentableInteractor Presenter RouterLifecycle RouterScope Router Routing \
            ViewableRouter ViewableRouting ViewControllable Worker Working Workflow
            RxSwift: AnyObserver AsyncSubject BehaviorSubject Completable CompositeDisposable \
            Disposable DisposeBag Infallible Maybe Observable ObservableType ObserverType \
            PublishSubject ReplaySubject SchedulerType Single
            RxRelay: BehaviorRelay PublishRelay ReplayRelay
            RxCocoa: BehaviorRelay Binder ControlEvent ControlProperty Driver PublishRelay \
            ReplayRelay SharedSequence Signal
            Combine: AnyCancellable AnyPublisher AnySubscriber Cancellable CurrentValueSubject \
            Future Just ObservableObject PassthroughSubject Published Publisher Scheduler Subject \
            Subscriber
            UIKit: UI* NS* CA* CG*
            CoreGraphics: CG*
            CoreLocation: CL*
            MapKit: MK* CL*
            AVFoundation: AV* CM*
            """
        let lines = modules.split(separator: "\n").map { $0.split(separator: ":") }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), words(String($0[1]))) })
    }()

    /// Modules that only show and place views.
    private static let ofViews = words(
        """
        Cartography EasyPeasy FlexLayout Kingfisher Lottie Masonry Nuke PinLayout PureLayout
        SDWebImage SkeletonView SnapKit Stevia Then TinyConstraints
        """)

    private static let foundation = words(
        """
        AttributedString Bundle CGFloat CGPoint CGRect CGSize Calendar CharacterSet Data
        DateComponents DateFormatter DateInterval Date Decimal DispatchQueue FileManager
        HTTPURLResponse IndexPath IndexSet JSONDecoder JSONEncoder Locale Measurement Notification
        NotificationCenter NSAttributedString NSError NSNumber NSObject NSObjectProtocol NSRange
        NumberFormatter OperationQueue Progress TimeInterval TimeZone Timer URL URLComponents
        URLRequest URLResponse URLSession UUID UserDefaults
        """)

    /// Names of Swift's own, those of attributes too.
    private static let swift = words(
        """
        Actor Any AnyHashable AnyObject Array ArraySlice AsyncSequence AsyncStream
        AsyncThrowingStream Bool Character ClosedRange Clock Codable Collection Comparable
        ContiguousArray Copyable CustomDebugStringConvertible CustomStringConvertible Decodable
        Decoder Dictionary Double Duration Element Encodable Encoder Equatable Error Escapable Float
        Hashable Hasher ID Identifiable Int Int16 Int32 Int64 Int8 KeyPath MainActor Never
        ObjectIdentifier Optional Range RawRepresentable Result Self Sendable SendableMetatype
        Sequence Set StaticString String Substring Task UInt UInt16 UInt32 UInt64 UInt8 Void
        WritableKeyPath autoclosure available class convention discardableResult escaping objc
        preconcurrency unchecked
        """)
}

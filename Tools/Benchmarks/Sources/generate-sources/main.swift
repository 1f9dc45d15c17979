// SPDX-License-Identifier: Apache-2.0
//
// generate-sources FOLDER LINES: writes the sources of an app of many RIBs, for `Tools/bench --lint`.
//
// The RIBs differ in size and in what they do, and one in twenty has a mistake that a rule finds. The same arguments
// give the same files.

import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3, let lines = Int(arguments[2]), lines > 0 else {
    FileHandle.standardError.write(Data("usage: generate-sources FOLDER LINES\n".utf8))
    exit(64)
}

/// The sources of one RIB.
struct GeneratedRIB {
    let number: Int

    private var name: String { "Feature\(number)" }
    private var hasMistake: Bool { number % 20 == 0 }
    private var methods: Int { 10 + number % 30 }

    var interactor: String {
        let weak = hasMistake ? "" : "weak "
        let holder = hasMistake ? ".disposed(by: bag)" : ".disposeOnDeactivate(interactor: self)"
        var text = """
            import Foundation
            import RIBs
            import RxSwift

            protocol \(name)Routing: ViewableRouting {
                func routeToDetail()
                func closeDetail()
            }

            protocol \(name)Presentable: Presentable {
                var listener: \(name)PresentableListener? { get set }
                func show(_ rows: [String])
            }

            protocol \(name)Listener: AnyObject {
                func \(name.lowercased())DidClose()
            }

            protocol \(name)PresentableListener: AnyObject {
                func didTapRow(_ row: Int)
            }

            final class \(name)Interactor: PresentableInteractor<\(name)Presentable>, \(name)PresentableListener {
                weak var router: \(name)Routing?
                \(weak)var listener: \(name)Listener?
                private let bag = DisposeBag()
                private let rows: Observable<[String]>

                init(presenter: \(name)Presentable, rows: Observable<[String]>) {
                    self.rows = rows
                    super.init(presenter: presenter)
                    presenter.listener = self
                }

                override func didBecomeActive() {
                    super.didBecomeActive()
                    rows
                        .map { rows in rows.filter { !$0.isEmpty } }
                        .observe(on: MainScheduler.instance)
                        .subscribe(onNext: { [weak self] rows in self?.presenter.show(rows) })
                        \(holder)
                }

                func didTapRow(_ row: Int) { router?.routeToDetail() }

            """
        for method in 0..<methods {
            text += """

                    /// Step \(method) of what the feature works out.
                    private func step\(method)(_ values: [Int]) -> Int {
                        var total = \(method)
                        for (index, value) in values.enumerated() where index % 2 == \(method % 2) {
                            if value > total {
                                total += value * \(method + 1)
                            } else {
                                total -= value
                            }
                        }
                        return values.map { $0 + total }.reduce(0, +)
                    }

                """
        }
        return text + "}\n"
    }

    var router: String {
        """
        import RIBs

        protocol \(name)ViewControllable: ViewControllable {
            func present(_ view: ViewControllable)
            func dismiss(_ view: ViewControllable)
        }

        final class \(name)Router: ViewableRouter<\(name)Interactor, \(name)ViewControllable>, \(name)Routing {
            private let detailBuilder: DetailBuildable
            private var detail: ViewableRouting?

            init(interactor: \(name)Interactor, viewController: \(name)ViewControllable, detailBuilder: DetailBuildable) {
                self.detailBuilder = detailBuilder
                super.init(interactor: interactor, viewController: viewController)
            }

            func routeToDetail() {
                guard detail == nil else { return }
                let router = detailBuilder.build()
                detail = router
                attachChild(router)
                viewController.present(router.viewControllable)
            }

            func closeDetail() {
                guard let router = detail else { return }
                viewController.dismiss(router.viewControllable)
                detachChild(router)
                detail = nil
            }
        }

        """
    }

    var builder: String {
        """
        import RIBs
        import RxSwift

        protocol \(name)Dependency: Dependency {
            var rows: Observable<[String]> { get }
        }

        final class \(name)Component: Component<\(name)Dependency> {
            var rows: Observable<[String]> { shared { dependency.rows.share() } }
        }

        final class \(name)Builder: Builder<\(name)Dependency> {
            func build(withListener listener: \(name)Listener, view: \(name)Presentable) -> \(name)Interactor {
                let component = \(name)Component(dependency: dependency)
                let interactor = \(name)Interactor(presenter: view, rows: component.rows)
                interactor.listener = listener
                return interactor
            }
        }

        """
    }
}

let folder = URL(fileURLWithPath: arguments[1])
var written = 0
var number = 0
while written < lines {
    number += 1
    let rib = GeneratedRIB(number: number)
    let place = folder.appendingPathComponent("Feature\(number)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for (file, text) in [
        ("Interactor", rib.interactor), ("Router", rib.router), ("Builder", rib.builder),
    ] {
        let url = place.appendingPathComponent("Feature\(number)\(file).swift")
        try Data(text.utf8).write(to: url)
        written += text.utf8.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}
print("\(number) RIBs, \(written) lines")

// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBAnalysis/RIBAnalysis.docc/Findings: change that.

/// The page of each kind of finding, in Markdown without links.
enum FindingPages {
    static let texts: [String: String] = [
        "accumulating-subscriptions": #"""
# Accumulating subscriptions

`accumulating-subscriptions`: each activation of an interactor adds a subscription, and none ends.
This is a warning.

## Cause

`didBecomeActive` runs once for each activation. A subscription that is made there and not ended with
the activation is still there when the next one begins. After the fifth activation, each value is
handled five times.

It is reported when at least three activations each added one from the same place, and all of these
are still alive.

## Example

```swift
final class HomeInteractor: Interactor {
    private let score: AnyPublisher<Int, Never>
    private var subscriptions: Set<AnyCancellable> = []

    init(score: AnyPublisher<Int, Never>) { self.score = score }

    override func didBecomeActive() {
        super.didBecomeActive()
        score.confineTo(self).sink { print($0) }.store(in: &subscriptions)
    }
}
```

## Fix

End the subscription with the activation, as
Fired while inactive shows. Or subscribe once, in `init`, and confine it:

```swift
final class HomeInteractor: Interactor {
    private var subscriptions: Set<AnyCancellable> = []

    init(score: AnyPublisher<Int, Never>) {
        super.init()
        score.confineTo(self).sink { print($0) }.store(in: &subscriptions)
    }
}
```
"""#,
        "fired-while-inactive": #"""
# Fired while inactive

`fired-while-inactive`: a subscription delivered a value while its interactor was inactive.

## Cause

The interactor was deactivated, but its subscription goes on. So business logic of a detached RIB
still runs: it may route, log an event, or write to a shared stream. `[weak self]` does not help as
long as the interactor is alive.

A value that is sent during `willResignActive` is not a mistake. Neither is one that was already
under way when the subscription was cancelled.

## Example

```swift
final class HomeInteractor: Interactor {
    private let score: CurrentValueSubject<Int, Never>
    private var subscriptions: Set<AnyCancellable> = []

    init(score: CurrentValueSubject<Int, Never>) { self.score = score }

    override func didBecomeActive() {
        super.didBecomeActive()
        score.sink { [weak self] in self?.show($0) }.store(in: &subscriptions)
    }

    func show(_ score: Int) {}
}
```

## Fix

End the subscription with the activation:

```swift
final class HomeInteractor: Interactor {
    private let score: CurrentValueSubject<Int, Never>

    init(score: CurrentValueSubject<Int, Never>) { self.score = score }

    override func didBecomeActive() {
        super.didBecomeActive()
        score.sink { [weak self] in self?.show($0) }.cancelOnDeactivate(interactor: self)
    }

    func show(_ score: Int) {}
}
```

- `.sink(in: self) { }` does both in one call.
- `.confineTo(self)` keeps values back while the interactor is inactive, and delivers the latest one
  when it is active again.
- In a worker, use `.cancelOnStop(self)`.
- With RxSwift, the names are `.disposeOnDeactivate(interactor:)` and `.disposeOnStop(_:)`.
- A RIB without base classes disposes of its subscriptions where it calls `didDetach()`.
"""#,
        "growing-objects": #"""
# Growing objects

`growing-objects`: a scenario that a test repeats leaves more behind with each turn.

## Cause

`assertNoGrowth` ran a scenario several times. One place of the heap got the same number more with
each turn, such as an entry of a dictionary, a closure of a list, or a child of a router. Nothing
takes them out. This is a mistake whether or not the objects leak: a child that is never detached
grows too.

The first two turns are not measured. A cache that fills and then stops is not reported, as long as it
is full before the last turn.

## Example

```swift
final class VisitStore {
    var onVisit: [() -> Void] = []
}

final class VisitInteractor: Interactor {
    let store: VisitStore

    init(store: VisitStore) {
        self.store = store
        super.init()
    }

    override func didBecomeActive() {
        store.onVisit.append { [weak self] in _ = self }  // with each activation
    }
}
```

## Fix

Take out what a turn adds, before the turn ends:

```swift
final class VisitStore {
    var onVisit: [ObjectIdentifier: () -> Void] = [:]
}

final class VisitInteractor: Interactor {
    let store: VisitStore

    init(store: VisitStore) {
        self.store = store
        super.init()
    }

    override func didBecomeActive() {
        store.onVisit[ObjectIdentifier(self)] = { [weak self] in _ = self }
    }

    override func willResignActive() {
        store.onVisit[ObjectIdentifier(self)] = nil
    }
}
```

Give a cache a limit, and measure more turns than it has room for.
"""#,
        "late-deallocation": #"""
# Late deallocation

`late-deallocation`: an object was freed, but only after its deadline. This is a warning.

## Cause

In a running app, an object has 1 second after its RIB was detached, and a view has 5. Pending work
held this one longer and then released it: an animation, a network request, a task, or a delayed
closure. The memory came back, but the RIB's code could still run meanwhile.

An object that a field or a list kept past that time is a leak, even if it is freed later.

Tests do not report this, since they judge at their end and not at a deadline.

## Example

```swift
final class HomeInteractor: Interactor {
    func save() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) { self.finish() }
    }

    func finish() {}
}
```

## Fix

Capture `[weak self]`, or cancel the work in `willResignActive`:

```swift
final class HomeInteractor: Interactor {
    func save() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) { [weak self] in self?.finish() }
    }

    func finish() {}
}
```
"""#,
        "leaked-component": #"""
# Leaked component

`leaked-component`: a RIB was detached, but something still holds its component.

## Cause

A child, a service or a closure keeps the component of the RIB, and with it everything the component
shares. Often this is a lazy closure that captures the component, or a child component that is kept
longer than its RIB.

A component that a parent shares with its children may outlive them. It is reported only if the stack
that made it shows that the RIB made it for itself.

## Example

```swift
final class ImageLoader {
    var makeURL: (() -> String)?
}

final class HomeComponent: Component<any HomeDependency> {
    func prepare(_ loader: ImageLoader) {
        loader.makeURL = { "\(self.dependency)" }
    }
}
```

A component may also keep itself alive: `lazy var gameBuilder = GameBuilder(dependency: self)`.

## Fix

Capture what the closure needs, and not the component:

```swift
final class ImageLoader {
    var makeURL: (() -> String)?
}

final class HomeComponent: Component<any HomeDependency> {
    func prepare(_ loader: ImageLoader) {
        let dependency = dependency
        loader.makeURL = { "\(dependency)" }
    }
}
```

Make a builder where it is used, or in a computed property that makes one for each call.
"""#,
        "leaked-interactor": #"""
# Leaked interactor

`leaked-interactor`: a RIB was detached, but something still holds its interactor.

## Cause

Most often a closure captures `self` strongly: the closure of a `sink`, a timer, a task, an observer
or a stored callback. Then the interactor keeps its subscription, the subscription keeps the closure,
and the closure keeps the interactor. Such a cycle never ends by itself.

The other common cause is a listener that is held strongly, by the view or by a child.

## Example

```swift
final class HomeInteractor: Interactor {
    private let isWaiting = CurrentValueSubject<Bool, Never>(false)
    private var subscriptions: Set<AnyCancellable> = []

    override func didBecomeActive() {
        super.didBecomeActive()
        isWaiting.sink { value in self.show(value) }.store(in: &subscriptions)
    }

    func show(_ isWaiting: Bool) {}
}
```

## Fix

Capture `self` weakly, and end the subscription with the activation:

```swift
final class HomeInteractor: Interactor {
    private let isWaiting = CurrentValueSubject<Bool, Never>(false)

    override func didBecomeActive() {
        super.didBecomeActive()
        isWaiting.sink { [weak self] value in self?.show(value) }
            .cancelOnDeactivate(interactor: self)
    }

    func show(_ isWaiting: Bool) {}
}
```

- For a listener: declare it `weak var listener`.
- For a task: start it with `task(in: self) { }`, which is cancelled at the deactivation. A
  continuation does not end then: resume it on cancellation, or wait for an `AsyncStream`, which does.
- For a timer, a task, a work item, a dispatch source or an observer: end it with
  `.cancelOnDeactivate(interactor: self)`.
- For a stored closure: capture `[weak self]`, or set the property to nil in `willResignActive`.
- For a list of listeners: call what removes the interactor there in `willResignActive`, or have the
  list refer to its listeners weakly.
"""#,
        "leaked-object": #"""
# Leaked object

`leaked-object`: an object that was expected to be freed is still alive.

## Cause

You told the recorder that this object should be gone, by one of these:

- `Recorder.shared.track(_:ribPath:)` and `expectDeallocation(of:)`
- `assertDeallocated`
- `LeakDetector.instance.expectDeallocate(object:)`
- `didDetach()` of a RIB without base classes

Something still holds it when the run is judged.

## Example

```swift
final class Session {
    var onEnd: (() -> Void)?
}

func logOut(_ session: Session) {
    session.onEnd = { print(session) }
    Recorder.shared.track(session, ribPath: "Root/LoggedIn")
    Recorder.shared.expectDeallocation(of: session)
}
```

## Fix

Break the reference that the report marks with `~~~`:

```swift
final class Session {
    var onEnd: (() -> Void)?
}

func logOut(_ session: Session) {
    session.onEnd = { [weak session] in print(session as Any) }
    Recorder.shared.track(session, ribPath: "Root/LoggedIn")
    Recorder.shared.expectDeallocation(of: session)
}
```

If the object may live on after all, call `track(_:ribPath:)` again. That takes the expectation back.
"""#,
        "leaked-presenter": #"""
# Leaked presenter

`leaked-presenter`: a RIB was detached, but something still holds its presenter.

## Cause

A presenter that is an object of its own, and not the view, is kept by something other than its
interactor. It may be a formatter, a view model, or a view that lives longer than the RIB.

## Example

```swift
@MainActor final class ScreenRegistry {
    static let shared = ScreenRegistry()
    var presenters: [HomePresenter] = []
}

final class HomePresenter: Presenter<HomeView> {
    @MainActor func register() { ScreenRegistry.shared.presenters.append(self) }
}
```

## Fix

Let only the interactor hold the presenter. Where others must reach it, let them hold it weakly, and
remove it when the RIB ends:

```swift
final class WeakPresenter {
    weak var value: HomePresenter?
    init(_ value: HomePresenter) { self.value = value }
}

final class HomePresenter: Presenter<HomeView> {}
```
"""#,
        "leaked-router": #"""
# Leaked router

`leaked-router`: a router was detached, but something still holds it.

## Cause

`detachChild` removes the router from the tree, and nothing else. If a field, a list or a closure
still holds the router, the whole RIB stays in memory: its interactor, its view and its children.
The report folds these under the router as what it "also keeps alive".

It is a leak even if the holder releases it later: a parent that keeps each screen until it is detached
itself uses that memory all the time. The report then says "was kept until Home was detached".

The usual holders are a second field of the parent, a list of screens, and a closure that was handed
to a view or a service.

## Example

```swift
final class HomeRouter: Router<HomeInteractor> {
    private var previousScreens: [ProfileRouter] = []

    func leave(_ profile: ProfileRouter) {
        detachChild(profile)
        previousScreens.append(profile)
    }
}
```

The report shows the path from an attached router to the leak. `~~~` marks the reference that should
not be there:

```
├─ kept alive by an attached router
│    HomeRouter.previousScreens[0]
│               ~~~~~~~~~~~~~~~~~~
│    ↓ ProfileRouter
```

## Fix

Release the router where you detach it. If you need to remember the place, keep a value instead of
the router.

```swift
final class HomeRouter: Router<HomeInteractor> {
    private var profile: ProfileRouter?

    func leaveProfile() {
        guard let profile else { return }
        detachChild(profile)
        self.profile = nil
    }
}
```

A router that you keep on purpose, and attach again later, is a cached RIB and not a leak. Attach it
before the test or the run is judged, or allow it.
"""#,
        "leaked-view": #"""
# Leaked view

`leaked-view`: a RIB was detached, but something still holds its view.

## Cause

The router removed the RIB, but the view stayed somewhere. Common holders are a builder that caches
its last view, a container that still has the view as a child, a coordinator object, and an
animation.

A view that another attached RIB uses is not reported. In a running app, a view has 5 seconds after
the detach before it is judged.

## Example

```swift
final class ProfileBuilder {
    private var lastView: HomeView?

    func build() -> HomeView {
        let view = HomeView()
        lastView = view
        return view
    }
}
```

## Fix

Do not cache the view, or hold it weakly:

```swift
final class ProfileBuilder {
    private weak var lastView: HomeView?

    func build() -> HomeView {
        let view = HomeView()
        lastView = view
        return view
    }
}
```

If a framework keeps its views on purpose, such as a map, allow it with a
suppression.
"""#,
        "leaked-worker": #"""
# Leaked worker

`leaked-worker`: a RIB was detached, but something still holds a worker of it.

## Cause

A timer, a dispatch queue or a stream holds a closure that captures the worker. The work was
stopped, but the closure still waits.

A worker that a RIB shares with its parent may outlive the RIB. It is reported only if the stack that
made it shows that the RIB made it for itself.

## Example

```swift
final class GameClock: Worker {
    override func didStart(_ interactorScope: any InteractorScope) {
        super.didStart(interactorScope)
        DispatchQueue.main.asyncAfter(deadline: .now() + 3_600) { self.endGame() }
    }

    func endGame() {}
}
```

## Fix

Capture the worker weakly, and cancel what it started:

```swift
final class GameClock: Worker {
    private var end: DispatchWorkItem?

    override func didStart(_ interactorScope: any InteractorScope) {
        super.didStart(interactorScope)
        let end = DispatchWorkItem { [weak self] in self?.endGame() }
        self.end = end
        DispatchQueue.main.asyncAfter(deadline: .now() + 3_600, execute: end)
    }

    override func didStop() {
        end?.cancel()
        end = nil
        super.didStop()
    }

    func endGame() {}
}
```
"""#,
        "leaked-workflow": #"""
# Leaked workflow

`leaked-workflow`: a RIB was detached, but something still holds a workflow of it.

## Cause

A workflow lives as long as what `subscribe` returned. If a bag keeps that value and is never
emptied, the workflow waits for its next step forever.

## Example

```swift
final class HomeInteractor: Interactor, HomeActionableItem {
    private var subscriptions: Set<AnyCancellable> = []

    func open(_ workflow: Workflow<any HomeActionableItem>) {
        workflow.subscribe(self).store(in: &subscriptions)
    }
}
```

## Fix

End the workflow with the interactor that it acts on:

```swift
final class HomeInteractor: Interactor, HomeActionableItem {
    func open(_ workflow: Workflow<any HomeActionableItem>) {
        workflow.subscribe(self).cancelOnDeactivate(interactor: self)
    }
}
```

Cancel also what a step subscribes to, with `.cancelWith(workflow:)`.
"""#,
        "lifecycle-violation": #"""
# Lifecycle violation

`lifecycle-violation`: code did what the architecture does not allow. This is a warning.

## Cause

The report says what was done, and the stack of who did it. In JSON, `violation.name` is one of
these:

| name | what happened |
|---|---|
| `attachedTwice` | a router was attached again, or attached to a second parent |
| `detachedNonChild` | `detachChild` came twice, or went to the wrong router |
| `loadedTwice` | code called `load` on a router that was loaded already |
| `freedWhileActive` | an interactor was activated after its router was gone, and then freed |
| `freedWhileAttached` | a RIB without base classes was freed without `didDetach` |
| `offOwnerThread` | a tree was changed on another thread than its own |
| `attachedBelowItself` | an attach would have made a ring; it was not carried out |
| `replacedWhileAttached` | a parent's field got another router, and the old one stayed attached |
| `clearedWhileAttached` | a parent's field was set to nil, and the router stayed attached |

## Example

```swift
final class HomeRouter: Router<HomeInteractor> {
    private var profile: ProfileRouter?

    func routeToProfile() {
        let router = ProfileRouter(interactor: ProfileInteractor())
        profile = router  // the old one, if any, stays attached
        attachChild(router)
    }
}
```

## Fix

Detach the old child before you attach a new one:

```swift
final class HomeRouter: Router<HomeInteractor> {
    private var profile: ProfileRouter?

    func routeToProfile() {
        if let profile { detachChild(profile) }
        let router = ProfileRouter(interactor: ProfileInteractor())
        profile = router
        attachChild(router)
    }
}
```

For `offOwnerThread`, call routers and interactors on the thread of their tree, which is the main
thread on Apple's platforms.
"""#,
        "never-attached": #"""
# Never attached

`never-attached`: a RIB of the tree built a router and keeps it without attaching it. This is a
warning.

## Cause

The router was built too early, or a branch forgot `attachChild`. The RIB's `init` methods have run,
and may have set up timers or observers that nothing will end, since `willResignActive` is never
called.

Routers that tests build by hand are not reported. At `RIBLEAK_LEVEL=counts`, which records no
stacks, none is.

## Example

```swift
final class HomeRouter: Router<HomeInteractor> {
    private let profile: ProfileRouter

    init(interactor: HomeInteractor, buildProfile: () -> ProfileRouter) {
        profile = buildProfile()
        super.init(interactor: interactor)
    }
}
```

## Fix

Build the RIB where you attach it:

```swift
final class HomeRouter: Router<HomeInteractor> {
    private let buildProfile: () -> ProfileRouter
    private var profile: ProfileRouter?

    init(interactor: HomeInteractor, buildProfile: @escaping () -> ProfileRouter) {
        self.buildProfile = buildProfile
        super.init(interactor: interactor)
    }

    func routeToProfile() {
        let profile = buildProfile()
        self.profile = profile
        attachChild(profile)
    }
}
```
"""#,
        "outlived-interactor": #"""
# Outlived its interactor

`outlived-interactor`: a subscription is alive after its interactor was deactivated or freed.
This is a warning.

## Cause

Nothing ended the subscription, but it has not delivered a value since. It may do so at any time, and
it keeps what its closure captures. A task that ignores its cancellation has the same effect.

A subscription that is confined with `.confineTo(_:)` is silent on purpose, and is reported only once
its owner is freed.

## Example

```swift
final class HomeInteractor: Interactor {
    private var messages: AnyCancellable?

    func observe(_ publisher: AnyPublisher<String, Never>) {
        messages = publisher.sink { print($0) }
    }
}
```

## Fix

End it with the activation, or in `willResignActive`:

```swift
final class HomeInteractor: Interactor {
    func observe(_ publisher: AnyPublisher<String, Never>) {
        publisher.sink { print($0) }.cancelOnDeactivate(interactor: self)
    }
}
```

A task must check `Task.isCancelled`, or await something that ends when it is cancelled, such as
`values(in:)`.
"""#,
        "subscribed-while-inactive": #"""
# Subscribed while inactive

`subscribed-while-inactive`: an interactor subscribed while it was inactive. This is a warning.

## Cause

`.cancelOnDeactivate(interactor:)` and `.sink(in:)` end a subscription at once if the interactor is
inactive. So a subscription in `init`, in a `build` method or after the deactivation delivers
nothing, without an error.

## Example

```swift
final class HomeInteractor: Interactor {
    init(score: AnyPublisher<Int, Never>) {
        super.init()
        score.sink { print($0) }.cancelOnDeactivate(interactor: self)
    }
}
```

## Fix

Subscribe in `didBecomeActive`:

```swift
final class HomeInteractor: Interactor {
    private let score: AnyPublisher<Int, Never>

    init(score: AnyPublisher<Int, Never>) { self.score = score }

    override func didBecomeActive() {
        super.didBecomeActive()
        score.sink { print($0) }.cancelOnDeactivate(interactor: self)
    }
}
```

Where values should wait for the activation, confine the publisher: `score.confineTo(self).sink { }`.
"""#,
        "view-gone-still-attached": #"""
# View gone, still attached

`view-gone-still-attached`: a view left the screen, but its router is still attached.

## Cause

The user swiped back or dismissed the view, and no code told the router. The RIB stays active: its
subscriptions run, and its memory is never freed. When the user opens the screen again, a second copy
is attached.

UIKit's own view controllers are followed without a call. Elsewhere, in AppKit, SwiftUI and tests,
your view calls `viewDidLeave()` when it is closed and `viewDidShow()` when it is shown again.

## Example

```swift
final class HomeRouter: Router<HomeInteractor> {
    private var profile: ProfileRouter?

    // Called by the "Done" button only. A swipe back calls nothing.
    func didTapDone() {
        guard let profile else { return }
        detachChild(profile)
        self.profile = nil
    }
}
```

## Fix

Detach where the view is known to be gone, however it went. In UIKit this is the delegate of the
navigation controller or of the presentation:

```swift
protocol ProfileListener: AnyObject {
    func profileViewDidLeave()
}

final class HomeRouter: Router<HomeInteractor>, ProfileListener {
    private var profile: ProfileRouter?

    func didTapDone() { detachProfile() }

    // Called by `presentationControllerDidDismiss`, or by the delegate of the navigation controller.
    func profileViewDidLeave() { detachProfile() }

    private func detachProfile() {
        guard let profile else { return }
        detachChild(profile)
        self.profile = nil
    }
}
```
"""#,
    ]
}

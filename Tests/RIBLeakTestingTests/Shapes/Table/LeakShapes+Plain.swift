// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

extension LeakShape {
    /// RIBs without base classes, which end by hand what they begin.
    static var plain: [LeakShape] {
        [
            LeakShape(
                "a subscription of a RIB without base classes",
                """
                fired-while-inactive CounterRIB
                no edge
                Dispose of it where you call didDetach.
                """
            ) { run in
                let (app, counter) = (run.plainApp(), CounterRIB())
                counter.didAttach(to: app)
                counter.observe(run.service.scores)
                run.mark(line: CounterRIB.lineOfSink - 1, of: "x/SamplePlainRIB.swift")
                if run.isMended { counter.dispose() }
                counter.didDetach()
                run.service.cancellables.formUnion(counter.subscriptions)
                run.service.scores.send(1)
            },
            LeakShape(
                "a timer of a RIB without base classes",
                """
                leaked-object CounterRIB with CounterPublisherContainer, CounterStateContainer, \
                CounterViewContainer
                closure #2 in CounterRIB.startTimer(_:): captures self
                End it where you call didDetach(), and capture [weak self] in its closure.
                """
            ) { run in
                let (app, counter) = (run.plainApp(), CounterRIB())
                counter.didAttach(to: app)
                let timer = counter.startTimer(run)
                if run.isMended { timer.invalidate() }
                counter.didDetach()
                run.after { timer.invalidate() }
            },
            LeakShape(
                "a RIB without base classes in the list of a service",
                """
                leaked-object CounterRIB with CounterPublisherContainer, CounterStateContainer, \
                CounterViewContainer
                PointService.listeners[0]
                Remove it from PointService.listeners when the RIB is detached, such as where you call \
                didDetach(), or keep only weak references there.
                """, ways: 2
            ) { run in
                let (app, counter) = (run.plainApp(), CounterRIB())
                counter.didAttach(to: app)
                if run.follows(2) {
                    run.service.weakly.append(WeakReference(counter))
                } else {
                    run.service.add(listener: counter)
                }
                if run.follows(1) { run.service.remove(listener: counter) }
                counter.didDetach()
            },
            LeakShape(
                "a RIB without base classes in a list of its parent",
                """
                leaked-object CounterRIB with CounterPublisherContainer, CounterStateContainer, \
                CounterViewContainer
                AppRIB.kept[0]
                Remove it from AppRIB.kept where you detach it.
                """
            ) { run in
                let (app, counter) = (run.plainApp(), CounterRIB())
                counter.didAttach(to: app)
                app.kept.insert(counter, at: 0)
                counter.didDetach()
                if run.isMended { app.kept.removeFirst() }
            },
        ]
    }
}

extension LeakShapeRun {
    /// The root of a tree without base classes, whose service is that of the app.
    fileprivate func plainApp() -> AppRIB {
        let root = AppRIB()
        root.kept = [service]
        root.didAttach(to: nil)
        after { root.didDetach() }
        return root
    }
}

extension CounterRIB {
    // Safe: the timer belongs to the run loop of the main thread, which alone uses the RIB.
    fileprivate func startTimer(_ run: LeakShapeRun) -> Timer {
        if run.isMended {
            nonisolated(unsafe) weak let me = self
            return Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { _ in
                me?.state.count += 1
            }
        }
        nonisolated(unsafe) let me = self
        run.mark()
        return Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { _ in
            me.state.count += 1
        }
    }
}

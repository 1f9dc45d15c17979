// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct ComponentTests {
    private final class Thing {}

    private final class ThingComponent: Component<any EmptyDependency> {
        var made = 0
        var thing: Thing {
            shared {
                made += 1
                return Thing()
            }
        }
        var other: Thing { shared { Thing() } }
        var pair: (Thing, Thing) { shared { (thing, other) } }
        var missing: Thing? {
            shared {
                made += 1
                return nil
            }
        }
        var present: Thing? { shared { thing } }
    }

    private let component = ThingComponent(dependency: EmptyComponent())

    @Test func sharedMakesAnObjectOnceAndKeepsIt() {
        let first = component.thing
        #expect(component.thing === first)
        #expect(component.made == 1)
    }

    @Test func sharedKeepsOneObjectForEachProperty() {
        #expect(component.thing !== component.other)
    }

    @Test func aSharedFactoryMayAskForOtherSharedObjects() {
        let pair = component.pair
        #expect(pair.0 === component.thing)
        #expect(pair.1 === component.other)
    }

    @Test func sharedRemembersThatAnOptionalIsNil() {
        #expect(component.missing == nil)
        #expect(component.missing == nil)
        #expect(component.made == 1)
        #expect(component.present === component.thing)
    }

    @Test func anotherComponentSharesItsOwnObjects() {
        let another = ThingComponent(dependency: EmptyComponent())
        #expect(another.thing !== component.thing)
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct ComponentTests {
    private final class GameComponent {}
    private final class Game7Component {}
    private final class GameRouter<Value> {}

    @Test func namesAreReadOffTypes() throws {
        let recording = try Recording()
        let session = try #require(recording.recorder.session)
        #expect(session.ribName(of: GameComponent.self, role: "Component") == "Game")
        #expect(session.ribName(of: GameRouter<Int>.self, role: "Router") == "Game")
        #expect(session.ribName(of: GameComponent.self, role: "Router") == "")
    }

    @Test func onlySoManyComponentsWaitForTheirRouters() throws {
        let recording = try Recording()
        let recorder = recording.recorder
        let first = GameComponent()
        recorder.componentCreated(first, ObjectID(1), dependency: .none)
        let others = (0..<UInt64(ThreadContext.mostComponents)).map { number in
            let other = Game7Component()
            recorder.componentCreated(other, ObjectID(2 + number), dependency: .none)
            return other
        }
        #expect(recorder.takeComponent(forRouter: GameRouter<Int>.self) == nil)
        #expect(recorder.session?.thread.components.count == ThreadContext.mostComponents)
        withExtendedLifetime((first, others)) {}
    }

    @Test(arguments: [(RecordingLevel.off, false), (.full, true)])
    func componentsAreNotedOnlyWhileRecordingIsOn(level: RecordingLevel, isOn: Bool) throws {
        let recording = try Recording { $0.level = level }
        let component = GameComponent()
        recording.recorder.componentCreated(component, ObjectID(1), dependency: .none)
        let taken = recording.recorder.takeComponent(forRouter: GameRouter<Int>.self)
        #expect((taken != nil) == isOn)
        withExtendedLifetime(component) {}
    }
}

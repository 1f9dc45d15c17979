// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
    import Testing

    @testable import RIBs

    /// Which views left for good, judged by the calls that UIKit makes to their controllers, in order.
    @MainActor @Suite struct ScreenMovesTests {
        /// A view controller that a test moves.
        @MainActor private final class Controller: ScreenController, ViewControllable {
            var screenContents: [any ScreenController] = []
            weak var screenContainer: (any ScreenController)?
            var isScreenBeingDismissed = false
            let isScreenStack: Bool

            init(isStack: Bool = false, _ contents: [Controller] = []) {
                isScreenStack = isStack
                screenContents = contents
                for content in contents { content.screenContainer = self }
            }
        }

        private let moves = ScreenMoves()

        private func pop(_ screen: Controller, isCancelled: Bool = false) {
            let container = screen.screenContainer
            moves.willMove(screen, toContainer: false)
            if isCancelled {
                moves.willMove(screen, toContainer: true)
            } else {
                screen.screenContainer = nil
                moves.didDisappear(screen)
            }
            moves.didMove(screen, toContainer: isCancelled)
            withExtendedLifetime(container) {}
        }

        private func dismiss(_ screen: Controller, saidTo controllers: [Controller]) {
            screen.isScreenBeingDismissed = true
            controllers.forEach(moves.didDisappear)
            screen.isScreenBeingDismissed = false
        }

        /// Whether each has left, each in a separate run.
        private func departures(of views: [Controller], _ body: () -> Void) -> [Bool] {
            for view in views { view.viewDidShow() }
            body()
            return views.map { !ScreenPresence.isOnScreen($0) }
        }

        @Test func aScreenThatWentBackFromAStackLeft() {
            let (list, detail) = (Controller(), Controller())
            let stack = Controller(isStack: true, [list, detail])
            #expect(departures(of: [stack, list, detail]) { pop(detail) } == [false, false, true])
        }

        @Test func aScreenThatTheUserDidNotQuiteSwipeBackIsThere() {
            let detail = Controller()
            let stack = Controller(isStack: true, [Controller(), detail])
            #expect(
                departures(of: [stack, detail]) { pop(detail, isCancelled: true) } == [
                    false, false,
                ])
        }

        @Test func allThatGoesBackToTheRootLeft() {
            let screens = [Controller(), Controller(), Controller()]
            let stack = Controller(isStack: true, screens)
            let left = departures(of: screens) {
                for screen in screens.dropFirst() { pop(screen) }
            }
            #expect(left == [false, true, true])
            withExtendedLifetime(stack) {}
        }

        @Test func aTabThatIsTakenOutMayComeAgain() {
            let tab = Controller()
            let tabs = Controller([tab])
            #expect(departures(of: [tab]) { pop(tab) } == [false])
            withExtendedLifetime(tabs) {}
        }

        @Test func whatIsCoveredIsThere() {
            let below = Controller()
            #expect(departures(of: [below]) { moves.didDisappear(below) } == [false])
        }

        @Test func aSheetThatIsDismissedLeftWithAllThatItContains() {
            let (first, second) = (Controller(), Controller())
            let sheet = Controller(isStack: true, [first, second])
            let left = departures(of: [sheet, first, second]) {
                dismiss(sheet, saidTo: [sheet, second])
            }
            #expect(left == [true, true, true])
        }

        @Test func whatASheetPresentedLeavesWithIt() {
            let upper = Controller()
            let sheet = Controller([])
            sheet.screenContents = [upper]
            #expect(
                departures(of: [sheet, upper]) { dismiss(sheet, saidTo: [sheet]) } == [true, true])
        }

        @Test func whatIsShownAgainIsNotGoneWithAllThatItContains() {
            let (first, second) = (Controller(), Controller())
            let player = Controller(isStack: true, [first, second])
            let left = departures(of: [player, first, second]) {
                dismiss(player, saidTo: [player])
                moves.didAppear(second)
                moves.didAppear(player)
            }
            #expect(left == [false, false, false])
        }
    }
#endif

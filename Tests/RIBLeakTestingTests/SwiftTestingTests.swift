// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import Testing

@MainActor @Suite(.serialized) struct SwiftTestingTests {
    @Test func aLeakFailsATestOfSwiftTesting() async {
        let parent = makeParent()
        await withKnownIssue {
            await assertNoLeaks {
                let child = makeSample()
                parent.kept.append(child)
                parent.attachChild(child)
                parent.detachChild(child)
            }
        } matching: { issue in
            "\(issue)".contains("┬─── Leaked router at Parent/Sample")
        }
    }

    @Test func aFreedRIBPassesOnTheMainActor() async {
        await assertNoLeaks {
            let parent = makeParent()
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
        }
    }
}

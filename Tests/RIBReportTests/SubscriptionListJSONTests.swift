// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns

@Suite struct SubscriptionListJSONTests {
    @Test func writesEveryKey() {
        let report = SubscriptionListSamples.report(
            [SubscriptionListSamples.subscriptions[1]], gaps: "gap")
        #expect(
            report.json == """
                {
                  "caveats" : [
                    "gap"
                  ],
                  "processes" : [
                    {
                      "pid" : 4711,
                      "process" : "demo",
                      "start" : "2026-03-01T12:00:00Z",
                      "subscriptions" : [
                        {
                          "attribution" : "captured",
                          "chain" : "PassthroughSubject<Score> → map → sink",
                          "confinement" : "none",
                          "end" : "owner gone",
                          "endedNanoseconds" : 1450000000,
                          "firedWhileInactive" : true,
                          "firstValueNanoseconds" : 1300000000,
                          "id" : "subscription:12",
                          "lastValueNanoseconds" : 1400000000,
                          "madeBy" : null,
                          "madeNanoseconds" : 1250000000,
                          "owner" : {
                            "id" : "object:7",
                            "type" : "HomeInteractor"
                          },
                          "ribPath" : "Root/Home",
                          "valuesWhileActive" : 1,
                          "valuesWhileInactive" : 2
                        }
                      ],
                      "trace" : ".ribleak/run-1/demo-4711"
                    }
                  ],
                  "version" : 1
                }

                """)
    }

    @Test func absentFactsAreNull() {
        let bare = ListedSubscription(
            id: 1, owner: nil, chain: "A", attribution: .unowned, confinement: .none, madeAt: 0,
            deliveries: nil)
        let text = SubscriptionListSamples.report([bare]).json
        for key in [
            "endedNanoseconds", "firstValueNanoseconds", "lastValueNanoseconds", "madeBy", "owner",
            "ribPath", "valuesWhileActive", "valuesWhileInactive",
        ] {
            #expect(text.contains("\"\(key)\" : null"))
        }
        #expect(text.contains("\"end\" : \"alive\""))
    }
}

// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Events that are right each for itself, about few objects and in any order.
struct RandomEvents {
    /// Texts with a special meaning where they are shown or parsed.
    static let texts = [
        "HomeRouter", "RootRouter", "HomeInteractor", "", "<", "?", "/", "…/Home", "Root/Home",
        "</script><script>alert(1)</script>", "'\"&<>`{{style}}]]>", "\u{1B}[2J\u{7}", "::error::x",
        "\u{202E}retuoR", "a\nb\r\tc", "x" + String(repeating: "\u{301}", count: 2_000),
        String(repeating: "👩‍👩‍👧‍👦", count: 160), String(repeating: "HomeRouter", count: 400),
        String(repeating: "/", count: 4_000), String(repeating: "Array<", count: 600),
        "$s" + String(repeating: "4demoSay", count: 500), "$s4demo4HomeV3runyyFTA", "_ZSt4endl",
        "PassthroughSubject<Int> → " + String(repeating: "map<", count: 900) + "sink",
        "closure #1 in " + String(repeating: "closure #1 in ", count: 250) + "run()",
        "Dictionary.values[\"" + String(repeating: "a.", count: 1_800), "/app/demo", "/dev/zero",
    ]

    static let definitions: [TraceEvent] =
        texts.enumerated().map { .stringDefined(StringID(UInt64($0) + 1), text: $1) } + [
            .imageDefined(
                ImageDefinition(id: ImageID(1), loadBias: 4_096, path: "/app/demo", buildID: "0a")),
            .imageDefined(
                ImageDefinition(id: ImageID(2), loadBias: .max, path: "/dev/zero", buildID: "")),
            .stackDefined(
                StackID(1),
                StackDefinition(
                    frames: (0..<200).map { .init(image: ImageID($0 % 4), offset: $0 << 50) },
                    isTruncated: true)),
        ]

    private(set) var random: SeededGenerator

    init(_ random: SeededGenerator) { self.random = random }

    mutating func next() -> TraceEvent {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: life()
        case 1: tree()
        case 2: subscription()
        case 3: retention()
        case 4: growth()
        default: judgement()
        }
    }

    private mutating func life() -> TraceEvent {
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1, 2:
            .objectCreated(object(), one(ObjectKind.allCases), type: string(), stack: stack())
        case 3: .owned(object(), by: object())
        case 4: .supertypeDefined(string(), of: string())
        case 5: .stackContinued(stack(), by: stack())
        default: .objectDestroyed(object())
        }
    }

    private mutating func tree() -> TraceEvent {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: .launched(router: object(), stack: stack())
        case 1, 2: .attached(child: object(), parent: object(), stack: stack())
        case 3: .detached(child: object(), parent: object(), stack: stack())
        case 4: .activated(interactor: object())
        case 5: .deactivated(interactor: object())
        case 6: .viewLeft(object(), scope: scope(), stack: stack())
        case 7: .workerStarted(object(), by: object())
        default: .placed(object(), ribPath: string())
        }
    }

    private mutating func subscription() -> TraceEvent {
        let id = SubscriptionID(number())
        let counts = DeliveryCounts(
            whileActive: number(), whileInactive: number(), firstAt: number(), lastAt: number())
        return switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            .subscribed(
                id, owner: object(), ownerIsActive: Bool.random(using: &random), chain: string(),
                stack: stack(), attribution: one(SubscriptionAttribution.allCases),
                confinement: one(SubscriptionConfinement.allCases))
        case 2: .firedWhileInactive(id, scope: scope(), stack: stack(), sinceDeactivation: number())
        case 3: .subscriptionEnded(id, one(SubscriptionEnd.allCases), counts: counts)
        case 4:
            .subscriptionOwned(
                id, by: object(), ownerIsActive: Bool.random(using: &random),
                attribution: one(SubscriptionAttribution.allCases))
        default: .stillSubscribed(id, counts: counts)
        }
    }

    private mutating func growth() -> TraceEvent {
        if Bool.random(using: &random) {
            return .growthMeasured(
                one(GrowthOutcome.allCases), scope: scope(),
                turns: UInt32(truncatingIfNeeded: number()), objects: number())
        }
        return .grew(
            object(),
            GrowthSummary(
                scope: scope(), type: string(), unit: one(GrowthUnit.allCases),
                each: UInt32(truncatingIfNeeded: number()),
                turns: UInt32(truncatingIfNeeded: number()), count: number(), code: stack(),
                added: object(), stack: stack()))
    }

    private mutating func retention() -> TraceEvent {
        if Int.random(in: 0..<3, using: &random) == 0 {
            return .retained(
                object(),
                RetentionSummary(
                    reason: one(RetentionReason.allCases), isPartial: Bool.random(using: &random),
                    steps: UInt32.random(in: 0...9, using: &random),
                    retainCount: UInt32(truncatingIfNeeded: number()), seenReferences: 1,
                    dominatedCount: number(), dominatedBytes: number()))
        }
        return .retainStep(
            of: object(),
            RetentionStep(
                holder: one(RetentionHolder.allCases), holderText: string(), holderObject: object(),
                code: stack(), label: string(), target: string(),
                isInferred: Bool.random(using: &random)))
    }

    private mutating func judgement() -> TraceEvent {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: .stillAlive(object(), expectedFor: number())
        case 2: .scopeBegan(scope(), name: string())
        case 3:
            .lifecycleViolated(
                one(LifecycleViolation.allCases), object(), other: object(), scope: scope(),
                stack: stack())
        case 4: .dropped(one(EventClass.allCases), count: number())
        default:
            .settled(
                one(SettleReason.allCases), scope: scope(),
                unjudged: UInt32(truncatingIfNeeded: number()))
        }
    }

    /// Small as a rule, so that events are about the same things.
    private mutating func number() -> UInt64 {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: .max
        case 1: 1 << 63
        case 2: UInt64.random(in: 0 ... .max, using: &random)
        default: UInt64.random(in: 0..<24, using: &random)
        }
    }

    private mutating func object() -> ObjectID { ObjectID(number()) }
    private mutating func stack() -> StackID { StackID(number() & 1) }
    private mutating func scope() -> ScopeID { ScopeID(number() & 3) }
    private mutating func string() -> StringID {
        StringID(UInt64.random(in: 0...UInt64(Self.texts.count), using: &random))
    }
    private mutating func one<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}

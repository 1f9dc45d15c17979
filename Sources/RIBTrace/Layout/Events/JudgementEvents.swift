// SPDX-License-Identifier: Apache-2.0

extension EventFields {
    package struct ScopeBegan: PackedFields {
        package let scope: Packed<ScopeID>
        package let name: Packed<StringID>

        package func list(in fields: inout FieldList) {
            fields.add("scope", scope)
            fields.add("name", name)
        }

        package var event: TraceEvent? { .scopeBegan(scope.value, name: name.value) }
    }

    package struct StillAlive: PackedFields {
        package let object: Packed<ObjectID>
        package let nsExpected: Packed<UInt64>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("ns_expected", nsExpected)
        }

        package var event: TraceEvent? {
            .stillAlive(object.value, expectedFor: nsExpected.value)
        }
    }

    package struct Settled: PackedFields {
        package let reason: Choice<SettleReason>
        package let scope: Packed<ScopeID>
        package let unjudged: Packed<UInt32>

        package func list(in fields: inout FieldList) {
            fields.add("reason", reason)
            fields.add("scope", scope)
            fields.add("unjudged", unjudged)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.reason) }

        package var event: TraceEvent? {
            reason.value.map { .settled($0, scope: scope.value, unjudged: unjudged.value) }
        }
    }

    package struct Dropped: PackedFields {
        package let eventClass: Choice<EventClass>
        package let count: Packed<UInt64>

        package func list(in fields: inout FieldList) {
            fields.add("event_class", eventClass)
            fields.add("count", count)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.eventClass) }

        package var event: TraceEvent? {
            eventClass.value.map { .dropped($0, count: count.value) }
        }
    }

    package struct RetainStep: PackedFields {
        package let object: Packed<ObjectID>
        let holderObject: Packed<ObjectID>
        let holder: Packed<StringID>
        let code: Packed<StackID>
        let label: Packed<StringID>
        let target: Packed<StringID>
        let holderKind: Choice<RetentionHolder>
        let inferred: PackedBool

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("holder_object", holderObject)
            fields.add("holder", holder)
            fields.add("code", code)
            fields.add("label", label)
            fields.add("target", target)
            fields.add("holder_kind", holderKind)
            fields.add("inferred", inferred)
        }

        init(_ object: ObjectID, _ step: RetentionStep) {
            self.object = Packed(object)
            holderObject = Packed(step.holderObject)
            holder = Packed(step.holderText)
            code = Packed(step.code)
            label = Packed(step.label)
            target = Packed(step.target)
            holderKind = Choice(step.holder)
            inferred = PackedBool(step.isInferred)
        }

        package var step: RetentionStep? {
            holderKind.value.map {
                RetentionStep(
                    holder: $0, holderText: holder.value, holderObject: holderObject.value,
                    code: code.value, label: label.value, target: target.value,
                    isInferred: inferred.value)
            }
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.holderKind) }

        package var event: TraceEvent? { step.map { .retainStep(of: object.value, $0) } }
    }

    package struct Retained: PackedFields {
        package let object: Packed<ObjectID>
        let reason: Choice<RetentionReason>
        let partial: PackedBool
        let steps: Packed<UInt32>
        let retainCount: Packed<UInt32>
        let seenReferences: Packed<UInt32>
        let dominatedCount: Packed<UInt64>
        let dominatedBytes: Packed<UInt64>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("reason", reason)
            fields.add("partial", partial)
            fields.add("steps", steps)
            fields.add("retain_count", retainCount)
            fields.add("seen_references", seenReferences)
            fields.add("dominated_count", dominatedCount)
            fields.add("dominated_bytes", dominatedBytes)
        }

        init(_ object: ObjectID, _ summary: RetentionSummary) {
            self.object = Packed(object)
            reason = Choice(summary.reason)
            partial = PackedBool(summary.isPartial)
            steps = Packed(summary.steps)
            retainCount = Packed(summary.retainCount)
            seenReferences = Packed(summary.seenReferences)
            dominatedCount = Packed(summary.dominatedCount)
            dominatedBytes = Packed(summary.dominatedBytes)
        }

        package var summary: RetentionSummary? {
            reason.value.map {
                RetentionSummary(
                    reason: $0, isPartial: partial.value, steps: steps.value,
                    retainCount: retainCount.value, seenReferences: seenReferences.value,
                    dominatedCount: dominatedCount.value, dominatedBytes: dominatedBytes.value)
            }
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.reason) }

        package var event: TraceEvent? { summary.map { .retained(object.value, $0) } }
    }

    package struct Grew: PackedFields {
        package let place: Packed<ObjectID>
        let added: Packed<ObjectID>
        let scope: Packed<ScopeID>
        let type: Packed<StringID>
        let code: Packed<StackID>
        let stack: Packed<StackID>
        let each: Packed<UInt32>
        let turns: Packed<UInt32>
        let count: Packed<UInt64>
        let unit: Choice<GrowthUnit>

        package func list(in fields: inout FieldList) {
            fields.add("place", place)
            fields.add("added", added)
            fields.add("scope", scope)
            fields.add("type", type)
            fields.add("code", code)
            fields.add("stack", stack)
            fields.add("each", each)
            fields.add("turns", turns)
            fields.add("count", count)
            fields.add("unit", unit)
        }

        init(_ place: ObjectID, _ summary: GrowthSummary) {
            self.place = Packed(place)
            added = Packed(summary.added)
            scope = Packed(summary.scope)
            type = Packed(summary.type)
            code = Packed(summary.code)
            stack = Packed(summary.stack)
            each = Packed(summary.each)
            turns = Packed(summary.turns)
            count = Packed(summary.count)
            unit = Choice(summary.unit)
        }

        package var summary: GrowthSummary? {
            unit.value.map {
                GrowthSummary(
                    scope: scope.value, type: type.value, unit: $0, each: each.value,
                    turns: turns.value, count: count.value, code: code.value,
                    added: added.value, stack: stack.value)
            }
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.unit) }

        package var event: TraceEvent? { summary.map { .grew(place.value, $0) } }
    }

    package struct GrowthMeasured: PackedFields {
        package let outcome: Choice<GrowthOutcome>
        package let scope: Packed<ScopeID>
        package let turns: Packed<UInt32>
        package let objects: Packed<UInt64>

        package func list(in fields: inout FieldList) {
            fields.add("outcome", outcome)
            fields.add("scope", scope)
            fields.add("turns", turns)
            fields.add("objects", objects)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.outcome) }

        package var event: TraceEvent? {
            outcome.value.map {
                .growthMeasured(
                    $0, scope: scope.value, turns: turns.value, objects: objects.value)
            }
        }
    }

    package struct BudgetSpent: PackedFields {
        package let limit: Choice<CostLimit>
        package let uses: Packed<UInt64>
        package let nsProcessor: Packed<UInt64>
        package let bytes: Packed<UInt64>

        package func list(in fields: inout FieldList) {
            fields.add("limit", limit)
            fields.add("uses", uses)
            fields.add("ns_processor", nsProcessor)
            fields.add("bytes", bytes)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.limit) }

        package var event: TraceEvent? {
            limit.value.map {
                .budgetSpent(
                    $0, uses: uses.value, processorTime: nsProcessor.value, bytes: bytes.value)
            }
        }
    }
}

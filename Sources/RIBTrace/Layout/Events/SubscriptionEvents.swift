// SPDX-License-Identifier: Apache-2.0

extension EventFields {
    package struct Subscribed: PackedFields {
        package let subscription: Packed<SubscriptionID>
        package let owner: Packed<ObjectID>
        package let ownerIsActive: PackedBool
        package let chain: Packed<StringID>
        package let stack: Packed<StackID>
        package let attribution: Choice<SubscriptionAttribution>
        /// A number that is not known means as much as `none`, and is no damage.
        package let confinement: Choice<SubscriptionConfinement>

        package func list(in fields: inout FieldList) {
            fields.add("subscription", subscription)
            fields.add("owner", owner)
            fields.add("owner_is_active", ownerIsActive)
            fields.add("chain", chain)
            fields.add("stack", stack)
            fields.add("attribution", attribution)
            fields.add("confinement", confinement)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.attribution) }

        package var event: TraceEvent? {
            attribution.value.map {
                .subscribed(
                    subscription.value, owner: owner.value, ownerIsActive: ownerIsActive.value,
                    chain: chain.value, stack: stack.value, attribution: $0,
                    confinement: confinement.value ?? .none)
            }
        }
    }

    package struct SubscriptionOwned: PackedFields {
        package let subscription: Packed<SubscriptionID>
        package let owner: Packed<ObjectID>
        package let ownerIsActive: PackedBool
        package let attribution: Choice<SubscriptionAttribution>

        package func list(in fields: inout FieldList) {
            fields.add("subscription", subscription)
            fields.add("owner", owner)
            fields.add("owner_is_active", ownerIsActive)
            fields.add("attribution", attribution)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.attribution) }

        package var event: TraceEvent? {
            attribution.value.map {
                .subscriptionOwned(
                    subscription.value, by: owner.value, ownerIsActive: ownerIsActive.value,
                    attribution: $0)
            }
        }
    }

    package struct FiredWhileInactive: PackedFields {
        package let subscription: Packed<SubscriptionID>
        package let stack: Packed<StackID>
        package let nsSinceDeactivation: Packed<UInt64>
        package let scope: Packed<ScopeID>

        package func list(in fields: inout FieldList) {
            fields.add("subscription", subscription)
            fields.add("stack", stack)
            fields.add("ns_since_deactivation", nsSinceDeactivation)
            fields.add("scope", scope)
        }

        package var event: TraceEvent? {
            .firedWhileInactive(
                subscription.value, scope: scope.value, stack: stack.value,
                sinceDeactivation: nsSinceDeactivation.value)
        }
    }

    package struct SubscriptionEnded: PackedFields {
        package let subscription: Packed<SubscriptionID>
        package let end: Choice<SubscriptionEnd>
        package let counts: Counts

        package func list(in fields: inout FieldList) {
            fields.add("subscription", subscription)
            fields.add("end", end)
            counts.list(in: &fields)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.end) }

        package var event: TraceEvent? {
            end.value.map { .subscriptionEnded(subscription.value, $0, counts: counts.value) }
        }
    }

    package struct StillSubscribed: PackedFields {
        package let subscription: Packed<SubscriptionID>
        package let counts: Counts

        package func list(in fields: inout FieldList) {
            fields.add("subscription", subscription)
            counts.list(in: &fields)
        }

        package var event: TraceEvent? {
            .stillSubscribed(subscription.value, counts: counts.value)
        }
    }

    /// What a subscription delivered; part of the fields of others.
    @usableFromInline
    package struct Counts: FieldGroup {
        @usableFromInline let activeValues: Packed<UInt64>
        @usableFromInline let inactiveValues: Packed<UInt64>
        @usableFromInline let firstValue: Packed<UInt64>
        @usableFromInline let lastValue: Packed<UInt64>

        @usableFromInline
        package func list(in fields: inout FieldList) {
            fields.add("active_values", activeValues)
            fields.add("inactive_values", inactiveValues)
            fields.add("first_value", firstValue)
            fields.add("last_value", lastValue)
        }

        @inline(__always)
        init(_ counts: DeliveryCounts) {
            activeValues = Packed(counts.whileActive)
            inactiveValues = Packed(counts.whileInactive)
            firstValue = Packed(counts.firstAt)
            lastValue = Packed(counts.lastAt)
        }

        @inlinable
        package var value: DeliveryCounts {
            DeliveryCounts(
                whileActive: activeValues.value, whileInactive: inactiveValues.value,
                firstAt: firstValue.value, lastAt: lastValue.value)
        }
    }
}

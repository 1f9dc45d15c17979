// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// What stands in an event's header to say which event it is. Never renumber one.
    @usableFromInline
    package enum Record: UInt16, CaseIterable, Sendable {
        case stringDefined = 1
        case imageDefined = 2
        case stackDefined = 3
        case objectCreated = 4
        case objectDestroyed = 5
        case owned = 6
        case launched = 7
        case attached = 8
        case detached = 9
        case loaded = 10
        case activated = 11
        case deactivated = 12
        case viewAppeared = 13
        case viewLeft = 14
        case subscribed = 15
        case firedWhileInactive = 16
        case subscriptionEnded = 17
        case scopeBegan = 18
        case stillAlive = 19
        case stillSubscribed = 20
        case settled = 21
        case supertypeDefined = 22
        case dropped = 23
        case lifecycleViolated = 24
        case workerStarted = 25
        case workerStopped = 26
        case placed = 27
        case retainStep = 28
        case retained = 29
        case subscriptionOwned = 30

        /// True for events that only give a number to a string, image or stack.
        @inlinable package var isDefinition: Bool { rawValue <= Record.stackDefined.rawValue }
    }

    /// The fields of each event in TSDL, CTF 1.8's metadata language, in the order they are stored.
    static func fields(of record: Record) -> String {
        switch record {
        case .stringDefined: "uint32_t id; string text;"
        case .imageDefined: "uint32_t id; uint64_t load_bias; string path; string build_id;"
        case .stackDefined:
            """
            uint32_t id; uint8_t truncated; uint16_t depth; \
            struct { uint32_t image; uint64_hex_t offset; } frames[depth];
            """
        case .objectCreated: "uint64_t object; uint8_t kind; uint32_t type; uint32_t stack;"
        case .objectDestroyed: "uint64_t object;"
        case .owned: "uint64_t object; uint64_t owner;"
        case .launched: "uint64_t router; uint32_t stack;"
        case .attached, .detached: "uint64_t child; uint64_t parent; uint32_t stack;"
        case .loaded: "uint64_t router;"
        case .activated, .deactivated: "uint64_t interactor;"
        case .viewAppeared: "uint64_t view;"
        case .viewLeft: "uint64_t view; uint32_t stack; uint32_t scope;"
        case .subscribed:
            """
            uint64_t subscription; uint64_t owner; uint8_t owner_is_active; \
            uint32_t chain; uint32_t stack; uint8_t attribution; uint8_t confinement;
            """
        case .firedWhileInactive:
            "uint64_t subscription; uint32_t stack; uint64_t ns_since_deactivation; uint32_t scope;"
        case .subscriptionEnded:
            """
            uint64_t subscription; uint8_t end; uint64_t active_values; uint64_t inactive_values; \
            uint64_t first_value; uint64_t last_value;
            """
        case .subscriptionOwned:
            """
            uint64_t subscription; uint64_t owner; uint8_t owner_is_active; uint8_t attribution;
            """
        case .scopeBegan: "uint32_t scope; uint32_t name;"
        case .stillAlive: "uint64_t object; uint64_t ns_expected;"
        case .stillSubscribed:
            """
            uint64_t subscription; uint64_t active_values; uint64_t inactive_values; \
            uint64_t first_value; uint64_t last_value;
            """
        case .supertypeDefined: "uint32_t type; uint32_t supertype;"
        case .dropped: "uint8_t event_class; uint64_t count;"
        case .lifecycleViolated:
            "uint64_t object; uint8_t violation; uint64_t other; uint32_t stack; uint32_t scope;"
        case .workerStarted: "uint64_t worker; uint64_t interactor;"
        case .workerStopped: "uint64_t worker;"
        case .placed: "uint64_t object; uint32_t rib_path;"
        case .retainStep:
            """
            uint64_t object; uint64_t holder_object; uint32_t holder; uint32_t code; \
            uint32_t label; uint32_t target; uint8_t holder_kind; uint8_t inferred;
            """
        case .retained:
            """
            uint64_t object; uint8_t reason; uint8_t partial; uint32_t steps; \
            uint32_t retain_count; uint32_t seen_references; uint64_t dominated_count; \
            uint64_t dominated_bytes;
            """
        case .settled: "uint8_t reason; uint32_t scope; uint32_t unjudged;"
        }
    }
}

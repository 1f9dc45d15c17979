// SPDX-License-Identifier: Apache-2.0

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER ribleak_peer

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./ribleak_peer.h"

#if !defined(RIBLEAK_PEER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RIBLEAK_PEER_H

#include <lttng/tracepoint.h>
#include <stdint.h>

// The fields of our `subscriptionEnded`, with the same sizes.
LTTNG_UST_TRACEPOINT_EVENT(
    ribleak_peer, ended,
    LTTNG_UST_TP_ARGS(
        uint64_t, subscription, uint8_t, end, uint64_t, active_values, uint64_t, inactive_values),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, subscription, subscription)
        lttng_ust_field_integer(uint8_t, end, end)
        lttng_ust_field_integer(uint64_t, active_values, active_values)
        lttng_ust_field_integer(uint64_t, inactive_values, inactive_values)))

#endif

#include <lttng/tracepoint-event.h>

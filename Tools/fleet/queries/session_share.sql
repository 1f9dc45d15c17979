-- The share of each release's sessions that have a leak.
--
-- low, high: the limits of Wilson's interval, at 95 percent. See regressions.sql for the method.
WITH weighted AS (
    SELECT
        coalesce(release, '(none)') AS ofRelease, leaks,
        CASE WHEN isDoubtful THEN 1 ELSE 0 END AS doubt, 1e0 * oneProcessOf AS weight
    FROM sessions
),
sums AS (
    SELECT
        ofRelease, count(*) AS recorded, sum(CASE WHEN leaks > 0 THEN 1 ELSE 0 END) AS leaking,
        sum(doubt) AS doubtful, sum(weight) AS estimated,
        sum(CASE WHEN leaks > 0 THEN weight ELSE 0e0 END) / sum(weight) AS p,
        sum(weight) * sum(weight) / sum(weight * weight) / max(designEffect) AS n
    FROM weighted CROSS JOIN parameters
    GROUP BY ofRelease
),
limits AS (
    SELECT
        ofRelease, recorded, leaking, doubtful, estimated, p,
        (2e0 * n * p + 3.841459e0) / (2e0 * (n + 3.841459e0)) AS middle,
        1.959964e0 * sqrt(3.841459e0 + 4e0 * n * p * (1e0 - p)) / (2e0 * (n + 3.841459e0)) AS half
    FROM sums
)
SELECT
    ofRelease AS release, recorded, leaking, doubtful, floor(estimated + 0.5e0) AS sessions,
    floor(p * 1e6 + 0.5e0) / 1e6 AS share,
    floor(greatest(middle - half, 0e0) * 1e6 + 0.5e0) / 1e6 AS low,
    floor(least(middle + half, 1e0) * 1e6 + 0.5e0) / 1e6 AS high
FROM limits
ORDER BY release

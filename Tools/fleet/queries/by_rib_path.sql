-- Where in the app's tree the leaks of the release `candidate` are.
--
-- Paths that fewer than `leastSessions` sessions have are one row: a rare path may point to a person. In that
-- row, a session with two such paths counts twice.
WITH chosen AS (
    SELECT
        coalesce(ribPath, '(none)') AS path, session, fingerprint, count AS objectCount,
        1e0 * oneProcessOf AS weight
    FROM findings CROSS JOIN parameters
    WHERE release = candidate AND severity = 'leak' AND libraryLeak IS NULL
),
visits AS (
    SELECT
        path, session, sum(objectCount) AS objectCount, max(weight) AS weight
    FROM chosen
    GROUP BY path, session
),
leaks AS (
    SELECT path, count(DISTINCT fingerprint) AS leakCount FROM chosen GROUP BY path
),
paths AS (
    SELECT
        path, count(*) AS sessionCount, sum(objectCount) AS objectCount, sum(weight) AS weight
    FROM visits
    GROUP BY path
),
shown AS (
    SELECT
        CASE WHEN p.sessionCount >= leastSessions THEN p.path ELSE '(rare)' END AS path,
        p.sessionCount AS sessionCount, p.objectCount AS objectCount, p.weight AS weight,
        l.leakCount AS leakCount
    FROM paths p JOIN leaks l ON p.path = l.path CROSS JOIN parameters
),
total AS (
    SELECT sum(oneProcessOf) AS weight
    FROM sessions CROSS JOIN parameters
    WHERE release = candidate
)
SELECT
    s.path AS ribPath, count(*) AS paths, sum(s.leakCount) AS leaks,
    sum(s.sessionCount) AS sessions, sum(s.objectCount) AS objects,
    floor(sum(s.weight) / max(t.weight) * 1e6 + 0.5e0) / 1e6 AS share
FROM shown s CROSS JOIN total t
GROUP BY s.path
ORDER BY sessions DESC, ribPath

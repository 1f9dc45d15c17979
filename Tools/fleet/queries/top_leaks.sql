-- The leaks that most sessions of each release have.
--
-- share: of the release's sessions, each weighted by how many it stands for.
WITH recorded AS (
    SELECT coalesce(release, '(none)') AS ofRelease, sum(oneProcessOf) AS weight
    FROM sessions
    GROUP BY coalesce(release, '(none)')
),
found AS (
    SELECT
        coalesce(release, '(none)') AS ofRelease, fingerprint AS leak, min(kind) AS leakKind,
        min(ribPath) AS path, min(type) AS culprit, count(*) AS sessionCount,
        sum(oneProcessOf) AS weight, sum(count) AS objectCount
    FROM findings
    WHERE severity = 'leak' AND libraryLeak IS NULL
    GROUP BY coalesce(release, '(none)'), fingerprint
),
ranked AS (
    SELECT
        f.ofRelease AS ofRelease, f.leak AS leak, f.leakKind AS leakKind, f.path AS path,
        f.culprit AS culprit, f.sessionCount AS sessionCount, f.objectCount AS objectCount,
        f.weight / r.weight AS shareOfSessions,
        row_number() OVER (PARTITION BY f.ofRelease ORDER BY f.weight DESC, f.leak) AS place
    FROM found f JOIN recorded r ON f.ofRelease = r.ofRelease
)
SELECT
    ofRelease AS release, place, leak AS fingerprint, leakKind AS kind, path AS ribPath,
    culprit AS type, sessionCount AS sessions, objectCount AS objects,
    floor(shareOfSessions * 1e6 + 0.5e0) / 1e6 AS share
FROM ranked CROSS JOIN parameters
WHERE place <= most
ORDER BY release, place

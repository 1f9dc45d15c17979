-- The findings of releases later than `base` that neither it nor an earlier release has.
--
-- qValue: if all findings up to this row are called new, the share of them that may be old. An old one
-- that is rare can look new: of x sessions with a finding that is equally common in all releases, all
-- are of the later ones with the chance (later sessions / all sessions)^x. The chances of all findings
-- are adjusted as in regressions.sql.
WITH days AS (
    SELECT release, day, count(*) AS sessionCount
    FROM sessions
    WHERE release IS NOT NULL
    GROUP BY release, day
),
totals AS (
    SELECT release, sum(sessionCount) AS sessionCount FROM days GROUP BY release
),
-- A release begins on the first day with a thousandth of its sessions: some devices' clocks are wrong.
begun AS (
    SELECT d.release AS release, min(d.day) AS firstDay, max(t.sessionCount) AS sessionCount
    FROM days d JOIN totals t ON d.release = t.release
    WHERE d.sessionCount * 1000 >= t.sessionCount
    GROUP BY d.release
),
ordered AS (
    SELECT
        b.release AS release, b.sessionCount AS sessionCount,
        CASE WHEN b.firstDay > o.firstDay THEN 1 ELSE 0 END AS isLater
    FROM begun b CROSS JOIN begun o CROSS JOIN parameters
    WHERE o.release = base
),
sizes AS (
    SELECT
        sum(CASE WHEN isLater = 0 THEN sessionCount ELSE 0 END) AS earlier,
        sum(CASE WHEN isLater = 1 THEN sessionCount ELSE 0 END) AS later
    FROM ordered
),
-- Grouped before it is joined, so that no engine has to keep all findings in memory.
everywhere AS (
    SELECT
        release, fingerprint AS mistake, min(severity) AS degree, min(kind) AS mistakeKind,
        min(ribPath) AS path, min(type) AS culprit, count(*) AS sessionCount, min(day) AS firstDay
    FROM findings
    WHERE release IS NOT NULL AND libraryLeak IS NULL
    GROUP BY release, fingerprint
),
found AS (
    SELECT
        e.mistake AS mistake, min(e.degree) AS degree, min(e.mistakeKind) AS mistakeKind,
        min(e.path) AS path, min(e.culprit) AS culprit, sum(e.sessionCount) AS sessionCount,
        min(e.firstDay) AS firstDay, min(o.isLater) AS isNew
    FROM everywhere e JOIN ordered o ON e.release = o.release
    GROUP BY e.mistake
),
placed AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessionCount, firstDay, isNew, later,
        exp(sessionCount * ln(later * 1e0 / (later + earlier))) AS chance,
        row_number() OVER (ORDER BY isNew DESC, sessionCount DESC, mistake) AS place,
        count(*) OVER () AS tests
    FROM found CROSS JOIN sizes
    WHERE later > 0
),
adjusted AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessionCount, firstDay, later,
        min(chance * tests / place) OVER (
            ORDER BY place ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS adjustedChance
    FROM placed
    WHERE isNew = 1
)
SELECT
    mistake AS fingerprint, degree AS severity, mistakeKind AS kind, path AS ribPath,
    culprit AS type, firstDay, sessionCount AS sessions,
    floor(sessionCount * 1e6 / later + 0.5e0) / 1e6 AS shareSince,
    floor(least(adjustedChance, 1e0) * 1e6 + 0.5e0) / 1e6 AS qValue
FROM adjusted
ORDER BY sessions DESC, fingerprint

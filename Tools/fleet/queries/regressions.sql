-- The leaks and errors that a larger share of sessions has in the release `candidate` than in `base`.
--
-- Each finding of the two releases is tested: is its share higher in candidate? The test is that of two
-- proportions with the pooled standard error, one-sided, with Yates' correction for continuity (Yates
-- 1934), without which a rare finding would alarm. Of the many tests, those remain whose rises are
-- false in at most the share `falseShare` (Benjamini and Hochberg 1995).
--
-- rise, low, high: the difference of the shares, and its interval at 95 percent: Newcombe's, made of two of
-- Wilson's (Newcombe 1998, method 10). It is that of one finding alone.
--
-- A weighted sample tells as much as n unweighted sessions (Kish 1965): the square of the sum of weights,
-- divided by the sum of their squares. `designEffect` divides n further where sessions of one device are
-- alike; 1 means that they are not.
WITH weighted AS (
    SELECT
        CASE WHEN release = base THEN 1e0 * oneProcessOf ELSE 0e0 END AS w1,
        CASE WHEN release = candidate THEN 1e0 * oneProcessOf ELSE 0e0 END AS w2, designEffect
    FROM sessions CROSS JOIN parameters
    WHERE release = base OR release = candidate
),
sizes AS (
    SELECT
        sum(w1) AS total1, sum(w2) AS total2,
        sum(w1) * sum(w1) / nullif(sum(w1 * w1), 0e0) / max(designEffect) AS n1,
        sum(w2) * sum(w2) / nullif(sum(w2 * w2), 0e0) / max(designEffect) AS n2
    FROM weighted
),
found AS (
    SELECT
        fingerprint AS mistake, min(severity) AS degree, min(kind) AS mistakeKind,
        min(ribPath) AS path, min(type) AS culprit,
        sum(CASE WHEN release = base THEN 1 ELSE 0 END) AS sessions1,
        sum(CASE WHEN release = candidate THEN 1 ELSE 0 END) AS sessions2,
        sum(CASE WHEN release = base THEN 1e0 * oneProcessOf ELSE 0e0 END) AS weight1,
        sum(CASE WHEN release = candidate THEN 1e0 * oneProcessOf ELSE 0e0 END) AS weight2
    FROM findings CROSS JOIN parameters
    WHERE (release = base OR release = candidate) AND severity <> 'warning' AND libraryLeak IS NULL
    GROUP BY fingerprint
),
shares AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2,
        least(weight1 / total1, 1e0) AS p1, least(weight2 / total2, 1e0) AS p2,
        least((weight1 / total1 * n1 + weight2 / total2 * n2) / (n1 + n2), 1e0) AS pooled
    FROM found CROSS JOIN sizes
    WHERE n1 > 0e0 AND n2 > 0e0
),
scored AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2, p1, p2,
        coalesce((p2 - p1 - 0.5e0 * (1e0 / n1 + 1e0 / n2))
            / nullif(sqrt(pooled * (1e0 - pooled) * (1e0 / n1 + 1e0 / n2)), 0e0), 0e0) AS z
    FROM shares
),
-- The normal distribution's tail above |z| by a Chebyshev fit of erfc, with a relative error below 1.2e-7
-- (Press et al., Numerical Recipes, section 6.2).
fitted AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2, p1, p2, z,
        1e0 / (1e0 + 0.5e0 * abs(z) / sqrt(2e0)) AS t
    FROM scored
),
tails AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2, p1, p2, z,
        0.5e0 * t * exp(-0.5e0 * z * z - 1.26551223e0 + t * (1.00002368e0 + t * (0.37409196e0
            + t * (0.09678418e0 + t * (-0.18628806e0 + t * (0.27886807e0 + t * (-1.13520398e0
            + t * (1.48851587e0 + t * (-0.82215223e0 + t * 0.17087277e0))))))))) AS tail
    FROM fitted
),
tested AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2, p1, p2, z,
        CASE WHEN z >= 0e0 THEN tail ELSE 1e0 - tail END AS pValue
    FROM tails
),
placed AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2, p1, p2, z, pValue,
        row_number() OVER (ORDER BY pValue, mistake) AS place, count(*) OVER () AS tests
    FROM tested
),
adjusted AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, n1, n2, p1, p2, z,
        min(pValue * tests / place) OVER (
            ORDER BY place ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS qValue
    FROM placed
),
limits AS (
    SELECT
        mistake, degree, mistakeKind, path, culprit, sessions1, sessions2, p1, p2, z, qValue,
        (2e0 * n1 * p1 + 3.841459e0) / (2e0 * (n1 + 3.841459e0)) AS middle1,
        1.959964e0 * sqrt(3.841459e0 + 4e0 * n1 * p1 * (1e0 - p1)) / (2e0 * (n1 + 3.841459e0)) AS half1,
        (2e0 * n2 * p2 + 3.841459e0) / (2e0 * (n2 + 3.841459e0)) AS middle2,
        1.959964e0 * sqrt(3.841459e0 + 4e0 * n2 * p2 * (1e0 - p2)) / (2e0 * (n2 + 3.841459e0)) AS half2
    FROM adjusted CROSS JOIN parameters
    WHERE qValue <= falseShare
)
SELECT
    mistake AS fingerprint, degree AS severity, mistakeKind AS kind, path AS ribPath,
    culprit AS type, sessions1 AS baseSessions, sessions2 AS candidateSessions,
    floor(p1 * 1e6 + 0.5e0) / 1e6 AS baseShare, floor(p2 * 1e6 + 0.5e0) / 1e6 AS candidateShare,
    floor((p2 - p1) * 1e6 + 0.5e0) / 1e6 AS rise,
    floor((p2 - p1 - sqrt((p2 - middle2 + half2) * (p2 - middle2 + half2)
        + (middle1 + half1 - p1) * (middle1 + half1 - p1))) * 1e6 + 0.5e0) / 1e6 AS low,
    floor((p2 - p1 + sqrt((middle2 + half2 - p2) * (middle2 + half2 - p2)
        + (p1 - middle1 + half1) * (p1 - middle1 + half1))) * 1e6 + 0.5e0) / 1e6 AS high,
    floor(qValue * 1e6 + 0.5e0) / 1e6 AS qValue
FROM limits
ORDER BY low DESC, fingerprint

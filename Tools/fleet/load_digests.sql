-- Makes the tables of a fleet from digests, by DuckDB in the folder that has them:
--
--     duckdb < load_digests.sql
--
-- Reads the digests below digests, one a line, plain, gzip or zstd. All else is as in load_rows.sql: the
-- tables are the same as those from the rows that `ribleak digest --format rows` writes.
SET threads = 1;

CREATE TEMP VIEW digests AS
    SELECT DISTINCT ON (session) *
    FROM read_ndjson('digests/**', columns = {
        version: 'INTEGER', session: 'VARCHAR', day: 'DATE',
        app: 'STRUCT(name VARCHAR, release VARCHAR, build VARCHAR)',
        system: 'STRUCT(name VARCHAR, version VARCHAR)', level: 'VARCHAR',
        sampling: 'STRUCT(oneProcessOf BIGINT)', durationMs: 'BIGINT',
        counts: 'STRUCT(tracked BIGINT, leaks BIGINT, inactiveFires BIGINT, warnings BIGINT, libraryLeaks BIGINT, dropped BIGINT)',
        doubts: 'VARCHAR[]', omitted: 'STRUCT(findings BIGINT)',
        findings: 'STRUCT(severity VARCHAR, kind VARCHAR, fingerprint VARCHAR, ribPath VARCHAR, type VARCHAR, count BIGINT, victims BIGINT, bytes BIGINT, retainedBy VARCHAR, libraryLeak VARCHAR)[]'
    })
    -- More would let one session outweigh all others.
    WHERE version = 1 AND sampling.oneProcessOf BETWEEN 1 AND 1000000;

COPY (
    SELECT
        session, day, app.name AS app, app.release AS release, app.build AS build,
        system.name AS platform, system.version AS os, level,
        sampling.oneProcessOf AS oneProcessOf, durationMs, counts.tracked AS tracked,
        counts.leaks AS leaks, counts.inactiveFires AS inactiveFires,
        counts.warnings AS warnings, counts.libraryLeaks AS libraryLeaks,
        counts.dropped AS dropped, omitted.findings AS omitted, len(doubts) > 0 AS isDoubtful
    FROM digests
    ORDER BY release, session
) TO 'sessions' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day));

COPY (
    SELECT DISTINCT ON (session, fingerprint) *
    FROM (
        SELECT
            session, day, app.name AS app, app.release AS release,
            sampling.oneProcessOf AS oneProcessOf, unnest(findings, max_depth := 2)
        FROM digests
    )
    ORDER BY release, fingerprint, session
) TO 'findings' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day));

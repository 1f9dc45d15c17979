-- Makes the tables of a fleet from its rows, by DuckDB in the folder that has the rows:
--
--     duckdb < load.sql
--
-- Reads the lines below rows, plain, gzip or zstd, and writes sessions and findings, as one Parquet
-- file for each day. Load the rows of a day again when some came late. The same rows give the same
-- tables, and a session that came twice is there once. A line that does not fit is an error with its file
-- and number.
SET threads = 1;

COPY (
    SELECT DISTINCT ON (session) * EXCLUDE (record, version)
    FROM read_ndjson('rows/**', columns = {
        record: 'VARCHAR', version: 'INTEGER', session: 'VARCHAR', day: 'DATE', app: 'VARCHAR',
        release: 'VARCHAR', build: 'VARCHAR', platform: 'VARCHAR', os: 'VARCHAR', level: 'VARCHAR',
        oneProcessOf: 'BIGINT', durationMs: 'BIGINT', tracked: 'BIGINT', leaks: 'BIGINT',
        inactiveFires: 'BIGINT', warnings: 'BIGINT', libraryLeaks: 'BIGINT', dropped: 'BIGINT',
        omitted: 'BIGINT', isDoubtful: 'BOOLEAN'
    })
    -- More would let one session outweigh all others.
    WHERE record = 'session' AND version = 1 AND oneProcessOf BETWEEN 1 AND 1000000
    ORDER BY release, session
) TO 'sessions' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day));

COPY (
    SELECT DISTINCT ON (session, fingerprint) * EXCLUDE (record, version)
    FROM read_ndjson('rows/**', columns = {
        record: 'VARCHAR', version: 'INTEGER', session: 'VARCHAR', day: 'DATE', app: 'VARCHAR',
        release: 'VARCHAR', oneProcessOf: 'BIGINT', severity: 'VARCHAR', kind: 'VARCHAR',
        fingerprint: 'VARCHAR', ribPath: 'VARCHAR', type: 'VARCHAR', count: 'BIGINT', victims: 'BIGINT',
        bytes: 'BIGINT', retainedBy: 'VARCHAR', libraryLeak: 'VARCHAR'
    })
    WHERE record = 'finding' AND version = 1 AND oneProcessOf BETWEEN 1 AND 1000000
    -- Equal mistakes beside each other make the file small and its statistics useful.
    ORDER BY release, fingerprint, session
) TO 'findings' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day));

"""Loads the rows of all shards in a folder into DuckDB and prints the leaks that most shards have, first
from the files and then from a Parquet file made of them.

    top_leaks.py FOLDER
"""
import sys

import duckdb

QUERY = """
    SELECT type, ribPath, count(DISTINCT shard), sum(count)
    FROM rows WHERE record = 'finding' AND kind LIKE 'leaked-%'
    GROUP BY ALL ORDER BY 3 DESC, 1 LIMIT 3
"""


def show(database):
    for row in database.sql(QUERY).fetchall():
        print(" | ".join(map(str, row)))


def main():
    folder = sys.argv[1]
    database = duckdb.connect()
    database.sql(f"CREATE VIEW rows AS FROM read_ndjson_auto('{folder}/*.ndjson')")
    show(database)
    database.sql(f"COPY (FROM rows) TO '{folder}/rows.parquet' (FORMAT parquet)")
    other = duckdb.connect()
    other.sql(f"CREATE VIEW rows AS FROM '{folder}/rows.parquet'")
    show(other)
    print(other.sql("SELECT count(*), sum(tracked) FROM rows").fetchall())


main()

"""Makes the tables of a fleet in a folder from its rows or its digests, by Tools/fleet/load_….sql. Prints each
row's breach of its schema, then of each table how many rows it has, and a checksum of its content.

    fleet_tables.py FOLDER rows|digests
"""
import json
import os
import pathlib
import sys

import duckdb
from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).parent.parent.parent


def validate(folder):
    schema = json.loads((ROOT / "Reports/fleet.schema.json").read_text())
    for definition in ("session", "finding"):
        schema["$defs"][definition]["additionalProperties"] = False
    validator = Draft202012Validator(schema)
    for path in sorted(folder.glob("rows/*")):
        # Equal lines need one look.
        for line in set(path.read_text().splitlines()):
            for error in validator.iter_errors(json.loads(line)):
                print(f"{path.name}: {error.message[:300]}")


def main():
    folder, source = pathlib.Path(sys.argv[1]), sys.argv[2]
    if source == "rows":
        validate(folder)
    os.chdir(folder)
    duckdb.execute((ROOT / f"Tools/fleet/load_{source}.sql").read_text())
    for table in ("sessions", "findings"):
        files = f"read_parquet('{table}/*/*.parquet', hive_partitioning = true)"
        columns = ", ".join(sorted(duckdb.sql(f"SELECT * FROM {files}").columns))
        count, content = duckdb.sql(f"""
            SELECT count(*), md5(string_agg(line::VARCHAR, '|' ORDER BY line::VARCHAR))
            FROM (SELECT {columns} FROM {files}) line""").fetchall()[0]
        print(f"{table}: {count}, {content}")


main()

"""Makes the tables of a fleet from the rows in a folder, as Tools/fleet/load.sql does, after each line was
validated with the schema of rows. Prints how many rows the tables have.

    fleet_tables.py FOLDER
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
    folder = pathlib.Path(sys.argv[1])
    validate(folder)
    os.chdir(folder)
    duckdb.execute((ROOT / "Tools/fleet/load.sql").read_text())
    for table in ("sessions", "findings"):
        count = duckdb.sql(f"SELECT count(*) FROM '{table}/*/*.parquet'").fetchall()[0][0]
        print(f"{table}: {count}")


main()

"""Validates each line of an NDJSON file with a schema, with no column beside those that it names.

    rows.py SCHEMA FILE
"""
import json
import sys

from jsonschema import Draft202012Validator


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    schema["additionalProperties"] = False
    validator = Draft202012Validator(schema)
    with open(sys.argv[2]) as file:
        lines = file.readlines()
    for number, line in enumerate(lines, 1):
        for error in validator.iter_errors(json.loads(line)):
            print(f"{number}: {error.message[:300]}")
    print(f"{len(lines)} rows")


main()

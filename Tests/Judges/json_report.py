"""Validates a JSON document with a schema, first as it is and then with no key allowed beside those that
the schema names, so that the schema cannot fall behind what is written.

    json_report.py SCHEMA DOCUMENT
"""
import json
import sys

from jsonschema import Draft202012Validator


def closed(schema):
    if isinstance(schema, dict):
        copy = {key: closed(value) for key, value in schema.items()}
        if "properties" in copy:
            copy["additionalProperties"] = False
        return copy
    return [closed(value) for value in schema] if isinstance(schema, list) else schema


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    with open(sys.argv[2]) as file:
        document = json.load(file)
    Draft202012Validator.check_schema(schema)
    errors = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
        for form in (schema, closed(schema))
        for error in Draft202012Validator(form).iter_errors(document)
    ]
    print("\n".join(errors) or "valid")


main()

"""Says of each settings file what a schema makes of it, as an editor would: one line a file.

    settings.py SCHEMA FILE...
"""
import json
import sys

import yaml
from jsonschema import Draft7Validator


class EditorLoader(yaml.SafeLoader):
    """Reads dates as text, as YAML 1.2 does."""


EditorLoader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    for path in sys.argv[2:]:
        with open(path) as file:
            settings = yaml.load(file, EditorLoader)
        errors = [error.message for error in validator.iter_errors(settings)]
        print("valid" if not errors else f"invalid: {errors[0][:200]}")


main()

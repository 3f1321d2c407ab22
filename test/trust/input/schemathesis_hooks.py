# What Schemathesis must know of this service beyond its OpenAPI document.
import json
import os
from zlib import crc32

import schemathesis
from schemathesis import GenerationMode
from schemathesis.openapi.checks import RejectedPositiveData

# The key of the run: without it nothing more would be answered.
OWN_KEY_ID = os.environ["MEMORYD_OWN_KEY_ID"]
USER = os.environ["MEMORYD_USER"]
IS_BOUND = os.environ["MEMORYD_KEY_KIND"] == "user"
CORES = set()

# Rules that no JSON Schema says: operation (None: any), how the field at fault ends, and a part of the message.
UNSAID = [
    (None, "cursor", "must be the `next_cursor` of an answer"),
    (None, "", "must not be only white space"),
    (None, "id", "the path must say `-`"),
    (None, "", "must not hold a NUL or a lone surrogate"),
    ("POST /prepare", "constitution", "no constitution of this name"),
    ("POST /prepare", "history", "needs a `session`"),
    ("POST /prepare", "mode", "needs `dry_run`"),
    ("POST /verify", "input", "goes without a `turn_token`"),
    # A field that is null is not there.
    (None, "", "must name at least one of"),
    (None, "metadata", "must be a JSON object"),
    (None, "metadata", "must be an object"),
    (None, "metadata", "bytes as JSON"),
    ("DELETE /admin/accounts/{name}", "name", "`default` cannot be deleted"),
    ("PUT /admin/constitutions/{name}", ".pattern", "regular expression in RE2's syntax"),
    ("POST /admin/constitutions/{name}/test", ".pattern", "regular expression in RE2's syntax"),
    ("POST /admin/constitutions/{name}/test", "input", "`input` or `answer` must be there"),
    ("DELETE /admin/constitutions/{name}", "name", "`default` cannot be deleted"),
    ("DELETE /cores/{slug}", "slug", "`default` cannot be deleted"),
    ("POST /admin/keys", "expires_at", "is in the past"),
    ("PATCH /admin/settings", "distiller", "no endpoint is configured"),
    # Ids of clusters come from the plan of the token.
    ("POST /synthesize/record", "", "the plan of this token"),
]

# Headers of every HTTP answer, which the document leaves to the protocol.
PROTOCOL_HEADERS = {"connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"}


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    if isinstance(value, bytes):
        return value
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else json.dumps(value).encode()


def one_in_four(text):
    return crc32(text.encode("utf-8", "surrogatepass")) % 4 == 0


def select_brain(headers):
    """Of brains that are drawn at random nearly all are refused or empty: most requests go to a few that are there."""
    core, user = headers.get("X-Memory-Core"), headers.get("X-Memory-User")
    if core is not None and core not in CORES and not one_in_four(core):
        del headers["X-Memory-Core"]
    if user is not None and not one_in_four(user):
        if IS_BOUND or crc32(user.encode()) % 2 == 0:
            headers["X-Memory-User"] = USER
        else:
            del headers["X-Memory-User"]


@schemathesis.hook
def after_call(ctx, case, response):
    if case.operation.label == "POST /cores" and response.status_code == 201:
        CORES.add(response.json()["slug"])


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Keeps the run from locking itself out: its key stays, its account pays, its constitution gates nothing."""
    if case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE and case.headers:
        select_brain(case.headers)
    path = case.path_parameters
    if not isinstance(path, dict):
        return
    if case.operation.label == "DELETE /admin/keys/{id}" and path.get("id") == OWN_KEY_ID:
        path["id"] = "00000000"
    if case.operation.label == "PATCH /admin/accounts/{name}" and path.get("name") == "default":
        path["name"] = "other"
    if case.operation.label == "PUT /admin/constitutions/{name}" and path.get("name") == "default":
        path["name"] = "other"


@schemathesis.hook
def filter_failure(ctx, failure, case, response):
    """False where valid data was refused for a rule that no schema says."""
    if not isinstance(failure, RejectedPositiveData) or response.status_code != 400:
        return True
    # The lines of an import have no schema: their own fuzzer knows what is valid.
    if case.operation.label == "POST /admin/import":
        return False
    # Which messages are valid, the protocol says.
    if case.operation.label == "POST /mcp":
        return False
    body = response.json()
    field, message = body.get("details", {}).get("field", ""), body["message"]
    return not any(
        (operation is None or operation == case.operation.label) and field.endswith(end) and part in message
        for operation, end, part in UNSAID
    )


@schemathesis.check
def no_undocumented_header(ctx, response, case):
    """Every header of an answer is one of the document's, or of HTTP itself."""
    responses = case.operation.definition.raw.get("responses", {})
    declared = responses.get(str(response.status_code))
    if declared is None:
        return
    known = PROTOCOL_HEADERS | {name.lower() for name in declared.get("headers", {})}
    unknown = sorted(name for name in response.headers if name.lower() not in known)
    assert not unknown, f"undocumented headers: {unknown}"


@schemathesis.check
def errors_are_of_the_contract(ctx, response, case):
    """Every error is JSON with a message, a code and the id of its header, and repeats nothing of the key."""
    if response.status_code < 400 or case.operation.path in ("/readyz", "/healthz"):
        return
    body = response.json()
    # What the protocol refuses, it refuses in a message of its own.
    if case.operation.label == "POST /mcp" and body.get("jsonrpc") == "2.0":
        assert isinstance(body["error"]["message"], str) and isinstance(body["error"]["code"], int)
        return
    for field in ("message", "code", "request_id"):
        assert isinstance(body.get(field), str) and body[field], f"an error without `{field}`"
    assert [body["request_id"]] == response.headers["x-request-id"], "the id of the body is not that of the header"
    assert "mk_live_" not in response.text, "an error that repeats a key"

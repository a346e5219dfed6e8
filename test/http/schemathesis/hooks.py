"""
What JSON Schema cannot say, and what HTTP wants otherwise than Schemathesis does. Each line names what is let pass and why; everything
else that Schemathesis finds fails the run.
"""

import schemathesis

# A request fits the schema and is refused all the same, naming this field:
BEYOND_THE_SCHEMA = {
    "cursor": "only the listing makes cursors",
    "timeZone": "which zones there are is the platform's to know",
    "expiresAt": "must lie ahead",
    "at": "must lie between 1970 and a year ahead",
    "from": "must be before `to`",
    "saidFrom": "must be before `saidTo`",
    "maxTokens": "must have room for the query",
    "If-Match": "Schemathesis makes its own entity tags for this header, whatever its schema says",
}
# Of the parameters of a query, unlike those of a body, OpenAPI cannot say that one excludes another:
ONE_ORIGIN = {"turnId", "sessionId", "agentId", "importId", "policyVersion"}


def problem(response):
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Left to chance the time that is allowed is mostly a millisecond, and the answer 504: what else there is would never be seen."""
    allowed = (case.headers or {}).get("Keepsake-Timeout-Ms", "")
    if str(allowed).isascii() and str(allowed).isdigit() and int(allowed) > 0:
        case.headers["Keepsake-Timeout-Ms"] = "30000"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    told = problem(response)
    field = told.get("field", "")
    # What a file holds is no matter of a schema; what a schema refuses is told field by field, in `problems`.
    if failure.code == "ST202" and case.path.endswith("/import") and "problems" not in told:
        return False
    if failure.code == "ST202" and response.status_code == 400:
        if field.rsplit(".", 1)[-1] in BEYOND_THE_SCHEMA:
            return False
        # A text of spaces and invisible characters only; the list of these is Unicode's.
        if told.get("detail", "").endswith(" is empty"):
            return False
        if case.method == "GET" and case.path.endswith("/writes") and field in ONE_ORIGIN:
            return False
    # Headers that nobody knows are to be ignored (RFC 9110, 5.1), and are added by every hop.
    if failure.code == "ST201" and "in header - object with unexpected properties" in failure.message:
        return False
    return True

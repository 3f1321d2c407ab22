"""The inside of a peer's process in Python: one JSON value a line, as peer-messages.ts says."""

import json
import sys


def serve(hello, handlers):
    """Answers every request by the handler of its "do"; what a handler throws is said and does not end the process."""
    answers = sys.stdout
    # Whatever a library prints must not stand between the answers.
    sys.stdout = sys.stderr

    def say(value):
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    say(hello)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            say(handlers[request.pop("do")](**request))
        except Exception as error:  # The harness shows it in the peer's row.
            say({"error": f"{type(error).__name__}: {error}"})

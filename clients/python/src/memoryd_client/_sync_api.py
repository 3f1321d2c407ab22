"""Every operation of the service. Made from the OpenAPI document by tools/generate.py: not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, cast

from ._api_base import SyncApiBase, SyncContent, segment
from .models import (
    Account,
    AccountList,
    AuditCheck,
    AuditEntry,
    AuditKey,
    AuditList,
    Backup,
    BackupList,
    Constitution,
    ConstitutionList,
    Core,
    CoreList,
    DeletedCore,
    Diagnosis,
    DistilledCluster,
    Embedding,
    Erasure,
    ForgottenBrain,
    GuardPatternRequest,
    Health,
    ImportResult,
    Key,
    KeyList,
    Lesson,
    LessonList,
    ListedCore,
    Liveness,
    MemoryDetail,
    MemoryItem,
    MemoryList,
    Metrics,
    NewKey,
    Ok,
    Profile,
    Recall,
    ReceiptCheck,
    RecordedSynthesis,
    Session,
    SessionList,
    SessionTurns,
    Settings,
    Status,
    StatusHistory,
    Synced,
    SynthesisPlan,
    TestedConstitution,
    Turn,
    User,
    UserList,
    VerifyResult,
)


class SyncApi(SyncApiBase):
    """The operations; a client adds how they are sent."""

    def prepare(
        self,
        input: str,
        *,
        model: str | None = None,
        constitution: str | None = None,
        session: str | None = None,
        occurred_at: str | None = None,
        metadata: Mapping[str, str | float | bool] | None = None,
        history: int | None = None,
        explain: bool | None = None,
        dry_run: bool | None = None,
        mode: Literal["cosine", "hybrid"] | None = None,
    ) -> Turn:
        """Finds the memory and the standing rules for the input and writes the brief. No model is called. Where
        `allowed` is false, skip generation and surface `reason`; otherwise give `messages` to your model and
        `turn_token` to `/record`.

        input: The end user's message.
        model: The model that will answer; its context size sets how much memory is quoted.
        constitution: The constitution to apply; `default` where absent.
        session: Your own name of the conversation, kept with the turn.
        occurred_at: When the turn happened, if not now; kept with the turn. Without an offset it is UTC, a date
            alone its midnight.
        metadata: Kept with the turn, and filtered by.
        history: How many of the last recorded turns of `session` stand between the brief and the input, as messages
            of user and assistant. They have as many tokens as the quoted memory has, and are not quoted in it.
        explain: True: each source says how it came to its place. Admin keys only.
        dry_run: True: the brief alone. `turn_token` is null, and nothing is counted, stored, renewed or made. Admin
            keys only.
        mode: With `dry_run`: ranked in this mode, whatever the account's setting is.
        """
        return cast(
            Turn,
            self._call(
                "POST",
                "/prepare",
                body={
                    "input": input,
                    "model": model,
                    "constitution": constitution,
                    "session": session,
                    "occurred_at": occurred_at,
                    "metadata": metadata,
                    "history": history,
                    "explain": explain,
                    "dry_run": dry_run,
                    "mode": mode,
                },
            ),
        )

    def verify(
        self, answer: str, *, turn_token: str | None = None, input: str | None = None, explain: bool | None = None
    ) -> VerifyResult:
        """Says whether the answer breaks a prohibition, does what a standing rule forbids, or contradicts memory.
        Consumes and stores nothing. Without a token it is scored against the brain alone.

        answer: The draft answer.
        turn_token: The `turn_token` of the matching `/prepare`.
        input: Without a `turn_token`: the message that the draft answers. Admin keys only.
        explain: True: the answer gains `sentences`. Admin keys only.
        """
        return cast(
            VerifyResult,
            self._call(
                "POST", "/verify", body={"answer": answer, "turn_token": turn_token, "input": input, "explain": explain}
            ),
        )

    def record(self, turn_token: str, answer: str, *, correction: bool | None = None) -> Ok:
        """Stores the turn; when it answers 200 the turn is on disk. The same token with the same answer again is 200
        and stores nothing new; with another answer it is 409.

        turn_token: The `turn_token` of the matching `/prepare`.
        answer: What your model answered; if a human edited it, the text that shipped.
        correction: True: the input corrects what went before, so it counts more.
        """
        return cast(
            Ok,
            self._call("POST", "/record", body={"turn_token": turn_token, "answer": answer, "correction": correction}),
        )

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: str | None = None,
        session: str | None = None,
        metadata: Mapping[str, str | float | bool] | None = None,
        mode: Literal["cosine", "hybrid"] | None = None,
        below: int | None = None,
        explain: bool | None = None,
    ) -> Recall:
        """The sources that `/prepare` would use for this text, without a turn: no token, no counter, no renewal.
        With `limit`, that many at most and each whole.

        query: The end user's message.
        limit: Most entries in the answer.
        as_of: The memory of that moment: only what had been said by then, `last week` counted from then. Absent:
            the memory of now. Without an offset it is UTC, a date alone its midnight.
        session: Only turns of this session.
        metadata: Only what has these fields, each with that very value.
        mode: Ranked in this mode, whatever the account's setting is. Admin keys only.
        below: The answer gains `below`: so many of the best entries that did not enter. Admin keys only.
        explain: True: each source says how it came to its place. Admin keys only.
        """
        return cast(
            Recall,
            self._call(
                "POST",
                "/recall",
                body={
                    "query": query,
                    "limit": limit,
                    "as_of": as_of,
                    "session": session,
                    "metadata": metadata,
                    "mode": mode,
                    "below": below,
                    "explain": explain,
                },
            ),
        )

    def list_memory(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        session: str | None = None,
        after: str | None = None,
        before: str | None = None,
        q: str | None = None,
        metadata: Mapping[str, str | float | bool] | None = None,
        detail: bool | None = None,
    ) -> MemoryList:
        """What the brain remembers, newest first; with filters, what passes all of them. A turn happened at its
        `occurred_at`, or else at its `created_at`.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        session: Only turns of this session.
        after: Only what happened then or later: of a date, from its beginning on. Without an offset it is UTC, a
            date alone its midnight.
        before: Only what happened before: of a date, before it began. Without an offset it is UTC, a date alone its
            midnight.
        q: Only what holds every one of these words, in any of its forms; words like `the` are left out.
        metadata: Only what has these fields. A JSON object: the value of each field is exact.
        detail: `true`: each entry has `detail`, what else is kept of it.
        """
        return cast(
            MemoryList,
            self._call(
                "GET",
                "/memory",
                query={
                    "limit": limit,
                    "cursor": cursor,
                    "session": session,
                    "after": after,
                    "before": before,
                    "q": q,
                    "metadata": metadata,
                    "detail": detail,
                },
            ),
        )

    def iter_memory(
        self,
        *,
        limit: int | None = None,
        session: str | None = None,
        after: str | None = None,
        before: str | None = None,
        q: str | None = None,
        metadata: Mapping[str, str | float | bool] | None = None,
        detail: bool | None = None,
    ) -> Iterator[MemoryItem]:
        """All of `list_memory`, page by page; `limit` is the size of a page."""
        return self._pages(
            lambda cursor: self.list_memory(
                limit=limit,
                session=session,
                after=after,
                before=before,
                q=q,
                metadata=metadata,
                detail=detail,
                cursor=cursor,
            ),
            "items",
        )

    def forget_brain(self) -> ForgottenBrain:
        """Erases every turn, lesson and token of the selected brain, their bytes on disk included, and answers with
        a signed receipt.
        """
        return cast(ForgottenBrain, self._call("DELETE", "/memory"))

    def remember(
        self,
        input: str,
        *,
        answer: str | None = None,
        session: str | None = None,
        occurred_at: str | None = None,
        metadata: Mapping[str, str | float | bool] | None = None,
    ) -> MemoryDetail:
        """Stores a memory without a turn; when it answers 201 the memory is on disk. What it says is read and
        learned from as if the user had said it in a turn. It counts as no turn. Sent twice, it is stored twice.

        input: What is to be remembered, or what the user said.
        answer: What was answered, if anything.
        session: Your own name of the conversation that it belongs to.
        occurred_at: When it happened, if not now. Without an offset it is UTC, a date alone its midnight.
        metadata: Kept with it, and filtered by.
        """
        return cast(
            MemoryDetail,
            self._call(
                "POST",
                "/memory",
                body={
                    "input": input,
                    "answer": answer,
                    "session": session,
                    "occurred_at": occurred_at,
                    "metadata": metadata,
                },
            ),
        )

    def get_memory(self, id: str) -> MemoryDetail:
        """One remembered turn with all that is kept about it.

        id: The `id` of a memory item or of a source.
        """
        return cast(MemoryDetail, self._call("GET", f"/memory/{segment(id)}"))

    def forget(self, id: str) -> Ok:
        """Erases the turn, its bytes on disk included; its id leaves every `source_link`.

        id: The `id` of a memory item or of a source.
        """
        return cast(Ok, self._call("DELETE", f"/memory/{segment(id)}"))

    def change_memory(
        self,
        id: str,
        *,
        input: str | None = None,
        answer: str | None = None,
        metadata: Mapping[str, str | float | bool] | None = None,
    ) -> MemoryDetail:
        """Changes texts or metadata, its embedding in the same write; the former text is erased, its bytes on disk
        included. Id, times and links stay. A name or occupation that the former input stated is known from it no
        more. Lessons that were learned from it stay as they are.

        id: The `id` of a memory item or of a source.
        input: What is to be remembered, or what the user said.
        answer: What was answered; empty: nothing was.
        metadata: In place of all that is there.
        """
        return cast(
            MemoryDetail,
            self._call(
                "PATCH", f"/memory/{segment(id)}", body={"input": input, "answer": answer, "metadata": metadata}
            ),
        )

    def list_sessions(self, *, limit: int | None = None, cursor: str | None = None) -> SessionList:
        """The brain's conversations that callers gave a name, the one with the newest turn first.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        """
        return cast(SessionList, self._call("GET", "/sessions", query={"limit": limit, "cursor": cursor}))

    def iter_sessions(self, *, limit: int | None = None) -> Iterator[Session]:
        """All of `list_sessions`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_sessions(limit=limit, cursor=cursor), "items")

    def get_session(
        self, name: str, *, limit: int | None = None, cursor: str | None = None, id: str | None = None
    ) -> SessionTurns:
        """The turns of one conversation, oldest first; none of one that is not there.

        name: The session's `name`.
        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        id: The id where it is `.` or `..`, which no path can hold: the path says `-` then.
        """
        return cast(
            SessionTurns,
            self._call("GET", f"/sessions/{segment(name)}", query={"limit": limit, "cursor": cursor, "id": id}),
        )

    def iter_session(self, name: str, *, limit: int | None = None, id: str | None = None) -> Iterator[MemoryDetail]:
        """All of `get_session`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.get_session(name=name, limit=limit, id=id, cursor=cursor), "items")

    def get_profile(self) -> Profile:
        """Confirmed name and occupation, the standing rules, and lasting preferences, each with where it comes from,
        and how much there is.
        """
        return cast(Profile, self._call("GET", "/profile"))

    def list_lessons(
        self, *, limit: int | None = None, cursor: str | None = None, superseded: bool | None = None
    ) -> LessonList:
        """The live lessons of the brain, newest first; with `superseded=true` those that were replaced.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        superseded: `true`: the lessons that another one took the place of, for 30 days; `false`, the default: those
            that hold.
        """
        return cast(
            LessonList,
            self._call("GET", "/lessons", query={"limit": limit, "cursor": cursor, "superseded": superseded}),
        )

    def iter_lessons(self, *, limit: int | None = None, superseded: bool | None = None) -> Iterator[Lesson]:
        """All of `list_lessons`, page by page; `limit` is the size of a page."""
        return self._pages(
            lambda cursor: self.list_lessons(limit=limit, superseded=superseded, cursor=cursor), "lessons"
        )

    def add_lesson(self, text: str, *, pinned: bool | None = None) -> Lesson:
        """Stores a standing rule as written, with the life of every lesson: 30 days, renewed by retrieval. A pinned
        one stays, and is in every brief.

        text: The rule, an imperative sentence.
        pinned: Whether it is in every brief and never expires, whatever users say; at most 20 of a brain are.
        """
        return cast(Lesson, self._call("POST", "/lessons", body={"text": text, "pinned": pinned}))

    def reword_lesson(self, id: str, *, text: str | None = None, pinned: bool | None = None) -> Lesson:
        """Stores new wording with its embedding, and whether the lesson is pinned, in one write; sources and use
        stay. With `pinned: false` a pinned one lives for 30 days from now.

        id: The lesson's `id`.
        text: The rule, an imperative sentence.
        pinned: Whether it is in every brief and never expires, whatever users say; at most 20 of a brain are.
        """
        return cast(Lesson, self._call("PATCH", f"/lessons/{segment(id)}", body={"text": text, "pinned": pinned}))

    def remove_lesson(self, id: str, *, forget: bool | None = None) -> Ok:
        """Erases the rule for good: no later learning pass makes a rule of the same meaning. 404 where the id is not
        a live lesson of this brain.

        id: The lesson's `id`.
        forget: `false`: a later learning pass may bring the same rule back; `true`, the default: none does.
        """
        return cast(Ok, self._call("DELETE", f"/lessons/{segment(id)}", query={"forget": forget}))

    def prepare_synthesis(self) -> SynthesisPlan:
        """Clusters the turns that no pass has scanned and hands out those worth a rule. No model is called: feed
        `system` and each cluster's `prompt` to your own, which answers with one imperative rule or NONE.
        """
        return cast(SynthesisPlan, self._call("POST", "/synthesize/prepare"))

    def record_synthesis(self, synthesis_token: str, lessons: Sequence[DistilledCluster]) -> RecordedSynthesis:
        """Stores the rules, linked to the packets of the stored plan. The token is single-use, for its own brain,
        and valid for an hour.

        synthesis_token: The `synthesis_token` of the matching plan.
        lessons: What your model made of the clusters; those left out are skipped.
        """
        return cast(
            RecordedSynthesis,
            self._call("POST", "/synthesize/record", body={"synthesis_token": synthesis_token, "lessons": lessons}),
        )

    def sync_brain(self, *, dry_run: bool | None = None) -> Synced:
        """Learns from what was recorded, with the service's own distiller. While a pass of the brain runs, a second
        call waits for its result.

        dry_run: True: the answer gains `would_learn`, and nothing is learned. Admin keys only.
        """
        return cast(Synced, self._call("POST", "/sync", body={"dry_run": dry_run}))

    def list_cores(self, *, limit: int | None = None, cursor: str | None = None) -> CoreList:
        """The account's cores: the virtual `default` first, then in order of creation.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        """
        return cast(CoreList, self._call("GET", "/cores", query={"limit": limit, "cursor": cursor}))

    def iter_cores(self, *, limit: int | None = None) -> Iterator[ListedCore]:
        """All of `list_cores`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_cores(limit=limit, cursor=cursor), "items")

    def create_core(self, slug: str, name: str, *, context: str | None = None) -> Core:
        """Makes a core, whose brains share nothing with those of other cores. One beyond the account's plan can be
        made too: it is served from the default core.

        slug: Names the core; it never changes.
        name: Human-readable label.
        context: Put into every brief of the core.
        """
        return cast(Core, self._call("POST", "/cores", body={"slug": slug, "name": name, "context": context}))

    def get_core(self, slug: str) -> Core:
        """A core's slug, name and context.

        slug: The core's slug.
        """
        return cast(Core, self._call("GET", f"/cores/{segment(slug)}"))

    def change_core(self, slug: str, *, name: str | None = None, context: str | None = None) -> Core:
        """Changes name, context or both.

        slug: The core's slug.
        name: Human-readable label.
        context: Put into every brief of the core.
        """
        return cast(Core, self._call("PATCH", f"/cores/{segment(slug)}", body={"name": name, "context": context}))

    def delete_core(self, slug: str) -> DeletedCore:
        """Erases the core with every brain in it, the bytes on disk included, revokes the keys bound to it, and
        answers with a signed receipt. A core made later with the same slug is another one: the keys stay revoked.
        `default` cannot be deleted, and keeps what it served for a core beyond the plan.

        slug: The core's slug.
        """
        return cast(DeletedCore, self._call("DELETE", f"/cores/{segment(slug)}"))

    def get_metrics(self) -> Metrics:
        """Turns, coherence, memory and lessons of the selected brain."""
        return cast(Metrics, self._call("GET", "/metrics"))

    def list_keys(self, *, limit: int | None = None, cursor: str | None = None) -> KeyList:
        """The account's keys, oldest first, revoked ones included. A bound key sees those bound like it.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        """
        return cast(KeyList, self._call("GET", "/admin/keys", query={"limit": limit, "cursor": cursor}))

    def iter_keys(self, *, limit: int | None = None) -> Iterator[Key]:
        """All of `list_keys`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_keys(limit=limit, cursor=cursor), "items")

    def issue_key(
        self,
        name: str,
        scope: Literal["admin", "agent"],
        *,
        core: str | None = None,
        user: str | None = None,
        expires_at: str | None = None,
    ) -> NewKey:
        """The answer holds the whole key, for the only time. A bound key makes keys bound like itself. A binding to
        a core means that very core, not a later one of the same slug; a user need not have any memory yet.

        name: What the key is for.
        scope: `admin` may do everything in the account; `agent` may use memory.
        core: Binds the key to one core: it is revoked with it.
        user: Binds the key to one end user: it is revoked when an admin key erases that user.
        expires_at: When the key ends; absent: never. Without an offset it is UTC, a date alone its midnight.
        """
        return cast(
            NewKey,
            self._call(
                "POST",
                "/admin/keys",
                body={"name": name, "scope": scope, "core": core, "user": user, "expires_at": expires_at},
            ),
        )

    def revoke_key(self, id: str) -> Ok:
        """The key ends with this answer, and for good.

        id: The key's id.
        """
        return cast(Ok, self._call("DELETE", f"/admin/keys/{segment(id)}"))

    def list_accounts(self, *, limit: int | None = None, cursor: str | None = None) -> AccountList:
        """All accounts for an unbound admin key of the account `default`, its own for every other.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        """
        return cast(AccountList, self._call("GET", "/admin/accounts", query={"limit": limit, "cursor": cursor}))

    def iter_accounts(self, *, limit: int | None = None) -> Iterator[Account]:
        """All of `list_accounts`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_accounts(limit=limit, cursor=cursor), "items")

    def create_account(
        self, name: str, *, plan: Literal["unlimited", "free", "pro"] | None = None, past_due: bool | None = None
    ) -> Account:
        """For unbound admin keys of the account `default`. Without `plan` it has no limits.

        name: Names the account; it never changes.
        plan: The account's plan; what each allows is the operator's to say.
        past_due: Whether the account's payment is overdue.
        """
        return cast(
            Account, self._call("POST", "/admin/accounts", body={"name": name, "plan": plan, "past_due": past_due})
        )

    def change_account(
        self, name: str, *, plan: Literal["unlimited", "free", "pro"] | None = None, past_due: bool | None = None
    ) -> Account:
        """For unbound admin keys of the account `default`. While an account is past due, preparing turns, learning
        and brains of new users are refused with 402; reading, recording and deleting go on.

        name: The account's name.
        plan: The account's plan; what each allows is the operator's to say.
        past_due: Whether the account's payment is overdue.
        """
        return cast(
            Account, self._call("PATCH", f"/admin/accounts/{segment(name)}", body={"plan": plan, "past_due": past_due})
        )

    def delete_account(self, name: str) -> Erasure:
        """For unbound admin keys of the account `default`. Erases the account with every brain in it, the bytes on
        disk included, its cores, constitutions and settings, ends its keys, and answers with a signed receipt.
        What the audit has of it stays. An account made later with the same name is another one and sees nothing
        of this one. `default` cannot be deleted.

        name: The account's name.
        """
        return cast(Erasure, self._call("DELETE", f"/admin/accounts/{segment(name)}"))

    def list_constitutions(self, *, limit: int | None = None, cursor: str | None = None) -> ConstitutionList:
        """The account's profiles by name; `default` is always among them.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        """
        return cast(
            ConstitutionList, self._call("GET", "/admin/constitutions", query={"limit": limit, "cursor": cursor})
        )

    def iter_constitutions(self, *, limit: int | None = None) -> Iterator[Constitution]:
        """All of `list_constitutions`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_constitutions(limit=limit, cursor=cursor), "items")

    def get_constitution(self, name: str) -> Constitution:
        """One profile.

        name: The constitution's name; `.` and `..`, which no path can hold, are none.
        """
        return cast(Constitution, self._call("GET", f"/admin/constitutions/{segment(name)}"))

    def put_constitution(
        self,
        name: str,
        text: str,
        *,
        gates: Sequence[GuardPatternRequest] | None = None,
        prohibitions: Sequence[GuardPatternRequest] | None = None,
    ) -> Constitution:
        """Takes effect with the next turn.

        name: The constitution's name; `.` and `..`, which no path can hold, are none.
        text: Stands at the head of the brief.
        gates: A match on the input gates the turn.
        prohibitions: A match on the answer makes `/verify` say no.
        """
        return cast(
            Constitution,
            self._call(
                "PUT",
                f"/admin/constitutions/{segment(name)}",
                body={"text": text, "gates": gates, "prohibitions": prohibitions},
            ),
        )

    def delete_constitution(self, name: str) -> Ok:
        """`default` cannot be deleted.

        name: The constitution's name; `.` and `..`, which no path can hold, are none.
        """
        return cast(Ok, self._call("DELETE", f"/admin/constitutions/{segment(name)}"))

    def test_constitution(
        self,
        name: str,
        *,
        input: str | None = None,
        answer: str | None = None,
        gates: Sequence[GuardPatternRequest] | None = None,
        prohibitions: Sequence[GuardPatternRequest] | None = None,
    ) -> TestedConstitution:
        """Says of each gate whether it matches the input, and of each prohibition whether it matches the answer, as
        a turn would be judged. Stores nothing. 404 where stored patterns are asked for and there is no such
        profile.

        name: The constitution's name; `.` and `..`, which no path can hold, are none.
        input: What the gates are tried on.
        answer: What the prohibitions are tried on.
        gates: Tried instead of the stored gates.
        prohibitions: Tried instead of the stored prohibitions.
        """
        return cast(
            TestedConstitution,
            self._call(
                "POST",
                f"/admin/constitutions/{segment(name)}/test",
                body={"input": input, "answer": answer, "gates": gates, "prohibitions": prohibitions},
            ),
        )

    def get_settings(self) -> Settings:
        """What the account chose, and the defaults of the rest."""
        return cast(Settings, self._call("GET", "/admin/settings"))

    def change_settings(
        self,
        *,
        retrieval_mode: Literal["cosine", "hybrid"] | None = None,
        sources_max: int | None = None,
        memory_tokens: int | None = None,
        model: str | None = None,
        distiller: Literal["extractive", "endpoint"] | None = None,
        nightly: bool | None = None,
        learn_once: Literal["off", "orders", "preferences"] | None = None,
        redact: Literal["off"]
        | Sequence[Literal["keys", "passwords", "cards", "ibans", "emails", "phones", "ids"]]
        | None = None,
    ) -> Settings:
        """Fields that are absent stay as they are. A `retrieval_mode` of null takes the account's choice back.

        retrieval_mode: How memory is ranked; null: as the server's setting says.
        sources_max: Most sources in a brief.
        memory_tokens: Tokens of quoted memory in a brief; 0: by the model hint.
        model: Overrides the model hint of every `/prepare`; empty: the hint counts.
        distiller: Who words the rules of the service's own learning passes; `endpoint` needs one in the operator's
            settings.
        nightly: Whether learning passes come unasked, soon and at night.
        learn_once: What is learned from one turn alone: `preferences`: standing orders, corrections and lasting
            preferences of the user; `orders`: the first two; `off`: corrections.
        redact: Kinds of secrets that are taken out of what is said, answered and learned before it is stored: a
            mark such as `[redacted: card number]` stands in their place. What is stored already stays as it is.
        """
        return cast(
            Settings,
            self._call(
                "PATCH",
                "/admin/settings",
                body={
                    "retrieval_mode": retrieval_mode,
                    "sources_max": sources_max,
                    "memory_tokens": memory_tokens,
                    "model": model,
                    "distiller": distiller,
                    "nightly": nightly,
                    "learn_once": learn_once,
                    "redact": redact,
                },
            ),
        )

    def reset_setting(
        self,
        name: Literal[
            "retrieval_mode", "sources_max", "memory_tokens", "model", "distiller", "nightly", "learn_once", "redact"
        ],
    ) -> Settings:
        """What the account chose is forgotten, and the default holds. Answers all settings as they are then.

        name: The setting.
        """
        return cast(Settings, self._call("DELETE", f"/admin/settings/{segment(name)}"))

    def list_users(
        self, *, limit: int | None = None, cursor: str | None = None, core: str | None = None, q: str | None = None
    ) -> UserList:
        """End users with a brain in the account, with what is held of each. A bound key sees its own part.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        core: Only users of this core, and what they have there.
        q: Only users whose id contains this text, without regard to the case of A to Z.
        """
        return cast(
            UserList, self._call("GET", "/admin/users", query={"limit": limit, "cursor": cursor, "core": core, "q": q})
        )

    def iter_users(self, *, limit: int | None = None, core: str | None = None, q: str | None = None) -> Iterator[User]:
        """All of `list_users`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_users(limit=limit, core=core, q=q, cursor=cursor), "items")

    def get_user(self, user: str, *, core: str | None = None, id: str | None = None) -> User:
        """What is held of one end user. 404 where the user has no brain.

        user: The end user's id.
        core: Only what the user has in this core.
        id: The id where it is `.` or `..`, which no path can hold: the path says `-` then.
        """
        return cast(User, self._call("GET", f"/admin/users/{segment(user)}", query={"core": core, "id": id}))

    def erase_user(self, user: str, *, core: str | None = None, id: str | None = None) -> Erasure:
        """Erases every brain of the user, in every core or in the one named, the bytes on disk included, revokes the
        keys bound to the user (with `core`, those bound to the user and that core), and answers with a signed
        receipt. A user who only empties their memory keeps their keys: `DELETE /memory`. 404 where there is
        nothing of such a user, neither memory nor a key.

        user: The end user's id.
        core: Only in this core.
        id: The id where it is `.` or `..`, which no path can hold: the path says `-` then.
        """
        return cast(Erasure, self._call("DELETE", f"/admin/users/{segment(user)}", query={"core": core, "id": id}))

    def export_memory(
        self, *, core: str | None = None, user: str | None = None, embeddings: bool | None = None
    ) -> Iterator[bytes]:
        """Everything of the account, of a core or of an end user but keys, as JSON Lines that `POST /admin/import`
        takes. A bound key exports its own part. A file whose last line is missing broke off. HEAD makes no export
        and enters none in the audit.

        core: Only this core.
        user: Only this end user, in every core or in the one named.
        embeddings: `false` leaves the embeddings out: they are made again after the import.
        """
        return self._lines("GET", "/admin/export", query={"core": core, "user": user, "embeddings": embeddings})

    def import_memory(
        self,
        content: SyncContent,
        *,
        core: str | None = None,
        user: str | None = None,
        format: Literal["memoryd", "mem0", "basic-memory", "chat"] | None = None,
    ) -> ImportResult:
        """Takes an export, or memories of mem0, notes of basic-memory or chat messages, of any length, as
        application/x-ndjson, application/jsonl, application/x-jsonlines, application/json, application/octet-
        stream, text/markdown, text/plain; any other type is 415. The file is checked whole before anything is
        stored; what is here already is left as it is, so that the same file twice adds nothing. A wrong line is
        400 and named by its number.

        core: Where the one brain of the file goes, or all of another program's file.
        user: Whose the one brain of the file becomes, or all of another program's file.
        format: What wrote the file; where a request names none, its content tells.
        content: The file, whole or piece by piece.
        """
        return cast(
            ImportResult,
            self._call("POST", "/admin/import", query={"core": core, "user": user, "format": format}, content=content),
        )

    def list_audit(self, *, limit: int | None = None, cursor: str | None = None) -> AuditList:
        """What was done in the account by admin keys, from the shell and by the service itself, newest first. For
        unbound admin keys. The chain runs over all accounts, so the numbers of one have gaps.

        limit: Most entries in the answer.
        cursor: `next_cursor` of the page before; absent for the first page.
        """
        return cast(AuditList, self._call("GET", "/admin/audit", query={"limit": limit, "cursor": cursor}))

    def iter_audit(self, *, limit: int | None = None) -> Iterator[AuditEntry]:
        """All of `list_audit`, page by page; `limit` is the size of a page."""
        return self._pages(lambda cursor: self.list_audit(limit=limit, cursor=cursor), "items")

    def get_audit_key(self) -> AuditKey:
        """The public key that receipts are signed with now, and the id of the data."""
        return cast(AuditKey, self._call("GET", "/admin/audit/key"))

    def check_audit(self) -> AuditCheck:
        """For unbound admin keys of the account `default`: follows the chain over all accounts from its first entry
        to its last, as `memoryd audit verify` does, on a thread of its own.
        """
        return cast(AuditCheck, self._call("GET", "/admin/audit/check"))

    def check_receipt(self, *, receipt: object | None = None) -> ReceiptCheck:
        """Says whether the receipt of an erasure is to be believed: its hash and signature, that the key and the
        data are this service's, and that the audit has its entry. Any object is taken. For unbound admin keys:
        those of the account `default` check every receipt, others those of their account.

        receipt: The receipt as it was answered, with all its fields.
        """
        return cast(ReceiptCheck, self._call("POST", "/admin/receipts/check", body={"receipt": receipt}))

    def get_prometheus(self) -> str:
        """Counters of the whole service in Prometheus's text format; none is about one brain or user."""
        return self._text("GET", "/prometheus")

    def get_status(self) -> Status:
        """For unbound admin keys of the account `default`: readiness, what is held, requests of the last minutes,
        what waits, the last pass and backup, disk and certificate. Numbers over all accounts, without names and
        memory; 200 also where the service is not ready.
        """
        return cast(Status, self._call("GET", "/admin/status"))

    def get_status_history(self, *, minutes: int | None = None) -> StatusHistory:
        """For unbound admin keys of the account `default`: turns, errors, times of `/prepare` and memory, a point a
        minute, the oldest first, none from before the start. Kept in memory for 24 hours, and gone at a restart.

        minutes: How far back it goes, that under way included.
        """
        return cast(StatusHistory, self._call("GET", "/admin/status/history", query={"minutes": minutes}))

    def get_diagnosis(self) -> Diagnosis:
        """For unbound admin keys of the account `default`: what `memoryd doctor` says of data, settings and machine,
        without a whole reading of the data (`--deep`). Looks through the rows on a thread of its own.
        """
        return cast(Diagnosis, self._call("GET", "/admin/doctor"))

    def list_backups(self) -> BackupList:
        """For unbound admin keys of the account `default`: the backups in the folder of the settings that bear the
        service's names, and when one was made last, there or elsewhere. 409 `backup_failed` where the folder
        cannot be read.
        """
        return cast(BackupList, self._call("GET", "/admin/backups"))

    def make_backup(self) -> Backup:
        """For unbound admin keys of the account `default`: made as scheduled ones are, on a thread of its own:
        sealed to `backup_seal_to`, counted by `backup_keep`, handed to `backup_command`. Answered when it is
        whole and was read back. While one is under way, a second call waits for that one. 409 `backups_off` where
        the settings name no folder, `backup_failed` with the reason where none could be made.
        """
        return cast(Backup, self._call("POST", "/admin/backups"))

    def get_embedding(self) -> Embedding:
        """For unbound admin keys of the account `default`: the model that embeds, and how many of all turns it has
        embedded, as after a change of the model.
        """
        return cast(Embedding, self._call("GET", "/admin/embedding"))

    def get_liveness(self) -> Liveness:
        """Always 200 while the process serves requests; looks at nothing else."""
        return cast(Liveness, self._call("GET", "/livez"))

    def get_readiness(self) -> Health:
        """200 when no check fails, else 503 `not_ready`, with the outcome of each check. No key is needed; with an
        admin key the numbers behind the checks are shown too.
        """
        return cast(Health, self._call("GET", "/readyz"))

    def get_health(self) -> Health:
        """The same answer as `/readyz`, under the name that other tools ask for."""
        return cast(Health, self._call("GET", "/healthz"))

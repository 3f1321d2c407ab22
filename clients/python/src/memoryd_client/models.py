"""What the service takes and answers. Made from the OpenAPI document by tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import Literal

from typing_extensions import NotRequired, TypedDict


class Account(TypedDict):
    """An account: its cores, keys and memory are its own."""

    name: str
    """The account's name."""

    created_at: str
    """When the account was made."""

    plan: Literal["unlimited", "free", "pro"]
    """The account's plan; what each allows is the operator's to say."""

    past_due: bool
    """Whether the account's payment is overdue."""

    turns_this_month: int
    """Turns prepared in this calendar month, UTC, over all cores."""

    turns_per_month: int | None
    """Turns that the plan allows in a month; null: no limit."""


class AccountList(TypedDict):
    """A page of the accounts."""

    items: list[Account]
    """The accounts, oldest first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class AuditCheck(TypedDict):
    """The chain of the audit, followed from end to end."""

    ok: bool
    """Whether no entry was changed and none is missing."""

    entries: int
    """Entries, of all accounts."""

    head: str
    """Hash of the last entry: written down elsewhere, it later shows whether the chain was written anew."""

    broken_at: int | None
    """The first entry that is wrong or not there, 0: the chain's beginning; null: none is."""

    reason: str | None
    """What is wrong there; null: nothing."""


class AuditEntry(TypedDict):
    """One action."""

    seq: int
    """Its place in the chain, which runs over all accounts."""

    at: str
    """When it was done."""

    account: str
    """The account."""

    actor: str
    """A key's id, `shell` or `service`."""

    action: str
    """What was done, such as `key.issued` or `core.deleted`."""

    target: str
    """To what; a user is named by a keyed hash."""

    details: dict[str, object]
    """The little that is told of it."""

    previous: str
    """Hash of the entry before, of whichever account."""

    hash: str
    """SHA-256 of the JSON array of seq, time in milliseconds, account, actor, action, target, the JSON of details as
    a string, and previous, without white space.
    """


class AuditKey(TypedDict):
    """What receipts are verified with."""

    data_id: str
    """Id of the service's data, as receipts have it."""

    public_key: str
    """Ed25519, base64 of its SubjectPublicKeyInfo: the body of a PEM file."""

    pem: str
    """The same as a PEM file."""


class AuditList(TypedDict):
    """A page of the audit."""

    items: list[AuditEntry]
    """The account's entries, newest first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class Backlog(TypedDict):
    """Work that waits."""

    embeddings: int
    """Turns on disk whose embedding is still to be made."""

    reembedding: Reembedding | None
    """What is embedded anew after a change of the model; null: nothing."""

    brains_to_learn: int
    """Brains with turns that no learning pass has read."""


class Backup(TypedDict):
    """A backup in the folder of the settings."""

    name: str
    """Of the file."""

    made_at: str
    """When it was made, to the second."""

    bytes: int
    """Size of the file."""

    sealed: bool
    """Whether only a key or a passphrase opens it."""

    by: Literal["schedule", "hand"] | None
    """Who had it made; null: the audit does not tell."""


class BackupList(TypedDict):
    """What is backed up."""

    items: list[Backup]
    """The backups in the folder, newest first."""

    directory_set: bool
    """Whether the settings say where backups go: `backup_dir`, or a schedule, whose folder has a default."""

    directory: str | None
    """That folder, as the service's machine names it; null: none is set."""

    data_dir: str
    """The directory of the data: what `memoryd restore` takes as `--data-dir`, with the service stopped."""

    process_id: int
    """The number of the service's process on its machine, or in its container."""

    schedule: str | None
    """The cron expression of `backup_cron`; null: none is scheduled."""

    last: LastBackup | None
    """null: none was made, and none is scheduled."""


class Constitution(TypedDict):
    """A named profile of the account."""

    name: str
    """Names the profile in `constitution` of `/prepare`."""

    text: str
    """What stands at the head of every brief made with it."""

    gates: list[GuardPattern]
    """A match gates the turn."""

    prohibitions: list[GuardPattern]
    """A match makes `/verify` answer `ok: false`."""


class ConstitutionList(TypedDict):
    """A page of the account's constitutions."""

    items: list[Constitution]
    """The profiles, by name."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class Contradiction(TypedDict):
    """A sentence of a draft that says otherwise than memory."""

    sentence: str
    """The sentence of the answer."""

    source_id: str | None
    """The memory entry that says otherwise; null: a confirmed name or occupation of the user."""

    remembered: str
    """What memory says, in the words of that entry."""

    kind: Literal["polarity", "number", "date", "name", "value", "outdated"]
    """`polarity`: one denies the other; `number`; `date`: also a time or a weekday; `name`: of a person or place;
    `value`: a role, a relation, another of a closed set; `outdated`: what was replaced or corrected.
    """


class Core(TypedDict):
    """A core: an isolated set of brains in the account."""

    slug: str
    """Names the core in X-Memory-Core and in addresses; it never changes."""

    name: str
    """Human-readable label."""

    context: str
    """Seed context for every brief of the core; empty when absent."""


class CoreList(TypedDict):
    """A page of the account's cores."""

    items: list[ListedCore]
    """The account's cores, the virtual `default` among them."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class DatabaseServer(TypedDict):
    """The PostgreSQL server that has the data."""

    version: str
    """Of the server, such as `15.14`."""

    role: Literal["primary", "standby"]
    """A standby follows another one and takes no writes."""

    durable: bool
    """Whether what was acknowledged outlives a crash of its machine: fsync and full_page_writes are on."""

    bytes: int
    """Size of the database, with indexes and dead rows."""

    connections: int
    """Connections to the whole server, of all programs."""

    connections_max: int
    """Connections that the server takes."""

    standbys: int
    """Standbys that follow it."""

    synchronous_standbys: int | None
    """Those of them that a commit waits for. null: the database's role may not look (it needs pg_read_all_stats)."""

    lag_bytes: int | None
    """Log that the standby furthest behind has not replayed; 0 without one. null: the database's role may not look
    (it needs pg_read_all_stats).
    """

    lag_seconds: float | None
    """For how long it has not, in seconds; 0 without one. null: the database's role may not look (it needs
    pg_read_all_stats).
    """

    dead_rows: int
    """Rows that were deleted or replaced and wait for vacuum."""

    live_rows: int
    """Rows that stand, as the server estimates them."""

    vacuumed_at: str | None
    """When a table was vacuumed last, by hand or by itself; null: none ever was."""

    oldest_transaction_seconds: float | None
    """How long the oldest open transaction has been: what was deleted since is not freed. null: the database's role
    may not look (it needs pg_read_all_stats).
    """

    transaction_age: int
    """Transactions since rows were frozen: at two thousand million the server takes no writes."""

    partitions: int
    """Partitions that are there."""

    partitions_due: int
    """Partitions that must be there."""


class DeletedCore(TypedDict):
    """The receipt of a core's erasure."""

    ok: Literal[True]
    """Always true: the core is gone."""

    receipt: Receipt
    """What was erased, signed."""

    keys_revoked: int
    """Keys bound to what was erased: they are revoked with it."""


class Diagnosis(TypedDict):
    """What the doctor finds."""

    ok: bool
    """Whether no finding is an `error`."""

    findings: list[DoctorFinding]
    """What is wrong, the most urgent first."""


class Disk(TypedDict):
    """The disk of the data."""

    free_bytes: int
    """Room left where the data is."""

    database_bytes: int
    """Size of the database."""

    wal_bytes: int
    """Size of its write-ahead log."""


class DistilledCluster(TypedDict):
    """What your model made of a cluster."""

    cluster_id: str
    """The cluster's `id` in the plan."""

    text: NotRequired[str | None]
    """The rule; null, absent or `NONE`: the cluster holds nothing durable."""


class DoctorFinding(TypedDict):
    """One thing that is wrong."""

    code: str
    """A word for programs, stable."""

    level: Literal["error", "warning", "note"]
    """`error`: it does not work, or memory is in danger; `warning`: it will not go well for long; `note`: good to
    know.
    """

    where: str
    """A path, a table, a key's id or a setting."""

    message: str
    """What is wrong, in a sentence."""

    fix: str
    """What to do: a command or a sentence."""


class Embedding(TypedDict):
    """How far the data is embedded. What is in neither number is embedded anew."""

    model: EmbeddingModel
    """The model that embeds."""

    total: int
    """Turns remembered, of all accounts."""

    current: int
    """Turns with an embedding of this model."""

    waiting: int
    """Turns on disk that have no embedding yet, as after a rush of records."""

    reembedding: bool
    """Whether what another model embedded, or an import brought without embeddings, is embedded anew."""


class EmbeddingModel(TypedDict):
    """The model that embeds."""

    id: str
    """Its name."""

    sha256: str
    """Of its files: another one has another."""


class EndpointRequests(TypedDict):
    """The requests of one endpoint."""

    endpoint: str
    """Method and path, such as `POST /prepare`; `other` for what is none."""

    count: int
    """Requests answered."""

    p50_ms: float
    """Half of them took no longer, in ms, to some 10 %."""

    p95_ms: float
    """19 of 20 took no longer, in ms, to some 10 %."""

    refused: int
    """Answered with 4xx."""

    failed: int
    """Answered with 5xx."""


class EntryBelow(TypedDict):
    """A memory entry that did not enter: it is no source, whatever `limit` is."""

    id: str
    """Identifier of the memory entry."""

    text: str
    """Input, newline, answer."""

    score: float
    """Similarity to the input times the entry's confidence."""

    explain: NotRequired[ExplanationBelow]
    """What its score is made of, without `entered_by`, for it did not enter; only where the request asked for it."""


class Erasure(TypedDict):
    """The receipt of an erasure."""

    receipt: Receipt
    """What was erased, signed."""

    keys_revoked: int
    """Keys bound to what was erased: they are revoked with it."""


class Explanation(TypedDict):
    """How a source came to its place; only where the request asked for it."""

    entered_by: Literal["similarity", "words", "time", "nearest"]
    """Its similarity reached the floor, or its words were evidence enough, or the input asks for a time and little
    else, or it is among the nearest to an input that speaks of what the memory knows.
    """

    cosine: float
    """Similarity of its embedding to the input's."""

    lexical: float
    """What its words add: BM25 over the input's best here, times a weight."""

    time: float
    """What it gains by lying in the time that the input names."""

    recency: float
    """What it gains by being new, in a small memory."""

    session: float
    """What it gains as the turn before, where the input leans on that."""

    neighbours: float
    """What the turns before and after it in its session add."""

    newest: float
    """What it gains to stand before an older statement of nearly the same."""

    confidence: float
    """What the sum of the above is multiplied by."""

    ranks: ExplanationRanks
    """Its place among all turns of the brain after each step, 1 the best."""


class ExplanationBelow(TypedDict):
    """What its score is made of, without `entered_by`, for it did not enter; only where the request asked for it."""

    cosine: float
    """Similarity of its embedding to the input's."""

    lexical: float
    """What its words add: BM25 over the input's best here, times a weight."""

    time: float
    """What it gains by lying in the time that the input names."""

    recency: float
    """What it gains by being new, in a small memory."""

    session: float
    """What it gains as the turn before, where the input leans on that."""

    neighbours: float
    """What the turns before and after it in its session add."""

    newest: float
    """What it gains to stand before an older statement of nearly the same."""

    confidence: float
    """What the sum of the above is multiplied by."""

    ranks: ExplanationRanks
    """Its place among all turns of the brain after each step, 1 the best."""


class ExplanationRanks(TypedDict):
    """Its place among all turns of the brain after each step, 1 the best."""

    cosine: int
    """By the embedding alone."""

    words: int
    """With the words."""

    time: int
    """With the time."""

    recency: int
    """With its recency."""

    session: int
    """With the turn before."""

    neighbours: int
    """With its neighbours."""

    confidence: int
    """Times the confidence; what does not enter is behind all that does."""

    newest: int
    """With the newest statement first: its place among the sources."""


class ForeseenLesson(TypedDict):
    """A lesson that a pass would make."""

    response_text: str
    """The rule."""

    source_ids: list[str]
    """Identifiers of the packets that it would come from."""


class ForgottenBrain(TypedDict):
    """What was erased."""

    ok: Literal[True]
    """Always true: the memory is gone."""

    packets: int
    """Turns that were erased."""

    lessons: int
    """Lessons that were erased."""

    receipt: Receipt
    """What was erased, signed."""


class GuardPattern(TypedDict):
    """A pattern with its reason."""

    pattern: str
    """Regular expression that the input, or the answer, is searched with."""

    reason: str
    """What the caller is told when it matches."""


class GuardPatternRequest(TypedDict):
    """A pattern with its reason."""

    pattern: str
    """A regular expression in RE2's syntax, without regard to case."""

    reason: str
    """What the caller is told."""


class Health(TypedDict):
    """Whether the service can take traffic, check by check."""

    status: Literal["ok", "failing"]
    """`ok` when no check fails."""

    checks: dict[str, Literal["ok", "warning", "failing"]]
    """The outcome of each check, by its name."""

    details: NotRequired[dict[str, dict[str, str | float | None]]]
    """Numbers and messages behind the checks, by the check's name."""


class ImportCounts(TypedDict):
    """What became of the entries of one kind."""

    stored: int
    """How many were stored."""

    skipped: int
    """How many were here already."""


class ImportLessonCounts(TypedDict):
    """Lessons."""

    stored: int
    """Lessons stored."""

    skipped: int
    """Lessons that were here already."""

    expired: int
    """Lessons that have expired since, and were left out."""


class ImportResult(TypedDict):
    """What an import stored."""

    format: Literal["memoryd", "mem0", "basic-memory", "chat"]
    """What wrote the file; where a request names none, its content tells."""

    brains: int
    """Brains in the file."""

    packets: ImportCounts
    """Turns."""

    lessons: ImportLessonCounts
    """Lessons."""

    forgotten_rules: ImportCounts
    """Rules deleted for good."""

    cores: int
    """Cores made."""

    constitutions: int
    """Constitutions made."""

    settings: int
    """Settings of the account that were set."""

    to_embed: int
    """Turns and lessons stored that are embedded in the background now."""


class JudgedSentence(TypedDict):
    """A sentence of a draft that claims something."""

    sentence: str
    """The sentence of the answer; a long one in parts."""

    verdict: Literal["supported", "contradicted", "unknown"]
    """`supported`: a memory says it; `contradicted`: memory says otherwise; `unknown`: neither is known."""

    source_id: str | None
    """The memory entry that it hangs on; null where it is unknown, and for a confirmed name or occupation of the
    user.
    """


class KeptOfTurn(TypedDict):
    """What else is kept of the turn; only where the request asked for it."""

    packet_type: Literal["raw", "correction"]
    """`correction` where the turn corrected what went before."""

    input: str
    """What the user said."""

    answer: str
    """What was answered."""

    confidence: float
    """What the similarity is multiplied by in ranking."""

    unconfirmed_overwrite: bool
    """True where the turn states a name or occupation that differs from the confirmed one."""

    cues: list[str]
    """Which detectors fired on the input, by the names of their cues; `asked-for`: the caller said so; `ended-by:`
    and an id: a learning pass found that this memory ended what the input wished.
    """


class Key(TypedDict):
    """A key, without its secret."""

    id: str
    """Identifier of the key: the 8 characters after `mk_live_`."""

    name: str
    """What the key was called when it was made."""

    scope: Literal["admin", "agent"]
    """`admin` may do everything in the account; `agent` may use memory."""

    core: str | None
    """The core that the key is bound to; null for any."""

    user: str | None
    """The end user that the key is bound to; null for any."""

    created_at: str
    """When the key was made."""

    last_used_at: str | None
    """When the key was last used; null if never."""

    expires_at: str | None
    """When the key stops working; null if never."""

    replaced_by: str | None
    """The id of the key that it was rotated for, and that it works beside until `expires_at`; null if it was not."""

    revoked_at: str | None
    """When the key was revoked; null if it was not."""


class KeyList(TypedDict):
    """A page of the account's keys."""

    items: list[Key]
    """The keys, oldest first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class LastBackup(TypedDict):
    """Backups."""

    at: str | None
    """When the last good one was made, by the schedule or by hand; null: there is none."""

    ok: bool | None
    """Whether the schedule's last attempt succeeded; null: there was none since the start."""


class LastPass(TypedDict):
    """The learning pass that ended last, of any brain."""

    at: str
    """When it ended."""

    status: Literal["ok", "partial", "failed"]
    """`partial`: some rules could not be written. `failed`: none; nothing was stored or consumed."""

    lessons: int
    """Lessons that it made."""


class LearnedLesson(TypedDict):
    """A lesson that the pass made."""

    id: str
    """Identifier of the lesson."""

    response_text: str
    """The rule."""


class Lesson(TypedDict):
    """A standing rule."""

    id: str
    """Identifier of the lesson."""

    packet_type: Literal["lesson"]
    """Always `lesson`."""

    response_text: str
    """The rule's wording, an imperative."""

    use_count: int
    """How often the lesson was retrieved."""

    created_at: str
    """When the lesson was learned."""

    expires_at: str
    """When it expires: 30 days after it was made or last retrieved; `9999-12-31T23:59:59Z` where it is pinned."""

    pinned: bool
    """Whether an admin pinned it: it is in every brief, and never expires."""

    source_link: list[str]
    """Identifiers of the packets that the rule was distilled from."""

    llm_cost: float | None
    """What distilling the rule cost this service; null for a rule added by hand."""

    superseded_by: str | None
    """The lesson that took its place; null for one that holds."""


class LessonList(TypedDict):
    """A page of a brain's lessons."""

    user_id: str
    """The brain's key in its joined form, for display only."""

    core: str
    """Slug of the core."""

    lessons: list[Lesson]
    """The live lessons, newest first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class ListedCore(TypedDict):
    """A core without its context."""

    slug: str
    """Names the core in X-Memory-Core and in addresses; it never changes."""

    name: str
    """Human-readable label."""


class Liveness(TypedDict):
    """The process is alive."""

    status: Literal["ok"]
    """Always `ok`."""


class MemoryDetail(TypedDict):
    """One remembered turn with all that is kept about it."""

    id: str
    """Identifier of the entry."""

    text: str
    """The turn as it was stored: input, newline, answer; the input alone where nobody answered."""

    created_at: str
    """When the turn was recorded."""

    session: str | None
    """The caller's name of the conversation; null where none was given."""

    occurred_at: str | None
    """When the turn happened, if the caller said."""

    metadata: dict[str, str | float | bool]
    """What the caller attached to it; empty where nothing was."""

    packet_type: Literal["raw", "correction"]
    """`correction` where the turn corrected what went before."""

    input: str
    """What the user said."""

    answer: str
    """What was answered."""

    confidence: float
    """What the similarity is multiplied by in ranking."""

    unconfirmed_overwrite: bool
    """True where the turn states a name or occupation that differs from the confirmed one."""

    cues: list[str]
    """Which detectors fired on the input, by the names of their cues; `asked-for`: the caller said so; `ended-by:`
    and an id: a learning pass found that this memory ended what the input wished.
    """


class MemoryItem(TypedDict):
    """One remembered turn."""

    id: str
    """Identifier of the entry."""

    text: str
    """The turn as it was stored: input, newline, answer; the input alone where nobody answered."""

    created_at: str
    """When the turn was recorded."""

    session: str | None
    """The caller's name of the conversation; null where none was given."""

    occurred_at: str | None
    """When the turn happened, if the caller said."""

    metadata: dict[str, str | float | bool]
    """What the caller attached to it; empty where nothing was."""

    detail: NotRequired[KeptOfTurn]
    """What else is kept of the turn; only where the request asked for it."""


class MemoryList(TypedDict):
    """A page of a brain's memory."""

    items: list[MemoryItem]
    """The entries, newest first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class Message(TypedDict):
    """One message for the caller's model."""

    role: Literal["system", "user", "assistant"]
    """`system` for the brief, `user` for the input; `user` and `assistant` for turns of the session."""

    content: str
    """The text of the message."""


class Metrics(TypedDict):
    """Figures of one brain."""

    turns: int
    """Turns ever recorded in this brain."""

    avg_coherence: float
    """Mean coherence of the prepared turns that had sources; 0 without any."""

    memory_size: int
    """Turns that the brain remembers now."""

    lessons: int
    """Live lessons."""


class NewKey(TypedDict):
    """A key that was just made, with its secret."""

    id: str
    """Identifier of the key: the 8 characters after `mk_live_`."""

    name: str
    """What the key was called when it was made."""

    scope: Literal["admin", "agent"]
    """`admin` may do everything in the account; `agent` may use memory."""

    core: str | None
    """The core that the key is bound to; null for any."""

    user: str | None
    """The end user that the key is bound to; null for any."""

    created_at: str
    """When the key was made."""

    last_used_at: str | None
    """When the key was last used; null if never."""

    expires_at: str | None
    """When the key stops working; null if never."""

    replaced_by: str | None
    """The id of the key that it was rotated for, and that it works beside until `expires_at`; null if it was not."""

    revoked_at: str | None
    """When the key was revoked; null if it was not."""

    key: str
    """The whole key. It is shown this once and cannot be read again."""


class Ok(TypedDict):
    """The operation is done."""

    ok: Literal[True]
    """Always true: the operation is done and durable."""


class Profile(TypedDict):
    """What is known of the user."""

    attributes: list[ProfileAttribute]
    """Confirmed name and occupation."""

    lessons: list[Lesson]
    """Standing rules: pinned ones first, then those about answers in general, then the most used."""

    preferences: list[ProfilePreference]
    """Newest first; without those that were replaced."""

    counts: ProfileCounts
    """How much there is."""


class ProfileAttribute(TypedDict):
    """What the user said they are called or do."""

    attribute: Literal["name", "occupation"]
    """What of the user it is about."""

    value: str
    """The confirmed value, as the user said it."""

    source_id: str
    """Identifier of the memory entry that states it."""

    since: str
    """When it was said."""


class ProfileCounts(TypedDict):
    """How much there is."""

    turns: int
    """Turns recorded in this brain ever."""

    memory_size: int
    """Memory entries that are held now."""

    lessons: int
    """Live lessons."""

    sessions: int
    """Named conversations."""


class ProfilePreference(TypedDict):
    """A lasting preference, need or identity of the user's own."""

    text: str
    """What the user said; of a long input its beginning."""

    source_id: str
    """Identifier of the memory entry that tells it."""

    since: str
    """When it was said."""


class Recall(TypedDict):
    """What a question brings back."""

    sources: list[SourceEntry]
    """The memory entries that match, best first."""

    below: NotRequired[list[EntryBelow]]
    """The best of what did not enter, best first; only where the request has `below`."""


class Receipt(TypedDict):
    """What was erased, signed."""

    account: str
    """The account."""

    user: str | None
    """The end user; null for the shared brain of a core, for a whole core and a whole account."""

    core: str | None
    """The one core; null for all of them."""

    brains: int
    """Brains erased."""

    packets: int
    """Turns erased."""

    lessons: int
    """Lessons erased."""

    erased_at: str
    """When it was done."""

    sha256: str
    """SHA-256 of the JSON of the fields above, in this order and without white space."""

    action: Literal["memory.erased", "user.erased", "core.deleted", "account.deleted"]
    """What was done, as in the audit."""

    target: str
    """The target of the audit's entry: it names a user by a keyed hash."""

    data_id: str
    """Id of the service's data."""

    audit_seq: int
    """The audit's entry of this erasure."""

    audit_hash: str
    """That entry's hash."""

    public_key: str
    """Ed25519, base64 of its SubjectPublicKeyInfo: the body of a PEM file."""

    signature: str
    """Ed25519, base64, over the JSON of all the fields above, in this order and without white space, in UTF-8."""


class ReceiptCheck(TypedDict):
    """What became of the check of a receipt."""

    valid: bool
    """Whether it is to be believed."""

    reason: str | None
    """What is wrong with it; null: nothing."""


class RecentRequests(TypedDict):
    """Requests of the last minutes."""

    seconds: int
    """How far back the counts go: five minutes, less after a start."""

    endpoints: list[EndpointRequests]
    """Those asked for most come first; health checks are not among them."""


class RecordedSynthesis(TypedDict):
    """What became of the rules."""

    lessons_created: int
    """Lessons that were made."""

    skipped: int
    """Clusters without a new rule: NONE, left out, known already, deleted for good, or all of its turns erased."""

    packets_scanned: int
    """Packets that the plan examined."""

    status: Literal["ok", "partial", "failed"]
    """`partial`: some rules could not be written. `failed`: none; nothing was stored or consumed."""

    write_failed: int
    """Rules that could not be written."""

    error: str | None
    """What went wrong; null where nothing did."""


class Reembedding(TypedDict):
    """How far it is."""

    done: int
    """Texts embedded anew."""

    total: int
    """Texts that another model had embedded."""


class Session(TypedDict):
    """A conversation by the name that its caller gave it."""

    name: str
    """The caller's name of the conversation."""

    turns: int
    """Turns of it that are remembered."""

    first: str
    """When its first remembered turn happened."""

    last: str
    """When its last remembered turn happened."""


class SessionList(TypedDict):
    """A page of a brain's sessions."""

    items: list[Session]
    """The sessions, the one with the newest turn first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class SessionTurns(TypedDict):
    """A page of the turns of one session."""

    items: list[MemoryDetail]
    """The turns, oldest first."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class Settings(TypedDict):
    """Settings of the account."""

    retrieval_mode: Literal["cosine", "hybrid"]
    """How memory is ranked: `cosine` by the similarity of embeddings times confidence, `hybrid` by words, times and
    neighbouring turns as well.
    """

    retrieval_mode_chosen: Literal["cosine", "hybrid"] | None
    """What the account chose; null: nothing, and the server's setting holds."""

    sources_max: int
    """Most memory entries in a brief; unless it was chosen, those beyond 8 come only if they are short."""

    sources_max_chosen: int | None
    """What the account chose; null: nothing."""

    memory_tokens: int
    """Tokens that the quoted memory may take; 0: by the model hint."""

    model: str
    """The model hint that overrides the one of each `/prepare`; empty: none."""

    distiller: Literal["extractive", "endpoint"]
    """Who words the rules of the service's own learning passes; `endpoint` needs one in the operator's settings."""

    nightly: bool
    """Whether learning passes come to this account unasked, soon and at night."""

    learn_once: Literal["off", "orders", "preferences"]
    """What is learned from one turn alone: `preferences`: standing orders, corrections and lasting preferences of
    the user; `orders`: the first two; `off`: corrections.
    """

    redact: Literal["off"] | list[Literal["keys", "passwords", "cards", "ibans", "emails", "phones", "ids"]]
    """Kinds of secrets that are taken out of what is said, answered and learned before it is stored: a mark such as
    `[redacted: card number]` stands in their place. What is stored already stays as it is.
    """


class SourceEntry(TypedDict):
    """A memory entry that was used."""

    id: str
    """Identifier of the memory entry."""

    text: str
    """Input, newline, answer. In `/prepare` as it stands in the brief: of a turn too long for its share of the
    budget the passages that matter to the input, with `[…]` for what is left out. In `/recall` whole.
    """

    score: float
    """Similarity to the input times the entry's confidence."""

    superseded_by: NotRequired[str]
    """Identifier of the source that replaced what this one states; it stands right behind that one. In hybrid mode."""

    explain: NotRequired[Explanation]
    """How a source came to its place; only where the request asked for it."""


class Status(TypedDict):
    """The service at one look: numbers alone, over all accounts."""

    ready: bool
    """Whether the service can take traffic: what `/readyz` says."""

    checks: dict[str, Literal["ok", "warning", "failing"]]
    """The outcome of each check, by its name."""

    details: dict[str, dict[str, str | float | None]]
    """Numbers and messages behind the checks, by the check's name."""

    version: str
    """Of memoryd."""

    started_at: str
    """When the service started."""

    model: str
    """The model that embeds."""

    accounts: int
    """Accounts."""

    users: int
    """Users that have a brain, each counted once in an account."""

    turns: int
    """Turns recorded ever."""

    memories: int
    """Turns remembered now."""

    lessons: int
    """Live lessons."""

    requests: RecentRequests
    """Requests of the last minutes."""

    backlog: Backlog
    """Work that waits."""

    last_pass: LastPass | None
    """null: there was none yet."""

    last_backup: LastBackup | None
    """null: none was made, and none is scheduled."""

    disk: Disk | None
    """null: the data lies in no files of this machine."""

    database: DatabaseServer | None
    """null: the data lies in files of this machine, or the server says nothing just now."""

    certificate_ends_at: str | None
    """When the TLS certificate ends; null: no TLS."""


class StatusHistory(TypedDict):
    """The service over time."""

    points: list[StatusPoint]
    """The minutes, the oldest first; the last one is under way."""


class StatusPoint(TypedDict):
    """One minute."""

    at: str
    """When the minute began."""

    prepares: int
    """Turns prepared: `POST /prepare` answered with 2xx."""

    records: int
    """Turns recorded."""

    verifies: int
    """Answers verified."""

    errors: int
    """Requests of any kind answered with 5xx."""

    prepare_ms_p50: float | None
    """Half of the prepares took no longer, in ms, to some 10 %; null: there was none."""

    prepare_ms_p95: float | None
    """19 of 20 prepares took no longer; null: there was none."""

    memory_bytes: int | None
    """Memory of the process; null: nobody looked in that minute."""

    waiting: int | None
    """Turns on disk whose embedding is still to be made; null: nobody looked in that minute."""


class Synced(TypedDict):
    """What a learning pass did."""

    ok: bool
    """False: the pass failed, and nothing was stored."""

    learned: int
    """New lessons."""

    lessons: list[LearnedLesson]
    """The new lessons."""

    would_learn: NotRequired[list[ForeseenLesson]]
    """The lessons that a pass would make now; only in a dry run."""


class SynthesisCluster(TypedDict):
    """Turns that may teach one rule."""

    id: str
    """Names the cluster in `/synthesize/record`."""

    prompt: str
    """The turns of the cluster, quoted, corrections first and marked."""

    n_sources: int
    """Packets in the cluster."""

    from_correction: bool
    """Whether a correction is among them."""


class SynthesisPlan(TypedDict):
    """What your model is to distil."""

    synthesis_token: str | None
    """Single-use handle for `/synthesize/record`, valid for an hour; null when there is nothing to learn."""

    system: str
    """The distillation instruction for your model."""

    packets_scanned: int
    """Packets that were examined."""

    clusters: list[SynthesisCluster]
    """The clusters worth a rule; empty when there are none."""


class TestedConstitution(TypedDict):
    """What the patterns of a constitution say to texts."""

    gates: list[TriedPattern]
    """The gates, tried on the input; the first that matches gates a turn."""

    prohibitions: list[TriedPattern]
    """The prohibitions, tried on the answer."""


class TriedPattern(TypedDict):
    """What a pattern says to a text."""

    pattern: str
    """Regular expression that the input, or the answer, is searched with."""

    reason: str
    """What the caller is told when it matches."""

    matched: bool | None
    """Whether it finds something; null where there was no text for it."""


class Turn(TypedDict):
    """The context for one turn."""

    messages: list[Message]
    """The brief for the caller's model: first a `system` entry with constitution, memory, lessons and coherence,
    then, where `history` asked for them, the last turns of the session, and last the input. Empty when the turn
    is gated.
    """

    coherence: float | None
    """How similar the sources are to the input, 0 to 1; null without sources."""

    sources: list[SourceEntry]
    """The memory entries in the brief as they stand there, best first."""

    allowed: bool
    """False when the turn is gated: skip generation and show `reason`."""

    reason: str | None
    """Why the turn was gated; null when it was not."""

    turn_token: str | None
    """Opaque handle for `/record` and `/verify`, valid for 24 hours; null when the turn is gated, and in a dry run."""


class User(TypedDict):
    """An end user with memory."""

    user: str
    """The end user's id."""

    brains: int
    """Cores in which the user has a brain, among those listed."""

    packets: int
    """Turns remembered there."""

    lessons: int
    """Live lessons there."""

    last_active_at: str
    """When the newest turn was recorded, or the brain made where there is none."""


class UserList(TypedDict):
    """A page of the account's users."""

    items: list[User]
    """The users, by id."""

    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end of the list."""


class VerifyResult(TypedDict):
    """How a draft answer stands against what is known."""

    ok: bool
    """True: ship the answer. False: block it or generate another."""

    reason: str
    """Why the answer should not ship; empty when `ok`."""

    coherence: float
    """Best similarity of the answer to the memory it is scored against, 0 to 1."""

    contradiction: bool
    """True when the answer contradicts something remembered."""

    contradictions: list[Contradiction]
    """What contradicts what, so that the sentence can be mended; `reason` names the first."""

    sentences: NotRequired[list[JudgedSentence]]
    """What claims something, in the order of the answer; only where the request asked for it."""

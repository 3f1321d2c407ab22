// Made by `bun run types` from the OpenAPI document of memoryd: not to be edited.
export interface paths {
    "/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the context of a turn
         * @description Finds the memory and the standing rules for the input and writes the brief. No model is called. Where `allowed` is false, skip generation and surface `reason`; otherwise give `messages` to your model and `turn_token` to `/record`.
         */
        post: operations["prepareTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a draft answer
         * @description Says whether the answer breaks a prohibition, does what a standing rule forbids, or contradicts memory. Consumes and stores nothing. Without a token it is scored against the brain alone.
         */
        post: operations["verifyAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what was answered
         * @description Stores the turn; when it answers 200 the turn is on disk. The same token with the same answer again is 200 and stores nothing new; with another answer it is 409.
         */
        post: operations["recordTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look memory up
         * @description The sources that `/prepare` would use for this text, without a turn: no token, no counter, no renewal. With `limit`, that many at most and each whole.
         */
        post: operations["recallMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memory
         * @description What the brain remembers, newest first; with filters, what passes all of them. A turn happened at its `occurred_at`, or else at its `created_at`.
         */
        get: operations["listMemory"];
        put?: never;
        /**
         * Remember something
         * @description Stores a memory without a turn; when it answers 201 the memory is on disk. What it says is read and learned from as if the user had said it in a turn. It counts as no turn. Sent twice, it is stored twice.
         */
        post: operations["addMemory"];
        /**
         * Erase a brain's memory
         * @description Erases every turn, lesson and token of the selected brain, their bytes on disk included, and answers with a signed receipt.
         */
        delete: operations["forgetBrain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one memory
         * @description One remembered turn with all that is kept about it.
         */
        get: operations["getMemory"];
        put?: never;
        post?: never;
        /**
         * Erase one memory
         * @description Erases the turn, its bytes on disk included; its id leaves every `source_link`.
         */
        delete: operations["forgetMemory"];
        options?: never;
        head?: never;
        /**
         * Change a memory
         * @description Changes texts or metadata, its embedding in the same write; the former text is erased, its bytes on disk included. Id, times and links stay. A name or occupation that the former input stated is known from it no more. Lessons that were learned from it stay as they are.
         */
        patch: operations["changeMemory"];
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description The brain's conversations that callers gave a name, the one with the newest turn first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a session
         * @description The turns of one conversation, oldest first; none of one that is not there.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what is known of the user
         * @description Confirmed name and occupation, the standing rules, and lasting preferences, each with where it comes from, and how much there is.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol
         * @description Streamable HTTP without sessions: one message of JSON-RPC a request. Its tools do what the operations of this interface do, with the same key, core and user.
         */
        post: operations["answerMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lessons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lessons
         * @description The live lessons of the brain, newest first; with `superseded=true` those that were replaced.
         */
        get: operations["listLessons"];
        put?: never;
        /**
         * Add a rule by hand
         * @description Stores a standing rule as written, with the life of every lesson: 30 days, renewed by retrieval. A pinned one stays, and is in every brief.
         */
        post: operations["addLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lessons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a lesson
         * @description Erases the rule for good: no later learning pass makes a rule of the same meaning. 404 where the id is not a live lesson of this brain.
         */
        delete: operations["removeLesson"];
        options?: never;
        head?: never;
        /**
         * Reword or pin a lesson
         * @description Stores new wording with its embedding, and whether the lesson is pinned, in one write; sources and use stay. With `pinned: false` a pinned one lives for 30 days from now.
         */
        patch: operations["rewordLesson"];
        trace?: never;
    };
    "/synthesize/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan a learning pass
         * @description Clusters the turns that no pass has scanned and hands out those worth a rule. No model is called: feed `system` and each cluster's `prompt` to your own, which answers with one imperative rule or NONE.
         */
        post: operations["prepareSynthesis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/synthesize/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what was learned
         * @description Stores the rules, linked to the packets of the stored plan. The token is single-use, for its own brain, and valid for an hour.
         */
        post: operations["recordSynthesis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a learning pass
         * @description Learns from what was recorded, with the service's own distiller. While a pass of the brain runs, a second call waits for its result.
         */
        post: operations["syncBrain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cores
         * @description The account's cores: the virtual `default` first, then in order of creation.
         */
        get: operations["listCores"];
        put?: never;
        /**
         * Create a core
         * @description Makes a core, whose brains share nothing with those of other cores. One beyond the account's plan can be made too: it is served from the default core.
         */
        post: operations["createCore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cores/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a core
         * @description A core's slug, name and context.
         */
        get: operations["getCore"];
        put?: never;
        post?: never;
        /**
         * Delete a core
         * @description Erases the core with every brain in it, the bytes on disk included, revokes the keys bound to it, and answers with a signed receipt. A core made later with the same slug is another one: the keys stay revoked. `default` cannot be deleted, and keeps what it served for a core beyond the plan.
         */
        delete: operations["deleteCore"];
        options?: never;
        head?: never;
        /**
         * Change a core
         * @description Changes name, context or both.
         */
        patch: operations["changeCore"];
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the numbers of a brain
         * @description Turns, coherence, memory and lessons of the selected brain.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description The account's keys, oldest first, revoked ones included. A bound key sees those bound like it.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key
         * @description The answer holds the whole key, for the only time. A bound key makes keys bound like itself. A binding to a core means that very core, not a later one of the same slug; a user need not have any memory yet.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description The key ends with this answer, and for good.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description All accounts for an unbound admin key of the account `default`, its own for every other.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Make an account
         * @description For unbound admin keys of the account `default`. Without `plan` it has no limits.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an account
         * @description For unbound admin keys of the account `default`. Erases the account with every brain in it, the bytes on disk included, its cores, constitutions and settings, ends its keys, and answers with a signed receipt. What the audit has of it stays. An account made later with the same name is another one and sees nothing of this one. `default` cannot be deleted.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change an account's plan or payment
         * @description For unbound admin keys of the account `default`. While an account is past due, preparing turns, learning and brains of new users are refused with 402; reading, recording and deleting go on.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/admin/constitutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List constitutions
         * @description The account's profiles by name; `default` is always among them.
         */
        get: operations["listConstitutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/constitutions/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a constitution
         * @description One profile.
         */
        get: operations["getConstitution"];
        /**
         * Make or replace a constitution
         * @description Takes effect with the next turn.
         */
        put: operations["putConstitution"];
        post?: never;
        /**
         * Delete a constitution
         * @description `default` cannot be deleted.
         */
        delete: operations["deleteConstitution"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/constitutions/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a constitution
         * @description Says of each gate whether it matches the input, and of each prohibition whether it matches the answer, as a turn would be judged. Stores nothing. 404 where stored patterns are asked for and there is no such profile.
         */
        post: operations["testConstitution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the account's settings
         * @description What the account chose, and the defaults of the rest.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account's settings
         * @description Fields that are absent stay as they are. A `retrieval_mode` of null takes the account's choice back.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/admin/settings/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a setting of the account back
         * @description What the account chose is forgotten, and the default holds. Answers all settings as they are then.
         */
        delete: operations["resetSetting"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description End users with a brain in the account, with what is held of each. A bound key sees its own part.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user
         * @description What is held of one end user. 404 where the user has no brain.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Erase a user
         * @description Erases every brain of the user, in every core or in the one named, the bytes on disk included, revokes the keys bound to the user (with `core`, those bound to the user and that core), and answers with a signed receipt. A user who only empties their memory keeps their keys: `DELETE /memory`. 404 where there is nothing of such a user, neither memory nor a key.
         */
        delete: operations["eraseUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export memory
         * @description Everything of the account, of a core or of an end user but keys, as JSON Lines that `POST /admin/import` takes. A bound key exports its own part. A file whose last line is missing broke off. HEAD makes no export and enters none in the audit.
         */
        get: operations["exportMemory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import memory
         * @description Takes an export, or memories of mem0, notes of basic-memory or chat messages, of any length, as application/x-ndjson, application/jsonl, application/x-jsonlines, application/json, application/octet-stream, text/markdown, text/plain; any other type is 415. The file is checked whole before anything is stored; what is here already is left as it is, so that the same file twice adds nothing. A wrong line is 400 and named by its number.
         */
        post: operations["importMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit
         * @description What was done in the account by admin keys, from the shell and by the service itself, newest first. For unbound admin keys. The chain runs over all accounts, so the numbers of one have gaps.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the key of receipts
         * @description The public key that receipts are signed with now, and the id of the data.
         */
        get: operations["getAuditKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the audit
         * @description For unbound admin keys of the account `default`: follows the chain over all accounts from its first entry to its last, as `memoryd audit verify` does, on a thread of its own.
         */
        get: operations["checkAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/receipts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a receipt
         * @description Says whether the receipt of an erasure is to be believed: its hash and signature, that the key and the data are this service's, and that the audit has its entry. Any object is taken. For unbound admin keys: those of the account `default` check every receipt, others those of their account.
         */
        post: operations["checkReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prometheus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the service's counters
         * @description Counters of the whole service in Prometheus's text format; none is about one brain or user.
         */
        get: operations["getPrometheus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the service at one look
         * @description For unbound admin keys of the account `default`: readiness, what is held, requests of the last minutes, what waits, the last pass and backup, disk and certificate. Numbers over all accounts, without names and memory; 200 also where the service is not ready.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/status/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the service over time
         * @description For unbound admin keys of the account `default`: turns, errors, times of `/prepare` and memory, a point a minute, the oldest first, none from before the start. Kept in memory for 24 hours, and gone at a restart.
         */
        get: operations["getStatusHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what is wrong
         * @description For unbound admin keys of the account `default`: what `memoryd doctor` says of data, settings and machine, without a whole reading of the data (`--deep`). Looks through the rows on a thread of its own.
         */
        get: operations["getDiagnosis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backups
         * @description For unbound admin keys of the account `default`: the backups in the folder of the settings that bear the service's names, and when one was made last, there or elsewhere. 409 `backup_failed` where the folder cannot be read.
         */
        get: operations["listBackups"];
        put?: never;
        /**
         * Make a backup now
         * @description For unbound admin keys of the account `default`: made as scheduled ones are, on a thread of its own: sealed to `backup_seal_to`, counted by `backup_keep`, handed to `backup_command`. Answered when it is whole and was read back. While one is under way, a second call waits for that one. 409 `backups_off` where the settings name no folder, `backup_failed` with the reason where none could be made.
         */
        post: operations["makeBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/embedding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the embedding model
         * @description For unbound admin keys of the account `default`: the model that embeds, and how many of all turns it has embedded, as after a change of the model.
         */
        get: operations["getEmbedding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ui/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who is signed in
         * @description Whose session the cookie is of, or whose key the request shows. A page asks before it knows: without either, and with a session that is over, the answer is null.
         */
        get: operations["getSignedIn"];
        put?: never;
        /**
         * Sign in at the dashboard
         * @description Exchanges a key for a session: its cookie (HttpOnly, SameSite=Strict, Secure beyond loopback) stands in the key's place in requests of the dashboard's own pages, and in no others. The session ends after an hour without a request, after twelve hours, with its key, or when the service restarts.
         */
        post: operations["signIn"];
        /**
         * Sign out of the dashboard
         * @description Ends the session and takes its cookie back; without a session nothing changes.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description Always 200 while the process serves requests; looks at nothing else.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the service take traffic?
         * @description 200 when no check fails, else 503 `not_ready`, with the outcome of each check. No key is needed; with an admin key the numbers behind the checks are shown too.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service healthy?
         * @description The same answer as `/readyz`, under the name that other tools ask for.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Metadata
         * @description What the caller attaches to a memory: up to 16 fields, each a string, a number or a boolean, whole numbers within ±(2^53 - 1); 2048 bytes as JSON.
         * @example {
         *       "topic": "travel",
         *       "verified": true
         *     }
         */
        Metadata: {
            [key: string]: string | number | boolean;
        };
        /**
         * RetrievalMode
         * @description How memory is ranked: `cosine` by the similarity of embeddings times confidence, `hybrid` by words, times and neighbouring turns as well.
         * @enum {string}
         */
        RetrievalMode: "cosine" | "hybrid";
        /**
         * PrepareRequest
         * @description A turn that begins.
         * @example {
         *       "input": "Which units do I like?"
         *     }
         */
        PrepareRequest: {
            /**
             * @description The end user's message.
             * @example Which units do I like?
             */
            input: string;
            /** @description The model that will answer; its context size sets how much memory is quoted. */
            model?: string | null;
            /** @description The constitution to apply; `default` where absent. */
            constitution?: string | null;
            /**
             * @description Your own name of the conversation, kept with the turn.
             * @example chat-7
             */
            session?: string | null;
            /**
             * @description When the turn happened, if not now; kept with the turn. Without an offset it is UTC, a date alone its midnight.
             * @example 2026-01-31T09:30:00Z
             * @example 2026-01-31T09:30:00
             * @example 2026-01-31
             */
            occurred_at?: string | null;
            /** @description Kept with the turn, and filtered by. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description How many of the last recorded turns of `session` stand between the brief and the input, as messages of user and assistant. They have as many tokens as the quoted memory has, and are not quoted in it. */
            history?: number | null;
            /** @description True: each source says how it came to its place. Admin keys only. */
            explain?: boolean | null;
            /** @description True: the brief alone. `turn_token` is null, and nothing is counted, stored, renewed or made. Admin keys only. */
            dry_run?: boolean | null;
            /** @description With `dry_run`: ranked in this mode, whatever the account's setting is. */
            mode?: components["schemas"]["RetrievalMode"] | null;
        };
        /**
         * MessageRole
         * @description `system` for the brief, `user` for the input; `user` and `assistant` for turns of the session.
         * @enum {string}
         */
        MessageRole: "system" | "user" | "assistant";
        /**
         * Message
         * @description One message for the caller's model.
         */
        Message: {
            /** @description `system` for the brief, `user` for the input; `user` and `assistant` for turns of the session. */
            role: components["schemas"]["MessageRole"];
            /** @description The text of the message. */
            content: string;
        };
        /**
         * EnteredBy
         * @description Its similarity reached the floor, or its words were evidence enough, or the input asks for a time and little else, or it is among the nearest to an input that speaks of what the memory knows.
         * @enum {string}
         */
        EnteredBy: "similarity" | "words" | "time" | "nearest";
        /**
         * ExplanationRanks
         * @description Its place among all turns of the brain after each step, 1 the best.
         */
        ExplanationRanks: {
            /** @description By the embedding alone. */
            cosine: number;
            /** @description With the words. */
            words: number;
            /** @description With the time. */
            time: number;
            /** @description With its recency. */
            recency: number;
            /** @description With the turn before. */
            session: number;
            /** @description With its neighbours. */
            neighbours: number;
            /** @description Times the confidence; what does not enter is behind all that does. */
            confidence: number;
            /** @description With the newest statement first: its place among the sources. */
            newest: number;
        };
        /**
         * Explanation
         * @description How a source came to its place; only where the request asked for it.
         */
        Explanation: {
            /** @description Its similarity reached the floor, or its words were evidence enough, or the input asks for a time and little else, or it is among the nearest to an input that speaks of what the memory knows. */
            entered_by: components["schemas"]["EnteredBy"];
            /** @description Similarity of its embedding to the input's. */
            cosine: number;
            /** @description What its words add: BM25 over the input's best here, times a weight. */
            lexical: number;
            /** @description What it gains by lying in the time that the input names. */
            time: number;
            /** @description What it gains by being new, in a small memory. */
            recency: number;
            /** @description What it gains as the turn before, where the input leans on that. */
            session: number;
            /** @description What the turns before and after it in its session add. */
            neighbours: number;
            /** @description What it gains to stand before an older statement of nearly the same. */
            newest: number;
            /** @description What the sum of the above is multiplied by. */
            confidence: number;
            /** @description Its place among all turns of the brain after each step, 1 the best. */
            ranks: components["schemas"]["ExplanationRanks"];
        };
        /**
         * SourceEntry
         * @description A memory entry that was used.
         */
        SourceEntry: {
            /** @description Identifier of the memory entry. */
            id: string;
            /** @description Input, newline, answer. In `/prepare` as it stands in the brief: of a turn too long for its share of the budget the passages that matter to the input, with `[…]` for what is left out. In `/recall` whole. */
            text: string;
            /** @description Similarity to the input times the entry's confidence. */
            score: number;
            /** @description Identifier of the source that replaced what this one states; it stands right behind that one. In hybrid mode. */
            superseded_by?: string;
            /** @description How a source came to its place; only where the request asked for it. */
            explain?: components["schemas"]["Explanation"];
        };
        /**
         * Turn
         * @description The context for one turn.
         */
        Turn: {
            /** @description The brief for the caller's model: first a `system` entry with constitution, memory, lessons and coherence, then, where `history` asked for them, the last turns of the session, and last the input. Empty when the turn is gated. */
            messages: components["schemas"]["Message"][];
            /** @description How similar the sources are to the input, 0 to 1; null without sources. */
            coherence: number | null;
            /** @description The memory entries in the brief as they stand there, best first. */
            sources: components["schemas"]["SourceEntry"][];
            /** @description False when the turn is gated: skip generation and show `reason`. */
            allowed: boolean;
            /** @description Why the turn was gated; null when it was not. */
            reason: string | null;
            /** @description Opaque handle for `/record` and `/verify`, valid for 24 hours; null when the turn is gated, and in a dry run. */
            turn_token: string | null;
        };
        /**
         * ErrorDetails
         * @description Small facts about the error, such as the `field` at fault.
         */
        ErrorDetails: {
            [key: string]: unknown;
        };
        /**
         * ApiError
         * @description An error.
         */
        ApiError: {
            /** @description What went wrong, for a person. It never repeats what the caller sent. */
            message: string;
            /**
             * @description What went wrong, for a program.
             * @example invalid_request
             * @example lesson_not_found
             */
            code: string;
            /** @description The request's id, as in the X-Request-Id header and in the service's log. */
            request_id: string;
            /** @description Small facts about the error, such as the `field` at fault. */
            details?: components["schemas"]["ErrorDetails"];
        };
        /**
         * VerifyRequest
         * @description A draft answer.
         * @example {
         *       "answer": "You like metric units."
         *     }
         */
        VerifyRequest: {
            /**
             * @description The draft answer.
             * @example You like metric units.
             */
            answer: string;
            /** @description The `turn_token` of the matching `/prepare`. */
            turn_token?: string | null;
            /** @description Without a `turn_token`: the message that the draft answers. Admin keys only. */
            input?: string | null;
            /** @description True: the answer gains `sentences`. Admin keys only. */
            explain?: boolean | null;
        };
        /**
         * ContradictionKind
         * @description `polarity`: one denies the other; `number`; `date`: also a time or a weekday; `name`: of a person or place; `value`: a role, a relation, another of a closed set; `outdated`: what was replaced or corrected.
         * @enum {string}
         */
        ContradictionKind: "polarity" | "number" | "date" | "name" | "value" | "outdated";
        /**
         * Contradiction
         * @description A sentence of a draft that says otherwise than memory.
         */
        Contradiction: {
            /** @description The sentence of the answer. */
            sentence: string;
            /** @description The memory entry that says otherwise; null: a confirmed name or occupation of the user. */
            source_id: string | null;
            /** @description What memory says, in the words of that entry. */
            remembered: string;
            /** @description `polarity`: one denies the other; `number`; `date`: also a time or a weekday; `name`: of a person or place; `value`: a role, a relation, another of a closed set; `outdated`: what was replaced or corrected. */
            kind: components["schemas"]["ContradictionKind"];
        };
        /**
         * SentenceVerdict
         * @description `supported`: a memory says it; `contradicted`: memory says otherwise; `unknown`: neither is known.
         * @enum {string}
         */
        SentenceVerdict: "supported" | "contradicted" | "unknown";
        /**
         * JudgedSentence
         * @description A sentence of a draft that claims something.
         */
        JudgedSentence: {
            /** @description The sentence of the answer; a long one in parts. */
            sentence: string;
            /** @description `supported`: a memory says it; `contradicted`: memory says otherwise; `unknown`: neither is known. */
            verdict: components["schemas"]["SentenceVerdict"];
            /** @description The memory entry that it hangs on; null where it is unknown, and for a confirmed name or occupation of the user. */
            source_id: string | null;
        };
        /**
         * VerifyResult
         * @description How a draft answer stands against what is known.
         */
        VerifyResult: {
            /** @description True: ship the answer. False: block it or generate another. */
            ok: boolean;
            /** @description Why the answer should not ship; empty when `ok`. */
            reason: string;
            /** @description Best similarity of the answer to the memory it is scored against, 0 to 1. */
            coherence: number;
            /** @description True when the answer contradicts something remembered. */
            contradiction: boolean;
            /** @description What contradicts what, so that the sentence can be mended; `reason` names the first. */
            contradictions: components["schemas"]["Contradiction"][];
            /** @description What claims something, in the order of the answer; only where the request asked for it. */
            sentences?: components["schemas"]["JudgedSentence"][];
        };
        /**
         * RecordRequest
         * @description A turn that is answered.
         * @example {
         *       "turn_token": "the turn_token of /prepare",
         *       "answer": "You like metric units."
         *     }
         */
        RecordRequest: {
            /** @description The `turn_token` of the matching `/prepare`. */
            turn_token: string;
            /**
             * @description What your model answered; if a human edited it, the text that shipped.
             * @example You like metric units.
             */
            answer: string;
            /** @description True: the input corrects what went before, so it counts more. */
            correction?: boolean | null;
        };
        /**
         * Ok
         * @description The operation is done.
         */
        Ok: {
            /**
             * @description Always true: the operation is done and durable.
             * @constant
             */
            ok: true;
        };
        /**
         * RecallRequest
         * @description What is looked up.
         * @example {
         *       "query": "Which units do I like?",
         *       "limit": 5
         *     }
         */
        RecallRequest: {
            /**
             * @description The end user's message.
             * @example Which units do I like?
             */
            query: string;
            /** @description Most entries in the answer. */
            limit?: number | null;
            /**
             * @description The memory of that moment: only what had been said by then, `last week` counted from then. Absent: the memory of now. Without an offset it is UTC, a date alone its midnight.
             * @example 2026-01-31T09:30:00Z
             * @example 2026-01-31T09:30:00
             * @example 2026-01-31
             */
            as_of?: string | null;
            /**
             * @description Only turns of this session.
             * @example chat-7
             */
            session?: string | null;
            /** @description Only what has these fields, each with that very value. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description Ranked in this mode, whatever the account's setting is. Admin keys only. */
            mode?: components["schemas"]["RetrievalMode"] | null;
            /** @description The answer gains `below`: so many of the best entries that did not enter. Admin keys only. */
            below?: number | null;
            /** @description True: each source says how it came to its place. Admin keys only. */
            explain?: boolean | null;
        };
        /**
         * ExplanationBelow
         * @description What its score is made of, without `entered_by`, for it did not enter; only where the request asked for it.
         */
        ExplanationBelow: {
            /** @description Similarity of its embedding to the input's. */
            cosine: number;
            /** @description What its words add: BM25 over the input's best here, times a weight. */
            lexical: number;
            /** @description What it gains by lying in the time that the input names. */
            time: number;
            /** @description What it gains by being new, in a small memory. */
            recency: number;
            /** @description What it gains as the turn before, where the input leans on that. */
            session: number;
            /** @description What the turns before and after it in its session add. */
            neighbours: number;
            /** @description What it gains to stand before an older statement of nearly the same. */
            newest: number;
            /** @description What the sum of the above is multiplied by. */
            confidence: number;
            /** @description Its place among all turns of the brain after each step, 1 the best. */
            ranks: components["schemas"]["ExplanationRanks"];
        };
        /**
         * EntryBelow
         * @description A memory entry that did not enter: it is no source, whatever `limit` is.
         */
        EntryBelow: {
            /** @description Identifier of the memory entry. */
            id: string;
            /** @description Input, newline, answer. */
            text: string;
            /** @description Similarity to the input times the entry's confidence. */
            score: number;
            /** @description What its score is made of, without `entered_by`, for it did not enter; only where the request asked for it. */
            explain?: components["schemas"]["ExplanationBelow"];
        };
        /**
         * Recall
         * @description What a question brings back.
         */
        Recall: {
            /** @description The memory entries that match, best first. */
            sources: components["schemas"]["SourceEntry"][];
            /** @description The best of what did not enter, best first; only where the request has `below`. */
            below?: components["schemas"]["EntryBelow"][];
        };
        /**
         * PacketType
         * @description `correction` where the turn corrected what went before.
         * @enum {string}
         */
        PacketType: "raw" | "correction";
        /**
         * KeptOfTurn
         * @description What else is kept of the turn; only where the request asked for it.
         */
        KeptOfTurn: {
            /** @description `correction` where the turn corrected what went before. */
            packet_type: components["schemas"]["PacketType"];
            /** @description What the user said. */
            input: string;
            /** @description What was answered. */
            answer: string;
            /** @description What the similarity is multiplied by in ranking. */
            confidence: number;
            /** @description True where the turn states a name or occupation that differs from the confirmed one. */
            unconfirmed_overwrite: boolean;
            /** @description Which detectors fired on the input, by the names of their cues; `asked-for`: the caller said so; `ended-by:` and an id: a learning pass found that this memory ended what the input wished. */
            cues: string[];
        };
        /**
         * MemoryItem
         * @description One remembered turn.
         */
        MemoryItem: {
            /** @description Identifier of the entry. */
            id: string;
            /** @description The turn as it was stored: input, newline, answer; the input alone where nobody answered. */
            text: string;
            /**
             * Format: date-time
             * @description When the turn was recorded.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description The caller's name of the conversation; null where none was given. */
            session: string | null;
            /**
             * Format: date-time
             * @description When the turn happened, if the caller said.
             */
            occurred_at: string | null;
            /** @description What the caller attached to it; empty where nothing was. */
            metadata: components["schemas"]["Metadata"];
            /** @description What else is kept of the turn; only where the request asked for it. */
            detail?: components["schemas"]["KeptOfTurn"];
        };
        /**
         * MemoryList
         * @description A page of a brain's memory.
         */
        MemoryList: {
            /** @description The entries, newest first. */
            items: components["schemas"]["MemoryItem"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * ReceiptAction
         * @description What was done, as in the audit.
         * @enum {string}
         */
        ReceiptAction: "memory.erased" | "user.erased" | "core.deleted" | "account.deleted";
        /**
         * Receipt
         * @description What was erased, signed.
         */
        Receipt: {
            /** @description The account. */
            account: string;
            /** @description The end user; null for the shared brain of a core, for a whole core and a whole account. */
            user: string | null;
            /** @description The one core; null for all of them. */
            core: string | null;
            /** @description Brains erased. */
            brains: number;
            /** @description Turns erased. */
            packets: number;
            /** @description Lessons erased. */
            lessons: number;
            /**
             * Format: date-time
             * @description When it was done.
             * @example 2026-01-31T09:30:00.000Z
             */
            erased_at: string;
            /** @description SHA-256 of the JSON of the fields above, in this order and without white space. */
            sha256: string;
            /** @description What was done, as in the audit. */
            action: components["schemas"]["ReceiptAction"];
            /** @description The target of the audit's entry: it names a user by a keyed hash. */
            target: string;
            /** @description Id of the service's data. */
            data_id: string;
            /** @description The audit's entry of this erasure. */
            audit_seq: number;
            /** @description That entry's hash. */
            audit_hash: string;
            /** @description Ed25519, base64 of its SubjectPublicKeyInfo: the body of a PEM file. */
            public_key: string;
            /** @description Ed25519, base64, over the JSON of all the fields above, in this order and without white space, in UTF-8. */
            signature: string;
        };
        /**
         * ForgottenBrain
         * @description What was erased.
         */
        ForgottenBrain: {
            /**
             * @description Always true: the memory is gone.
             * @constant
             */
            ok: true;
            /** @description Turns that were erased. */
            packets: number;
            /** @description Lessons that were erased. */
            lessons: number;
            /** @description What was erased, signed. */
            receipt: components["schemas"]["Receipt"];
        };
        /**
         * AddMemoryRequest
         * @description Something to remember.
         * @example {
         *       "input": "I moved to Porto in May.",
         *       "metadata": {
         *         "topic": "travel",
         *         "verified": true
         *       }
         *     }
         */
        AddMemoryRequest: {
            /**
             * @description What is to be remembered, or what the user said.
             * @example I moved to Porto in May.
             */
            input: string;
            /** @description What was answered, if anything. */
            answer?: string | null;
            /**
             * @description Your own name of the conversation that it belongs to.
             * @example chat-7
             */
            session?: string | null;
            /**
             * @description When it happened, if not now. Without an offset it is UTC, a date alone its midnight.
             * @example 2026-01-31T09:30:00Z
             * @example 2026-01-31T09:30:00
             * @example 2026-01-31
             */
            occurred_at?: string | null;
            /** @description Kept with it, and filtered by. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * MemoryDetail
         * @description One remembered turn with all that is kept about it.
         */
        MemoryDetail: {
            /** @description Identifier of the entry. */
            id: string;
            /** @description The turn as it was stored: input, newline, answer; the input alone where nobody answered. */
            text: string;
            /**
             * Format: date-time
             * @description When the turn was recorded.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description The caller's name of the conversation; null where none was given. */
            session: string | null;
            /**
             * Format: date-time
             * @description When the turn happened, if the caller said.
             */
            occurred_at: string | null;
            /** @description What the caller attached to it; empty where nothing was. */
            metadata: components["schemas"]["Metadata"];
            /** @description `correction` where the turn corrected what went before. */
            packet_type: components["schemas"]["PacketType"];
            /** @description What the user said. */
            input: string;
            /** @description What was answered. */
            answer: string;
            /** @description What the similarity is multiplied by in ranking. */
            confidence: number;
            /** @description True where the turn states a name or occupation that differs from the confirmed one. */
            unconfirmed_overwrite: boolean;
            /** @description Which detectors fired on the input, by the names of their cues; `asked-for`: the caller said so; `ended-by:` and an id: a learning pass found that this memory ended what the input wished. */
            cues: string[];
        };
        /**
         * ChangeMemoryRequest
         * @description What changes of the memory: at least one of these.
         * @example {
         *       "input": "I moved to Porto in June.",
         *       "metadata": {
         *         "topic": "travel"
         *       }
         *     }
         */
        ChangeMemoryRequest: {
            /**
             * @description What is to be remembered, or what the user said.
             * @example I moved to Porto in May.
             */
            input?: string | null;
            /** @description What was answered; empty: nothing was. */
            answer?: string | null;
            /** @description In place of all that is there. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * Session
         * @description A conversation by the name that its caller gave it.
         */
        Session: {
            /** @description The caller's name of the conversation. */
            name: string;
            /** @description Turns of it that are remembered. */
            turns: number;
            /**
             * Format: date-time
             * @description When its first remembered turn happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            first: string;
            /**
             * Format: date-time
             * @description When its last remembered turn happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            last: string;
        };
        /**
         * SessionList
         * @description A page of a brain's sessions.
         */
        SessionList: {
            /** @description The sessions, the one with the newest turn first. */
            items: components["schemas"]["Session"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * SessionTurns
         * @description A page of the turns of one session.
         */
        SessionTurns: {
            /** @description The turns, oldest first. */
            items: components["schemas"]["MemoryDetail"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * SelfAttribute
         * @description What of the user it is about.
         * @enum {string}
         */
        SelfAttribute: "name" | "occupation";
        /**
         * ProfileAttribute
         * @description What the user said they are called or do.
         */
        ProfileAttribute: {
            /** @description What of the user it is about. */
            attribute: components["schemas"]["SelfAttribute"];
            /** @description The confirmed value, as the user said it. */
            value: string;
            /** @description Identifier of the memory entry that states it. */
            source_id: string;
            /**
             * Format: date-time
             * @description When it was said.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
        };
        /**
         * Lesson
         * @description A standing rule.
         */
        Lesson: {
            /** @description Identifier of the lesson. */
            id: string;
            /**
             * @description Always `lesson`.
             * @constant
             */
            packet_type: "lesson";
            /** @description The rule's wording, an imperative. */
            response_text: string;
            /** @description How often the lesson was retrieved. */
            use_count: number;
            /**
             * Format: date-time
             * @description When the lesson was learned.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires: 30 days after it was made or last retrieved; `9999-12-31T23:59:59Z` where it is pinned.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /** @description Whether an admin pinned it: it is in every brief, and never expires. */
            pinned: boolean;
            /** @description Identifiers of the packets that the rule was distilled from. */
            source_link: string[];
            /** @description What distilling the rule cost this service; null for a rule added by hand. */
            llm_cost: number | null;
            /** @description The lesson that took its place; null for one that holds. */
            superseded_by: string | null;
        };
        /**
         * ProfilePreference
         * @description A lasting preference, need or identity of the user's own.
         */
        ProfilePreference: {
            /** @description What the user said; of a long input its beginning. */
            text: string;
            /** @description Identifier of the memory entry that tells it. */
            source_id: string;
            /**
             * Format: date-time
             * @description When it was said.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
        };
        /**
         * ProfileCounts
         * @description How much there is.
         */
        ProfileCounts: {
            /** @description Turns recorded in this brain ever. */
            turns: number;
            /** @description Memory entries that are held now. */
            memory_size: number;
            /** @description Live lessons. */
            lessons: number;
            /** @description Named conversations. */
            sessions: number;
        };
        /**
         * Profile
         * @description What is known of the user.
         */
        Profile: {
            /** @description Confirmed name and occupation. */
            attributes: components["schemas"]["ProfileAttribute"][];
            /** @description Standing rules: pinned ones first, then those about answers in general, then the most used. */
            lessons: components["schemas"]["Lesson"][];
            /** @description Newest first; without those that were replaced. */
            preferences: components["schemas"]["ProfilePreference"][];
            /** @description How much there is. */
            counts: components["schemas"]["ProfileCounts"];
        };
        /**
         * McpRequest
         * @description A message of JSON-RPC.
         */
        McpRequest: {
            /**
             * @description Always `2.0`.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Of a request, and of its answer; a notification has none. */
            id?: string | number | null;
            /** @description What is asked for, such as `tools/call`. */
            method: string;
            /** @description What it is asked with. */
            params?: unknown;
        };
        /**
         * RpcMessage
         * @description A message of JSON-RPC.
         */
        RpcMessage: {
            /**
             * @description Always `2.0`.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Of a request, and of its answer; a notification has none. */
            id?: string | number | null;
            /** @description What was asked for. */
            result?: unknown;
            /** @description Why there is no result: `code`, `message`. */
            error?: unknown;
        };
        /**
         * McpError
         * @description An error of this interface, or of the protocol.
         */
        McpError: components["schemas"]["ApiError"] | components["schemas"]["RpcMessage"];
        /**
         * LessonList
         * @description A page of a brain's lessons.
         */
        LessonList: {
            /** @description The brain's key in its joined form, for display only. */
            user_id: string;
            /** @description Slug of the core. */
            core: string;
            /** @description The live lessons, newest first. */
            lessons: components["schemas"]["Lesson"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * AddLessonRequest
         * @description A rule by hand.
         * @example {
         *       "text": "Always answer in metric units."
         *     }
         */
        AddLessonRequest: {
            /**
             * @description The rule, an imperative sentence.
             * @example Always answer in metric units.
             */
            text: string;
            /** @description Whether it is in every brief and never expires, whatever users say; at most 20 of a brain are. */
            pinned?: boolean | null;
        };
        /**
         * ChangeLessonRequest
         * @description What changes of the lesson: at least one of the two.
         * @example {
         *       "text": "Always answer in metric units."
         *     }
         */
        ChangeLessonRequest: {
            /**
             * @description The rule, an imperative sentence.
             * @example Always answer in metric units.
             */
            text?: string | null;
            /** @description Whether it is in every brief and never expires, whatever users say; at most 20 of a brain are. */
            pinned?: boolean | null;
        };
        /**
         * SynthesisCluster
         * @description Turns that may teach one rule.
         */
        SynthesisCluster: {
            /** @description Names the cluster in `/synthesize/record`. */
            id: string;
            /** @description The turns of the cluster, quoted, corrections first and marked. */
            prompt: string;
            /** @description Packets in the cluster. */
            n_sources: number;
            /** @description Whether a correction is among them. */
            from_correction: boolean;
        };
        /**
         * SynthesisPlan
         * @description What your model is to distil.
         */
        SynthesisPlan: {
            /** @description Single-use handle for `/synthesize/record`, valid for an hour; null when there is nothing to learn. */
            synthesis_token: string | null;
            /** @description The distillation instruction for your model. */
            system: string;
            /** @description Packets that were examined. */
            packets_scanned: number;
            /** @description The clusters worth a rule; empty when there are none. */
            clusters: components["schemas"]["SynthesisCluster"][];
        };
        /**
         * DistilledCluster
         * @description What your model made of a cluster.
         */
        DistilledCluster: {
            /** @description The cluster's `id` in the plan. */
            cluster_id: string;
            /** @description The rule; null, absent or `NONE`: the cluster holds nothing durable. */
            text?: string | null;
        };
        /**
         * RecordSynthesisRequest
         * @description What your model made of a plan.
         * @example {
         *       "synthesis_token": "the synthesis_token of the plan",
         *       "lessons": [
         *         {
         *           "cluster_id": "the id of a cluster of the plan",
         *           "text": "Always answer in metric units."
         *         }
         *       ]
         *     }
         */
        RecordSynthesisRequest: {
            /** @description The `synthesis_token` of the matching plan. */
            synthesis_token: string;
            /** @description What your model made of the clusters; those left out are skipped. */
            lessons: components["schemas"]["DistilledCluster"][];
        };
        /**
         * PassStatus
         * @description `partial`: some rules could not be written. `failed`: none; nothing was stored or consumed.
         * @enum {string}
         */
        PassStatus: "ok" | "partial" | "failed";
        /**
         * RecordedSynthesis
         * @description What became of the rules.
         */
        RecordedSynthesis: {
            /** @description Lessons that were made. */
            lessons_created: number;
            /** @description Clusters without a new rule: NONE, left out, known already, deleted for good, or all of its turns erased. */
            skipped: number;
            /** @description Packets that the plan examined. */
            packets_scanned: number;
            /** @description `partial`: some rules could not be written. `failed`: none; nothing was stored or consumed. */
            status: components["schemas"]["PassStatus"];
            /** @description Rules that could not be written. */
            write_failed: number;
            /** @description What went wrong; null where nothing did. */
            error: string | null;
        };
        /**
         * SyncRequest
         * @description How the pass is run.
         * @example {}
         */
        SyncRequest: {
            /** @description True: the answer gains `would_learn`, and nothing is learned. Admin keys only. */
            dry_run?: boolean | null;
        };
        /**
         * LearnedLesson
         * @description A lesson that the pass made.
         */
        LearnedLesson: {
            /** @description Identifier of the lesson. */
            id: string;
            /** @description The rule. */
            response_text: string;
        };
        /**
         * ForeseenLesson
         * @description A lesson that a pass would make.
         */
        ForeseenLesson: {
            /** @description The rule. */
            response_text: string;
            /** @description Identifiers of the packets that it would come from. */
            source_ids: string[];
        };
        /**
         * Synced
         * @description What a learning pass did.
         */
        Synced: {
            /** @description False: the pass failed, and nothing was stored. */
            ok: boolean;
            /** @description New lessons. */
            learned: number;
            /** @description The new lessons. */
            lessons: components["schemas"]["LearnedLesson"][];
            /** @description The lessons that a pass would make now; only in a dry run. */
            would_learn?: components["schemas"]["ForeseenLesson"][];
        };
        /**
         * ListedCore
         * @description A core without its context.
         */
        ListedCore: {
            /** @description Names the core in X-Memory-Core and in addresses; it never changes. */
            slug: string;
            /** @description Human-readable label. */
            name: string;
        };
        /**
         * CoreList
         * @description A page of the account's cores.
         */
        CoreList: {
            /** @description The account's cores, the virtual `default` among them. */
            items: components["schemas"]["ListedCore"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * CreateCoreRequest
         * @description A new core.
         * @example {
         *       "slug": "support-bot",
         *       "name": "Support bot"
         *     }
         */
        CreateCoreRequest: {
            /** @description Names the core; it never changes. */
            slug: string;
            /** @description Human-readable label. */
            name: string;
            /** @description Put into every brief of the core. */
            context?: string | null;
        };
        /**
         * Core
         * @description A core: an isolated set of brains in the account.
         */
        Core: {
            /** @description Names the core in X-Memory-Core and in addresses; it never changes. */
            slug: string;
            /** @description Human-readable label. */
            name: string;
            /** @description Seed context for every brief of the core; empty when absent. */
            context: string;
        };
        /**
         * ChangeCoreRequest
         * @description What changes of the core.
         * @example {
         *       "context": "Answers are for customers of a bicycle shop."
         *     }
         */
        ChangeCoreRequest: {
            /** @description Human-readable label. */
            name?: string | null;
            /** @description Put into every brief of the core. */
            context?: string | null;
        };
        /**
         * DeletedCore
         * @description The receipt of a core's erasure.
         */
        DeletedCore: {
            /**
             * @description Always true: the core is gone.
             * @constant
             */
            ok: true;
            /** @description What was erased, signed. */
            receipt: components["schemas"]["Receipt"];
            /** @description Keys bound to what was erased: they are revoked with it. */
            keys_revoked: number;
        };
        /**
         * Metrics
         * @description Figures of one brain.
         */
        Metrics: {
            /** @description Turns ever recorded in this brain. */
            turns: number;
            /** @description Mean coherence of the prepared turns that had sources; 0 without any. */
            avg_coherence: number;
            /** @description Turns that the brain remembers now. */
            memory_size: number;
            /** @description Live lessons. */
            lessons: number;
        };
        /**
         * KeyScope
         * @description `admin` may do everything in the account; `agent` may use memory.
         * @enum {string}
         */
        KeyScope: "admin" | "agent";
        /**
         * Key
         * @description A key, without its secret.
         */
        Key: {
            /** @description Identifier of the key: the 8 characters after `mk_live_`. */
            id: string;
            /** @description What the key was called when it was made. */
            name: string;
            /** @description `admin` may do everything in the account; `agent` may use memory. */
            scope: components["schemas"]["KeyScope"];
            /** @description The core that the key is bound to; null for any. */
            core: string | null;
            /** @description The end user that the key is bound to; null for any. */
            user: string | null;
            /**
             * Format: date-time
             * @description When the key was made.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key was last used; null if never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key stops working; null if never.
             */
            expires_at: string | null;
            /** @description The id of the key that it was rotated for, and that it works beside until `expires_at`; null if it was not. */
            replaced_by: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null if it was not.
             */
            revoked_at: string | null;
        };
        /**
         * KeyList
         * @description A page of the account's keys.
         */
        KeyList: {
            /** @description The keys, oldest first. */
            items: components["schemas"]["Key"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * IssueKeyRequest
         * @description A new key.
         * @example {
         *       "name": "my agent",
         *       "scope": "agent"
         *     }
         */
        IssueKeyRequest: {
            /** @description What the key is for. */
            name: string;
            /** @description `admin` may do everything in the account; `agent` may use memory. */
            scope: components["schemas"]["KeyScope"];
            /** @description Binds the key to one core: it is revoked with it. */
            core?: string | null;
            /** @description Binds the key to one end user: it is revoked when an admin key erases that user. */
            user?: string | null;
            /**
             * @description When the key ends; absent: never. Without an offset it is UTC, a date alone its midnight.
             * @example 2026-01-31T09:30:00Z
             * @example 2026-01-31T09:30:00
             * @example 2026-01-31
             */
            expires_at?: string | null;
        };
        /**
         * NewKey
         * @description A key that was just made, with its secret.
         */
        NewKey: {
            /** @description Identifier of the key: the 8 characters after `mk_live_`. */
            id: string;
            /** @description What the key was called when it was made. */
            name: string;
            /** @description `admin` may do everything in the account; `agent` may use memory. */
            scope: components["schemas"]["KeyScope"];
            /** @description The core that the key is bound to; null for any. */
            core: string | null;
            /** @description The end user that the key is bound to; null for any. */
            user: string | null;
            /**
             * Format: date-time
             * @description When the key was made.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key was last used; null if never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key stops working; null if never.
             */
            expires_at: string | null;
            /** @description The id of the key that it was rotated for, and that it works beside until `expires_at`; null if it was not. */
            replaced_by: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null if it was not.
             */
            revoked_at: string | null;
            /** @description The whole key. It is shown this once and cannot be read again. */
            key: string;
        };
        /**
         * Plan
         * @description The account's plan; what each allows is the operator's to say.
         * @enum {string}
         */
        Plan: "unlimited" | "free" | "pro";
        /**
         * Account
         * @description An account: its cores, keys and memory are its own.
         */
        Account: {
            /** @description The account's name. */
            name: string;
            /**
             * Format: date-time
             * @description When the account was made.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description The account's plan; what each allows is the operator's to say. */
            plan: components["schemas"]["Plan"];
            /** @description Whether the account's payment is overdue. */
            past_due: boolean;
            /** @description Turns prepared in this calendar month, UTC, over all cores. */
            turns_this_month: number;
            /** @description Turns that the plan allows in a month; null: no limit. */
            turns_per_month: number | null;
        };
        /**
         * AccountList
         * @description A page of the accounts.
         */
        AccountList: {
            /** @description The accounts, oldest first. */
            items: components["schemas"]["Account"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * CreateAccountRequest
         * @description A new account.
         * @example {
         *       "name": "acme",
         *       "plan": "pro"
         *     }
         */
        CreateAccountRequest: {
            /** @description Names the account; it never changes. */
            name: string;
            /** @description The account's plan; what each allows is the operator's to say. */
            plan?: components["schemas"]["Plan"] | null;
            /** @description Whether the account's payment is overdue. */
            past_due?: boolean | null;
        };
        /**
         * ChangeAccountRequest
         * @description What changes of the account.
         * @example {
         *       "plan": "pro"
         *     }
         */
        ChangeAccountRequest: {
            /** @description The account's plan; what each allows is the operator's to say. */
            plan?: components["schemas"]["Plan"] | null;
            /** @description Whether the account's payment is overdue. */
            past_due?: boolean | null;
        };
        /**
         * Erasure
         * @description The receipt of an erasure.
         */
        Erasure: {
            /** @description What was erased, signed. */
            receipt: components["schemas"]["Receipt"];
            /** @description Keys bound to what was erased: they are revoked with it. */
            keys_revoked: number;
        };
        /**
         * GuardPattern
         * @description A pattern with its reason.
         */
        GuardPattern: {
            /** @description Regular expression that the input, or the answer, is searched with. */
            pattern: string;
            /** @description What the caller is told when it matches. */
            reason: string;
        };
        /**
         * Constitution
         * @description A named profile of the account.
         */
        Constitution: {
            /** @description Names the profile in `constitution` of `/prepare`. */
            name: string;
            /** @description What stands at the head of every brief made with it. */
            text: string;
            /** @description A match gates the turn. */
            gates: components["schemas"]["GuardPattern"][];
            /** @description A match makes `/verify` answer `ok: false`. */
            prohibitions: components["schemas"]["GuardPattern"][];
        };
        /**
         * ConstitutionList
         * @description A page of the account's constitutions.
         */
        ConstitutionList: {
            /** @description The profiles, by name. */
            items: components["schemas"]["Constitution"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * GuardPatternRequest
         * @description A pattern with its reason.
         */
        GuardPatternRequest: {
            /** @description A regular expression in RE2's syntax, without regard to case. */
            pattern: string;
            /** @description What the caller is told. */
            reason: string;
        };
        /**
         * PutConstitutionRequest
         * @description The whole of a constitution but its name.
         * @example {
         *       "text": "You are the assistant of a bicycle shop.",
         *       "gates": [
         *         {
         *           "pattern": "credit card",
         *           "reason": "Please do not send card numbers."
         *         }
         *       ]
         *     }
         */
        PutConstitutionRequest: {
            /** @description Stands at the head of the brief. */
            text: string;
            /** @description A match on the input gates the turn. */
            gates?: components["schemas"]["GuardPatternRequest"][] | null;
            /** @description A match on the answer makes `/verify` say no. */
            prohibitions?: components["schemas"]["GuardPatternRequest"][] | null;
        };
        /**
         * TestConstitutionRequest
         * @description Texts, and patterns that are not stored yet.
         * @example {
         *       "input": "Here is my credit card.",
         *       "answer": "Thank you."
         *     }
         */
        TestConstitutionRequest: {
            /** @description What the gates are tried on. */
            input?: string | null;
            /** @description What the prohibitions are tried on. */
            answer?: string | null;
            /** @description Tried instead of the stored gates. */
            gates?: components["schemas"]["GuardPatternRequest"][] | null;
            /** @description Tried instead of the stored prohibitions. */
            prohibitions?: components["schemas"]["GuardPatternRequest"][] | null;
        };
        /**
         * TriedPattern
         * @description What a pattern says to a text.
         */
        TriedPattern: {
            /** @description Regular expression that the input, or the answer, is searched with. */
            pattern: string;
            /** @description What the caller is told when it matches. */
            reason: string;
            /** @description Whether it finds something; null where there was no text for it. */
            matched: boolean | null;
        };
        /**
         * TestedConstitution
         * @description What the patterns of a constitution say to texts.
         */
        TestedConstitution: {
            /** @description The gates, tried on the input; the first that matches gates a turn. */
            gates: components["schemas"]["TriedPattern"][];
            /** @description The prohibitions, tried on the answer. */
            prohibitions: components["schemas"]["TriedPattern"][];
        };
        /**
         * Distiller
         * @description Who words the rules of the service's own learning passes; `endpoint` needs one in the operator's settings.
         * @enum {string}
         */
        Distiller: "extractive" | "endpoint";
        /**
         * LearnOnce
         * @description What is learned from one turn alone: `preferences`: standing orders, corrections and lasting preferences of the user; `orders`: the first two; `off`: corrections.
         * @enum {string}
         */
        LearnOnce: "off" | "orders" | "preferences";
        /**
         * RedactKind
         * @description A kind of secret.
         * @enum {string}
         */
        RedactKind: "keys" | "passwords" | "cards" | "ibans" | "emails" | "phones" | "ids";
        /**
         * Redact
         * @description Kinds of secrets that are taken out of what is said, answered and learned before it is stored: a mark such as `[redacted: card number]` stands in their place. What is stored already stays as it is.
         */
        Redact: "off" | components["schemas"]["RedactKind"][];
        /**
         * Settings
         * @description Settings of the account.
         */
        Settings: {
            /** @description How memory is ranked: `cosine` by the similarity of embeddings times confidence, `hybrid` by words, times and neighbouring turns as well. */
            retrieval_mode: components["schemas"]["RetrievalMode"];
            /** @description What the account chose; null: nothing, and the server's setting holds. */
            retrieval_mode_chosen: components["schemas"]["RetrievalMode"] | null;
            /** @description Most memory entries in a brief; unless it was chosen, those beyond 8 come only if they are short. */
            sources_max: number;
            /** @description What the account chose; null: nothing. */
            sources_max_chosen: number | null;
            /** @description Tokens that the quoted memory may take; 0: by the model hint. */
            memory_tokens: number;
            /** @description The model hint that overrides the one of each `/prepare`; empty: none. */
            model: string;
            /** @description Who words the rules of the service's own learning passes; `endpoint` needs one in the operator's settings. */
            distiller: components["schemas"]["Distiller"];
            /** @description Whether learning passes come to this account unasked, soon and at night. */
            nightly: boolean;
            /** @description What is learned from one turn alone: `preferences`: standing orders, corrections and lasting preferences of the user; `orders`: the first two; `off`: corrections. */
            learn_once: components["schemas"]["LearnOnce"];
            /** @description Kinds of secrets that are taken out of what is said, answered and learned before it is stored: a mark such as `[redacted: card number]` stands in their place. What is stored already stays as it is. */
            redact: components["schemas"]["Redact"];
        };
        /**
         * ChangeSettingsRequest
         * @description What the account chooses.
         * @example {
         *       "retrieval_mode": "hybrid"
         *     }
         */
        ChangeSettingsRequest: {
            /** @description How memory is ranked; null: as the server's setting says. */
            retrieval_mode?: components["schemas"]["RetrievalMode"] | null;
            /** @description Most sources in a brief. */
            sources_max?: number | null;
            /** @description Tokens of quoted memory in a brief; 0: by the model hint. */
            memory_tokens?: number | null;
            /** @description Overrides the model hint of every `/prepare`; empty: the hint counts. */
            model?: string | null;
            /** @description Who words the rules of the service's own learning passes; `endpoint` needs one in the operator's settings. */
            distiller?: components["schemas"]["Distiller"] | null;
            /** @description Whether learning passes come unasked, soon and at night. */
            nightly?: boolean | null;
            /** @description What is learned from one turn alone: `preferences`: standing orders, corrections and lasting preferences of the user; `orders`: the first two; `off`: corrections. */
            learn_once?: components["schemas"]["LearnOnce"] | null;
            /** @description Kinds of secrets that are taken out of what is said, answered and learned before it is stored: a mark such as `[redacted: card number]` stands in their place. What is stored already stays as it is. */
            redact?: components["schemas"]["Redact"] | null;
        };
        /**
         * SettingName
         * @description The setting.
         * @enum {string}
         */
        SettingName: "retrieval_mode" | "sources_max" | "memory_tokens" | "model" | "distiller" | "nightly" | "learn_once" | "redact";
        /**
         * User
         * @description An end user with memory.
         */
        User: {
            /** @description The end user's id. */
            user: string;
            /** @description Cores in which the user has a brain, among those listed. */
            brains: number;
            /** @description Turns remembered there. */
            packets: number;
            /** @description Live lessons there. */
            lessons: number;
            /**
             * Format: date-time
             * @description When the newest turn was recorded, or the brain made where there is none.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_active_at: string;
        };
        /**
         * UserList
         * @description A page of the account's users.
         */
        UserList: {
            /** @description The users, by id. */
            items: components["schemas"]["User"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * ModelName
         * @description The model that made the embeddings.
         */
        ModelName: {
            /** @description What the model is called. */
            id: string;
            /** @description The hash of its file. */
            sha256: string;
        };
        /**
         * ExportScope
         * @description How much of the account it is.
         */
        ExportScope: {
            /** @description The one core; null: all of them. */
            core: string | null;
            /** @description The one end user; null: all of them. */
            user: string | null;
        };
        /**
         * ExportHeaderLine
         * @description The first line.
         */
        ExportHeaderLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "header";
            /**
             * @description What the file is.
             * @constant
             */
            format: "memoryd-export";
            /**
             * @description Which form its lines have.
             * @constant
             */
            version: 1;
            /** @description The version of memoryd that wrote it. */
            service: string;
            /** @description The model that made the embeddings. */
            model: components["schemas"]["ModelName"];
            /** @description Whose memory it is. */
            account: string;
            /** @description How much of the account it is. */
            scope: components["schemas"]["ExportScope"];
            /** @description Whether embeddings are in it. */
            embeddings: boolean;
        };
        /**
         * ExportedSettings
         * @description Those that were chosen, by their names: retrieval_mode, sources_max, memory_tokens, model, distiller, nightly, learn_once, redact.
         */
        ExportedSettings: {
            [key: string]: unknown;
        };
        /**
         * ExportSettingsLine
         * @description What the account chose. Of a whole account only.
         */
        ExportSettingsLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "settings";
            /** @description Those that were chosen, by their names: retrieval_mode, sources_max, memory_tokens, model, distiller, nightly, learn_once, redact. */
            settings: components["schemas"]["ExportedSettings"];
        };
        /**
         * ExportConstitutionLine
         * @description A profile. Of a whole account only.
         */
        ExportConstitutionLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "constitution";
            /** @description Its name. */
            name: string;
            /** @description What stands at the head of every brief. */
            text: string;
            /** @description Patterns on the input. */
            gates: components["schemas"]["GuardPattern"][];
            /** @description Patterns on the answer. */
            prohibitions: components["schemas"]["GuardPattern"][];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * ExportCoreLine
         * @description A core. Not of one user's export.
         */
        ExportCoreLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "core";
            /** @description Names it. */
            slug: string;
            /** @description Human-readable label. */
            name: string;
            /** @description Put into every brief of the core. */
            context: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * ExportBrainLine
         * @description A brain: the lines up to the next one belong to it.
         */
        ExportBrainLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "brain";
            /** @description Its core. */
            core: string;
            /** @description Its end user; null: the shared brain of the core. */
            user: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description Turns recorded in it ever. */
            turns: number;
            /** @description Of the prepared turns that had sources. */
            coherence_sum: number;
            /** @description How many these were. */
            coherence_count: number;
        };
        /**
         * ExportedAttribute
         * @description A name or occupation that a turn states.
         */
        ExportedAttribute: {
            /** @description What of the user it is about. */
            attribute: components["schemas"]["SelfAttribute"];
            /** @description The value, as the user said it. */
            value: string;
            /** @description Whether it is the brain's value. */
            confirmed: boolean;
        };
        /**
         * ExportPacketLine
         * @description A turn that is remembered.
         */
        ExportPacketLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "packet";
            /** @description Its id, which it keeps. */
            id: string;
            /** @description `correction` where the turn corrected what went before. */
            kind: components["schemas"]["PacketType"];
            /** @description What the user said. */
            input: string;
            /** @description What was answered; empty where nothing was. */
            answer: string;
            /** @description What its similarity is multiplied by in ranking. */
            confidence: number;
            /** @description Whether it states a name or occupation that is not confirmed. */
            unconfirmed_overwrite: boolean;
            /** @description Which detectors fired. */
            cues: string[];
            /** @description The caller's name of the conversation. */
            session: string | null;
            /**
             * Format: date-time
             * @description When it happened, if the caller said.
             */
            occurred_at: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description Tokens of the input. */
            input_tokens: number;
            /** @description What it states of the user. */
            attributes: components["schemas"]["ExportedAttribute"][];
            /** @description Whether a learning pass has read it. */
            learned: boolean;
            /** @description Whether one may still read it. */
            learnable: boolean;
            /** @description What the caller attached to it; empty where nothing was. */
            metadata?: components["schemas"]["Metadata"];
            /** @description 384 numbers of 32 bits, little-endian; null where none is made yet, absent where the export was asked for none. */
            embedding?: string | null;
            /** @description 384 numbers of 32 bits, little-endian; null where none is made yet, absent where the export was asked for none. */
            input_embedding?: string | null;
        };
        /**
         * ExportLessonLine
         * @description A standing rule.
         */
        ExportLessonLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "lesson";
            /** @description Its id, which it keeps. */
            id: string;
            /** @description The rule. */
            text: string;
            /** @description How often it was retrieved. */
            use_count: number;
            /**
             * Format: date-time
             * @description When it was learned.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /** @description What distilling it cost; null for a rule by hand. */
            llm_cost: number | null;
            /** @description Whether it is about answers in general. */
            general: boolean;
            /** @description Ids of the turns that it was learned from. */
            source_link: string[];
            /** @description 384 numbers of 32 bits, little-endian; null where none is made yet, absent where the export was asked for none. */
            embedding?: string | null;
        };
        /**
         * ExportForgottenRuleLine
         * @description A rule that was deleted for good.
         */
        ExportForgottenRuleLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "forgotten_rule";
            /**
             * Format: date-time
             * @description When it was deleted.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description A hash of its wording, in hexadecimal; null where none was kept. */
            wording: string | null;
            /** @description The model that made the embeddings. */
            model: components["schemas"]["ModelName"];
            /** @description What is left of its meaning. */
            embedding: string;
        };
        /**
         * ExportEndLine
         * @description The last line: a file without it broke off.
         */
        ExportEndLine: {
            /**
             * @description What kind of line it is.
             * @constant
             */
            type: "end";
            /** @description Brains in the file. */
            brains: number;
            /** @description Turns in the file. */
            packets: number;
            /** @description Lessons in the file. */
            lessons: number;
            /** @description Rules deleted for good. */
            forgotten_rules: number;
            /** @description SHA-256 of every byte before this line. */
            sha256: string;
        };
        /**
         * ExportLine
         * @description A line of an export: one JSON object, told by its `type`.
         */
        ExportLine: components["schemas"]["ExportHeaderLine"] | components["schemas"]["ExportSettingsLine"] | components["schemas"]["ExportConstitutionLine"] | components["schemas"]["ExportCoreLine"] | components["schemas"]["ExportBrainLine"] | components["schemas"]["ExportPacketLine"] | components["schemas"]["ExportLessonLine"] | components["schemas"]["ExportForgottenRuleLine"] | components["schemas"]["ExportEndLine"];
        /**
         * ImportFormat
         * @description What wrote the file; where a request names none, its content tells.
         * @enum {string}
         */
        ImportFormat: "memoryd" | "mem0" | "basic-memory" | "chat";
        /**
         * ImportCounts
         * @description What became of the entries of one kind.
         */
        ImportCounts: {
            /** @description How many were stored. */
            stored: number;
            /** @description How many were here already. */
            skipped: number;
        };
        /**
         * ImportLessonCounts
         * @description Lessons.
         */
        ImportLessonCounts: {
            /** @description Lessons stored. */
            stored: number;
            /** @description Lessons that were here already. */
            skipped: number;
            /** @description Lessons that have expired since, and were left out. */
            expired: number;
        };
        /**
         * ImportResult
         * @description What an import stored.
         */
        ImportResult: {
            /** @description What wrote the file; where a request names none, its content tells. */
            format: components["schemas"]["ImportFormat"];
            /** @description Brains in the file. */
            brains: number;
            /** @description Turns. */
            packets: components["schemas"]["ImportCounts"];
            /** @description Lessons. */
            lessons: components["schemas"]["ImportLessonCounts"];
            /** @description Rules deleted for good. */
            forgotten_rules: components["schemas"]["ImportCounts"];
            /** @description Cores made. */
            cores: number;
            /** @description Constitutions made. */
            constitutions: number;
            /** @description Settings of the account that were set. */
            settings: number;
            /** @description Turns and lessons stored that are embedded in the background now. */
            to_embed: number;
        };
        /**
         * AuditDetails
         * @description The little that is told of it.
         */
        AuditDetails: {
            [key: string]: unknown;
        };
        /**
         * AuditEntry
         * @description One action.
         */
        AuditEntry: {
            /** @description Its place in the chain, which runs over all accounts. */
            seq: number;
            /**
             * Format: date-time
             * @description When it was done.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description The account. */
            account: string;
            /** @description A key's id, `shell` or `service`. */
            actor: string;
            /** @description What was done, such as `key.issued` or `core.deleted`. */
            action: string;
            /** @description To what; a user is named by a keyed hash. */
            target: string;
            /** @description The little that is told of it. */
            details: components["schemas"]["AuditDetails"];
            /** @description Hash of the entry before, of whichever account. */
            previous: string;
            /** @description SHA-256 of the JSON array of seq, time in milliseconds, account, actor, action, target, the JSON of details as a string, and previous, without white space. */
            hash: string;
        };
        /**
         * AuditList
         * @description A page of the audit.
         */
        AuditList: {
            /** @description The account's entries, newest first. */
            items: components["schemas"]["AuditEntry"][];
            /** @description Give it as `cursor` to read on; null at the end of the list. */
            next_cursor: string | null;
        };
        /**
         * AuditKey
         * @description What receipts are verified with.
         */
        AuditKey: {
            /** @description Id of the service's data, as receipts have it. */
            data_id: string;
            /** @description Ed25519, base64 of its SubjectPublicKeyInfo: the body of a PEM file. */
            public_key: string;
            /** @description The same as a PEM file. */
            pem: string;
        };
        /**
         * AuditCheck
         * @description The chain of the audit, followed from end to end.
         */
        AuditCheck: {
            /** @description Whether no entry was changed and none is missing. */
            ok: boolean;
            /** @description Entries, of all accounts. */
            entries: number;
            /** @description Hash of the last entry: written down elsewhere, it later shows whether the chain was written anew. */
            head: string;
            /** @description The first entry that is wrong or not there, 0: the chain's beginning; null: none is. */
            broken_at: number | null;
            /** @description What is wrong there; null: nothing. */
            reason: string | null;
        };
        /**
         * CheckReceiptRequest
         * @description The receipt to be checked. The receipt by itself, or the whole answer of an erasure, is taken too.
         * @example {
         *       "receipt": {
         *         "account": "default",
         *         "user": "ada",
         *         "core": null,
         *         "audit_seq": 7
         *       }
         *     }
         */
        CheckReceiptRequest: {
            /** @description The receipt as it was answered, with all its fields. */
            receipt?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * ReceiptCheck
         * @description What became of the check of a receipt.
         */
        ReceiptCheck: {
            /** @description Whether it is to be believed. */
            valid: boolean;
            /** @description What is wrong with it; null: nothing. */
            reason: string | null;
        };
        /**
         * CheckOutcome
         * @description `warning`: it works, and the operator should look.
         * @enum {string}
         */
        CheckOutcome: "ok" | "warning" | "failing";
        /**
         * Checks
         * @description The outcome of each check, by its name.
         */
        Checks: {
            [key: string]: components["schemas"]["CheckOutcome"];
        };
        /**
         * CheckDetails
         * @description Numbers and messages behind one check, by their names.
         */
        CheckDetails: {
            [key: string]: string | number | null;
        };
        /**
         * Details
         * @description Numbers and messages behind the checks, by the check's name.
         */
        Details: {
            [key: string]: components["schemas"]["CheckDetails"];
        };
        /**
         * EndpointRequests
         * @description The requests of one endpoint.
         */
        EndpointRequests: {
            /** @description Method and path, such as `POST /prepare`; `other` for what is none. */
            endpoint: string;
            /** @description Requests answered. */
            count: number;
            /** @description Half of them took no longer, in ms, to some 10 %. */
            p50_ms: number;
            /** @description 19 of 20 took no longer, in ms, to some 10 %. */
            p95_ms: number;
            /** @description Answered with 4xx. */
            refused: number;
            /** @description Answered with 5xx. */
            failed: number;
        };
        /**
         * RecentRequests
         * @description Requests of the last minutes.
         */
        RecentRequests: {
            /** @description How far back the counts go: five minutes, less after a start. */
            seconds: number;
            /** @description Those asked for most come first; health checks are not among them. */
            endpoints: components["schemas"]["EndpointRequests"][];
        };
        /**
         * Reembedding
         * @description How far it is.
         */
        Reembedding: {
            /** @description Texts embedded anew. */
            done: number;
            /** @description Texts that another model had embedded. */
            total: number;
        };
        /**
         * Backlog
         * @description Work that waits.
         */
        Backlog: {
            /** @description Turns on disk whose embedding is still to be made. */
            embeddings: number;
            /** @description What is embedded anew after a change of the model; null: nothing. */
            reembedding: components["schemas"]["Reembedding"] | null;
            /** @description Brains with turns that no learning pass has read. */
            brains_to_learn: number;
        };
        /**
         * LastPass
         * @description The learning pass that ended last, of any brain.
         */
        LastPass: {
            /**
             * Format: date-time
             * @description When it ended.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description `partial`: some rules could not be written. `failed`: none; nothing was stored or consumed. */
            status: components["schemas"]["PassStatus"];
            /** @description Lessons that it made. */
            lessons: number;
        };
        /**
         * LastBackup
         * @description Backups.
         */
        LastBackup: {
            /**
             * Format: date-time
             * @description When the last good one was made, by the schedule or by hand; null: there is none.
             */
            at: string | null;
            /** @description Whether the schedule's last attempt succeeded; null: there was none since the start. */
            ok: boolean | null;
        };
        /**
         * Disk
         * @description The disk of the data.
         */
        Disk: {
            /** @description Room left where the data is. */
            free_bytes: number;
            /** @description Size of the database. */
            database_bytes: number;
            /** @description Size of its write-ahead log. */
            wal_bytes: number;
        };
        /**
         * DatabaseRole
         * @description A standby follows another one and takes no writes.
         * @enum {string}
         */
        DatabaseRole: "primary" | "standby";
        /**
         * DatabaseServer
         * @description The PostgreSQL server that has the data.
         */
        DatabaseServer: {
            /** @description Of the server, such as `15.14`. */
            version: string;
            /** @description A standby follows another one and takes no writes. */
            role: components["schemas"]["DatabaseRole"];
            /** @description Whether what was acknowledged outlives a crash of its machine: fsync and full_page_writes are on. */
            durable: boolean;
            /** @description Size of the database, with indexes and dead rows. */
            bytes: number;
            /** @description Connections to the whole server, of all programs. */
            connections: number;
            /** @description Connections that the server takes. */
            connections_max: number;
            /** @description Standbys that follow it. */
            standbys: number;
            /** @description Those of them that a commit waits for. null: the database's role may not look (it needs pg_read_all_stats). */
            synchronous_standbys: number | null;
            /** @description Log that the standby furthest behind has not replayed; 0 without one. null: the database's role may not look (it needs pg_read_all_stats). */
            lag_bytes: number | null;
            /** @description For how long it has not, in seconds; 0 without one. null: the database's role may not look (it needs pg_read_all_stats). */
            lag_seconds: number | null;
            /** @description Rows that were deleted or replaced and wait for vacuum. */
            dead_rows: number;
            /** @description Rows that stand, as the server estimates them. */
            live_rows: number;
            /**
             * Format: date-time
             * @description When a table was vacuumed last, by hand or by itself; null: none ever was.
             */
            vacuumed_at: string | null;
            /** @description How long the oldest open transaction has been: what was deleted since is not freed. null: the database's role may not look (it needs pg_read_all_stats). */
            oldest_transaction_seconds: number | null;
            /** @description Transactions since rows were frozen: at two thousand million the server takes no writes. */
            transaction_age: number;
            /** @description Partitions that are there. */
            partitions: number;
            /** @description Partitions that must be there. */
            partitions_due: number;
        };
        /**
         * Status
         * @description The service at one look: numbers alone, over all accounts.
         */
        Status: {
            /** @description Whether the service can take traffic: what `/readyz` says. */
            ready: boolean;
            /** @description The outcome of each check, by its name. */
            checks: components["schemas"]["Checks"];
            /** @description Numbers and messages behind the checks, by the check's name. */
            details: components["schemas"]["Details"];
            /** @description Of memoryd. */
            version: string;
            /**
             * Format: date-time
             * @description When the service started.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /** @description The model that embeds. */
            model: string;
            /** @description Accounts. */
            accounts: number;
            /** @description Users that have a brain, each counted once in an account. */
            users: number;
            /** @description Turns recorded ever. */
            turns: number;
            /** @description Turns remembered now. */
            memories: number;
            /** @description Live lessons. */
            lessons: number;
            /** @description Requests of the last minutes. */
            requests: components["schemas"]["RecentRequests"];
            /** @description Work that waits. */
            backlog: components["schemas"]["Backlog"];
            /** @description null: there was none yet. */
            last_pass: components["schemas"]["LastPass"] | null;
            /** @description null: none was made, and none is scheduled. */
            last_backup: components["schemas"]["LastBackup"] | null;
            /** @description null: the data lies in no files of this machine. */
            disk: components["schemas"]["Disk"] | null;
            /** @description null: the data lies in files of this machine, or the server says nothing just now. */
            database: components["schemas"]["DatabaseServer"] | null;
            /**
             * Format: date-time
             * @description When the TLS certificate ends; null: no TLS.
             */
            certificate_ends_at: string | null;
        };
        /**
         * StatusPoint
         * @description One minute.
         */
        StatusPoint: {
            /**
             * Format: date-time
             * @description When the minute began.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description Turns prepared: `POST /prepare` answered with 2xx. */
            prepares: number;
            /** @description Turns recorded. */
            records: number;
            /** @description Answers verified. */
            verifies: number;
            /** @description Requests of any kind answered with 5xx. */
            errors: number;
            /** @description Half of the prepares took no longer, in ms, to some 10 %; null: there was none. */
            prepare_ms_p50: number | null;
            /** @description 19 of 20 prepares took no longer; null: there was none. */
            prepare_ms_p95: number | null;
            /** @description Memory of the process; null: nobody looked in that minute. */
            memory_bytes: number | null;
            /** @description Turns on disk whose embedding is still to be made; null: nobody looked in that minute. */
            waiting: number | null;
        };
        /**
         * StatusHistory
         * @description The service over time.
         */
        StatusHistory: {
            /** @description The minutes, the oldest first; the last one is under way. */
            points: components["schemas"]["StatusPoint"][];
        };
        /**
         * FindingLevel
         * @description `error`: it does not work, or memory is in danger; `warning`: it will not go well for long; `note`: good to know.
         * @enum {string}
         */
        FindingLevel: "error" | "warning" | "note";
        /**
         * DoctorFinding
         * @description One thing that is wrong.
         */
        DoctorFinding: {
            /**
             * @description A word for programs, stable.
             * @example backup_old
             */
            code: string;
            /** @description `error`: it does not work, or memory is in danger; `warning`: it will not go well for long; `note`: good to know. */
            level: components["schemas"]["FindingLevel"];
            /** @description A path, a table, a key's id or a setting. */
            where: string;
            /** @description What is wrong, in a sentence. */
            message: string;
            /** @description What to do: a command or a sentence. */
            fix: string;
        };
        /**
         * Diagnosis
         * @description What the doctor finds.
         */
        Diagnosis: {
            /** @description Whether no finding is an `error`. */
            ok: boolean;
            /** @description What is wrong, the most urgent first. */
            findings: components["schemas"]["DoctorFinding"][];
        };
        /**
         * BackupMaker
         * @description `schedule`: the service by itself; `hand`: somebody, by a request or the command.
         * @enum {string}
         */
        BackupMaker: "schedule" | "hand";
        /**
         * Backup
         * @description A backup in the folder of the settings.
         */
        Backup: {
            /**
             * @description Of the file.
             * @example memoryd-20260131T023000Z.backup
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was made, to the second.
             * @example 2026-01-31T09:30:00.000Z
             */
            made_at: string;
            /** @description Size of the file. */
            bytes: number;
            /** @description Whether only a key or a passphrase opens it. */
            sealed: boolean;
            /** @description Who had it made; null: the audit does not tell. */
            by: components["schemas"]["BackupMaker"] | null;
        };
        /**
         * BackupList
         * @description What is backed up.
         */
        BackupList: {
            /** @description The backups in the folder, newest first. */
            items: components["schemas"]["Backup"][];
            /** @description Whether the settings say where backups go: `backup_dir`, or a schedule, whose folder has a default. */
            directory_set: boolean;
            /** @description That folder, as the service's machine names it; null: none is set. */
            directory: string | null;
            /** @description The directory of the data: what `memoryd restore` takes as `--data-dir`, with the service stopped. */
            data_dir: string;
            /** @description The number of the service's process on its machine, or in its container. */
            process_id: number;
            /** @description The cron expression of `backup_cron`; null: none is scheduled. */
            schedule: string | null;
            /** @description null: none was made, and none is scheduled. */
            last: components["schemas"]["LastBackup"] | null;
        };
        /**
         * EmbeddingModel
         * @description The model that embeds.
         */
        EmbeddingModel: {
            /** @description Its name. */
            id: string;
            /** @description Of its files: another one has another. */
            sha256: string;
        };
        /**
         * Embedding
         * @description How far the data is embedded. What is in neither number is embedded anew.
         */
        Embedding: {
            /** @description The model that embeds. */
            model: components["schemas"]["EmbeddingModel"];
            /** @description Turns remembered, of all accounts. */
            total: number;
            /** @description Turns with an embedding of this model. */
            current: number;
            /** @description Turns on disk that have no embedding yet, as after a rush of records. */
            waiting: number;
            /** @description Whether what another model embedded, or an import brought without embeddings, is embedded anew. */
            reembedding: boolean;
        };
        /**
         * SignInRequest
         * @description The key to sign in with.
         * @example {
         *       "key": "mk_live_…"
         *     }
         */
        SignInRequest: {
            /** @description An API key. */
            key: string;
        };
        /**
         * PageSession
         * @description Whose key a request shows, by itself or by a session.
         */
        PageSession: {
            /** @description Identifier of the key. */
            key_id: string;
            /** @description The key's account. */
            account: string;
            /** @description `admin` may do everything in the account; `agent` may use memory. */
            scope: components["schemas"]["KeyScope"];
            /** @description The core that the key is bound to; null for any. */
            core: string | null;
            /** @description The end user that the key is bound to; null for any. */
            user: string | null;
            /** @description The service's version. */
            version: string;
        };
        /**
         * SignedIn
         * @description Who is signed in.
         */
        SignedIn: {
            /** @description null: nobody is signed in. */
            session: components["schemas"]["PageSession"] | null;
        };
        /**
         * Liveness
         * @description The process is alive.
         */
        Liveness: {
            /**
             * @description Always `ok`.
             * @constant
             */
            status: "ok";
        };
        /**
         * HealthStatus
         * @description `ok` when no check fails.
         * @enum {string}
         */
        HealthStatus: "ok" | "failing";
        /**
         * Health
         * @description Whether the service can take traffic, check by check.
         */
        Health: {
            /** @description `ok` when no check fails. */
            status: components["schemas"]["HealthStatus"];
            /** @description The outcome of each check, by its name. */
            checks: components["schemas"]["Checks"];
            /** @description Numbers and messages behind the checks, by the check's name. */
            details?: components["schemas"]["Details"];
        };
        /**
         * Unready
         * @description The service cannot take traffic: an error with the outcome of each check.
         */
        Unready: {
            /** @description Which checks fail, for a person. */
            message: string;
            /**
             * @description Always `not_ready`.
             * @constant
             */
            code: "not_ready";
            /** @description The request's id, as in the X-Request-Id header. */
            request_id: string;
            /** @description `ok` when no check fails. */
            status: components["schemas"]["HealthStatus"];
            /** @description The outcome of each check, by its name. */
            checks: components["schemas"]["Checks"];
            /** @description Numbers and messages behind the checks, by the check's name. */
            details?: components["schemas"]["Details"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    prepareTurn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": "Which units do I like?"
                 *     }
                 */
                "application/json": components["schemas"]["PrepareRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Turn"];
                };
            };
        };
    };
    verifyAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "You like metric units."
                 *     }
                 */
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyResult"];
                };
            };
        };
    };
    recordTurn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "turn_token": "the turn_token of /prepare",
                 *       "answer": "You like metric units."
                 *     }
                 */
                "application/json": components["schemas"]["RecordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    recallMemory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "Which units do I like?",
                 *       "limit": 5
                 *     }
                 */
                "application/json": components["schemas"]["RecallRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recall"];
                };
            };
        };
    };
    listMemory: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
                /**
                 * @description Only turns of this session.
                 * @example chat-7
                 */
                session?: string;
                /**
                 * @description Only what happened then or later: of a date, from its beginning on. Without an offset it is UTC, a date alone its midnight.
                 * @example 2026-01-31T09:30:00Z
                 */
                after?: string;
                /**
                 * @description Only what happened before: of a date, before it began. Without an offset it is UTC, a date alone its midnight.
                 * @example 2026-01-31T09:30:00Z
                 */
                before?: string;
                /**
                 * @description Only what holds every one of these words, in any of its forms; words like `the` are left out.
                 * @example dentist appointment
                 */
                q?: string;
                /**
                 * @description Only what has these fields. A JSON object: the value of each field is exact.
                 * @example {"topic":"travel"}
                 */
                metadata?: string;
                /** @description `true`: each entry has `detail`, what else is kept of it. */
                detail?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryList"];
                };
            };
        };
    };
    addMemory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": "I moved to Porto in May.",
                 *       "metadata": {
                 *         "topic": "travel",
                 *         "verified": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AddMemoryRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryDetail"];
                };
            };
        };
    };
    forgetBrain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgottenBrain"];
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a memory item or of a source. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryDetail"];
                };
            };
        };
    };
    forgetMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a memory item or of a source. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    changeMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a memory item or of a source. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": "I moved to Porto in June.",
                 *       "metadata": {
                 *         "topic": "travel"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMemoryRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryDetail"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
                /** @description The id where it is `.` or `..`, which no path can hold: the path says `-` then. */
                id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The session's `name`.
                 * @example chat-7
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTurns"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    answerMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcMessage"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule: its JSON, a field, a query parameter or a header. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpError"];
                };
            };
            /** @description There is no such core, lesson, memory, token, key or account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpError"];
                };
            };
            /** @description The client must accept application/json and text/event-stream. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpError"];
                };
            };
        };
    };
    listLessons: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
                /** @description `true`: the lessons that another one took the place of, for 30 days; `false`, the default: those that hold. */
                superseded?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonList"];
                };
            };
        };
    };
    addLesson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Always answer in metric units."
                 *     }
                 */
                "application/json": components["schemas"]["AddLessonRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
        };
    };
    removeLesson: {
        parameters: {
            query?: {
                /** @description `false`: a later learning pass may bring the same rule back; `true`, the default: none does. */
                forget?: boolean;
            };
            header?: never;
            path: {
                /** @description The lesson's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    rewordLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The lesson's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Always answer in metric units."
                 *     }
                 */
                "application/json": components["schemas"]["ChangeLessonRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
        };
    };
    prepareSynthesis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SynthesisPlan"];
                };
            };
        };
    };
    recordSynthesis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "synthesis_token": "the synthesis_token of the plan",
                 *       "lessons": [
                 *         {
                 *           "cluster_id": "the id of a cluster of the plan",
                 *           "text": "Always answer in metric units."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RecordSynthesisRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedSynthesis"];
                };
            };
        };
    };
    syncBrain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SyncRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Synced"];
                };
            };
        };
    };
    listCores: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreList"];
                };
            };
        };
    };
    createCore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "support-bot",
                 *       "name": "Support bot"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCoreRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Core"];
                };
            };
        };
    };
    getCore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The core's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Core"];
                };
            };
        };
    };
    deleteCore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The core's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCore"];
                };
            };
        };
    };
    changeCore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The core's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "context": "Answers are for customers of a bicycle shop."
                 *     }
                 */
                "application/json": components["schemas"]["ChangeCoreRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Core"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metrics"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "my agent",
                 *       "scope": "agent"
                 *     }
                 */
                "application/json": components["schemas"]["IssueKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "acme",
                 *       "plan": "pro"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAccountRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "pro"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeAccountRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listConstitutions: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConstitutionList"];
                };
            };
        };
    };
    getConstitution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The constitution's name; `.` and `..`, which no path can hold, are none. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Constitution"];
                };
            };
        };
    };
    putConstitution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The constitution's name; `.` and `..`, which no path can hold, are none. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "You are the assistant of a bicycle shop.",
                 *       "gates": [
                 *         {
                 *           "pattern": "credit card",
                 *           "reason": "Please do not send card numbers."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutConstitutionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Constitution"];
                };
            };
        };
    };
    deleteConstitution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The constitution's name; `.` and `..`, which no path can hold, are none. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    testConstitution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The constitution's name; `.` and `..`, which no path can hold, are none. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": "Here is my credit card.",
                 *       "answer": "Thank you."
                 *     }
                 */
                "application/json": components["schemas"]["TestConstitutionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedConstitution"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "retrieval_mode": "hybrid"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeSettingsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    resetSetting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The setting. */
                name: components["schemas"]["SettingName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
                /** @description Only users of this core, and what they have there. */
                core?: string;
                /**
                 * @description Only users whose id contains this text, without regard to the case of A to Z.
                 * @example ada
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description Only what the user has in this core. */
                core?: string;
                /** @description The id where it is `.` or `..`, which no path can hold: the path says `-` then. */
                id?: string;
            };
            header?: never;
            path: {
                /** @description The end user's id. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: {
                /** @description Only in this core. */
                core?: string;
                /** @description The id where it is `.` or `..`, which no path can hold: the path says `-` then. */
                id?: string;
            };
            header?: never;
            path: {
                /** @description The end user's id. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    exportMemory: {
        parameters: {
            query?: {
                /** @description Only this core. */
                core?: string;
                /** @description Only this end user, in every core or in the one named. */
                user?: string;
                /** @description `false` leaves the embeddings out: they are made again after the import. */
                embeddings?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    importMemory: {
        parameters: {
            query?: {
                /** @description Where the one brain of the file goes, or all of another program's file. */
                core?: string;
                /** @description Whose the one brain of the file becomes, or all of another program's file. */
                user?: string;
                /** @description What wrote the file; where a request names none, its content tells. */
                format?: components["schemas"]["ImportFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Most entries in the answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
        };
    };
    getAuditKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditKey"];
                };
            };
        };
    };
    checkAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheck"];
                };
            };
        };
    };
    checkReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receipt": {
                 *         "account": "default",
                 *         "user": "ada",
                 *         "core": null,
                 *         "audit_seq": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CheckReceiptRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptCheck"];
                };
            };
        };
    };
    getPrometheus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    getStatusHistory: {
        parameters: {
            query?: {
                /** @description How far back it goes, that under way included. */
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusHistory"];
                };
            };
        };
    };
    getDiagnosis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Diagnosis"];
                };
            };
        };
    };
    listBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupList"];
                };
            };
        };
    };
    makeBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backup"];
                };
            };
        };
    };
    getEmbedding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embedding"];
                };
            };
        };
    };
    getSignedIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "mk_live_…"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageSession"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The service cannot do this now: overloaded, not ready, or its disk is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unready"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The service cannot do this now: overloaded, not ready, or its disk is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unready"];
                };
            };
        };
    };
}

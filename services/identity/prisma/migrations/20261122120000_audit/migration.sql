CREATE TABLE "Outbox" (
    "id" BIGSERIAL NOT NULL,
    "messageId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Outbox_messageId_key" ON "Outbox"("messageId");
CREATE INDEX "Outbox_sentAt_id_idx" ON "Outbox"("sentAt", "id");

-- The audit log: each entry's hash is over the one before, so that a gap or a rewrite shows. What is searched by follows
-- from the entry itself and cannot disagree with it.
CREATE TABLE "AuditEntry" (
    "seq" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TEXT NOT NULL GENERATED ALWAYS AS ("body"::jsonb ->> 'at') STORED,
    "action" TEXT NOT NULL GENERATED ALWAYS AS ("body"::jsonb ->> 'action') STORED,
    "subjectId" TEXT NOT NULL GENERATED ALWAYS AS ("body"::jsonb -> 'subject' ->> 'id') STORED,
    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("seq")
);
CREATE UNIQUE INDEX "AuditEntry_id_key" ON "AuditEntry"("id");
CREATE INDEX "AuditEntry_subjectId_seq_idx" ON "AuditEntry"("subjectId", "seq");
CREATE INDEX "AuditEntry_action_seq_idx" ON "AuditEntry"("action", "seq");
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at");

-- Where the log ends: entries that are missing at its end show, too.
CREATE TABLE "AuditHead" (
    "only" BOOLEAN NOT NULL DEFAULT true CHECK ("only"),
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "AuditHead_pkey" PRIMARY KEY ("only")
);
INSERT INTO "AuditHead" ("seq", "hash") VALUES (0, repeat('0', 64));

CREATE FUNCTION "refuseAuditChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry"
    FOR EACH ROW EXECUTE FUNCTION "refuseAuditChange"();
CREATE TRIGGER "AuditEntry_not_emptied" BEFORE TRUNCATE ON "AuditEntry"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuseAuditChange"();

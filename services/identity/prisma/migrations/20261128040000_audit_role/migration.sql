-- Services add entries to the audit log and change nothing of it. The end of the log and its seal are moved by functions that
-- run as the owner of the tables, whose role the services do not have.
CREATE FUNCTION "lockAuditEnd"() RETURNS TABLE ("seq" BIGINT, "hash" TEXT)
LANGUAGE sql SECURITY DEFINER SET search_path = identity, pg_temp AS $$
    SELECT "AuditHead"."seq", "AuditHead"."hash" FROM "AuditHead" FOR UPDATE
$$;

CREATE FUNCTION "moveAuditEnd"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = identity, pg_temp AS $$
BEGIN
    UPDATE "AuditHead" SET "seq" = NEW."seq", "hash" = NEW."hash" WHERE "seq" = NEW."seq" - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the entry does not follow the last one of the audit log' USING ERRCODE = 'serialization_failure';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "AuditEntry_moves_end" AFTER INSERT ON "AuditEntry"
    FOR EACH ROW EXECUTE FUNCTION "moveAuditEnd"();

-- Once: a seal is never replaced.
CREATE FUNCTION "sealAudit"("atSeq" BIGINT, "atHash" TEXT, "byMac" TEXT) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = identity, pg_temp AS $$
BEGIN
    UPDATE "AuditSeal" SET "seq" = "atSeq", "hash" = "atHash", "mac" = "byMac" WHERE "mac" IS NULL;
    RETURN FOUND;
END $$;

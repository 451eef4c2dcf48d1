-- Where the part of the audit log begins that is hashed with a key outside the database. The service fills it at its first
-- start with a key; entries up to there keep the hashes that they have.
CREATE TABLE "AuditSeal" (
    "only" BOOLEAN NOT NULL DEFAULT true CHECK ("only"),
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT,
    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("only")
);
INSERT INTO "AuditSeal" ("seq", "hash") SELECT "seq", "hash" FROM "AuditHead";

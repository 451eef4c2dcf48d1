CREATE TABLE "Token" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "permissions" TEXT[],
    "idempotencyKey" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Token_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Token_secretHash_key" ON "Token"("secretHash");
CREATE UNIQUE INDEX "Token_idempotencyKey_key" ON "Token"("idempotencyKey");

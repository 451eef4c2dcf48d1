-- Who drives the robots. What an earlier leader still writes into the journal is refused by the term.
CREATE TABLE "Leader" (
    "name" TEXT NOT NULL,
    "leaderId" TEXT,
    "term" BIGINT NOT NULL,
    CONSTRAINT "Leader_pkey" PRIMARY KEY ("name")
);

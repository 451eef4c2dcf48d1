-- Users who sign in at an OpenID provider: the provider's subject is theirs for good, its names are not.
CREATE TABLE "ExternalAccount" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "userID" TEXT NOT NULL,
    CONSTRAINT "ExternalAccount_pkey" PRIMARY KEY ("issuer", "subject")
);
CREATE UNIQUE INDEX "ExternalAccount_userID_key" ON "ExternalAccount" ("userID");

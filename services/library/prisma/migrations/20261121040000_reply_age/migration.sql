-- Old replies are found to be forgotten.
CREATE INDEX "Reply_createdAt_idx" ON "Reply"("createdAt");

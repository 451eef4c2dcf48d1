-- Which routine each robot has loaded, and in which version: a restart loads it again. No row: none.
CREATE TABLE "LoadedRoutine" (
    "robotKind" TEXT NOT NULL,
    "routineId" TEXT NOT NULL,
    "routineVersion" INTEGER NOT NULL,

    CONSTRAINT "LoadedRoutine_pkey" PRIMARY KEY ("robotKind")
);

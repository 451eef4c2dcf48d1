-- Why no client may command a robot, as long as a software update is installed: at most one row.
CREATE TABLE "PlayHold" (
    "name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "PlayHold_pkey" PRIMARY KEY ("name")
);

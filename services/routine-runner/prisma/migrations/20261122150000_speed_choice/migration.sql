-- How fast and how hard each robot moves: the whole speed profile, so that a restart makes nothing faster. No row: the default.
CREATE TABLE "SpeedChoice" (
    "robotKind" TEXT NOT NULL,
    "document" JSONB NOT NULL,

    CONSTRAINT "SpeedChoice_pkey" PRIMARY KEY ("robotKind")
);

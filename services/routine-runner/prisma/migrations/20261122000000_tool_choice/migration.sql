-- Which device is the tool on each robot's flange; null for a bare one. No row: nobody has chosen yet.
CREATE TABLE "ToolChoice" (
    "robotKind" TEXT NOT NULL,
    "equipmentId" TEXT,

    CONSTRAINT "ToolChoice_pkey" PRIMARY KEY ("robotKind")
);

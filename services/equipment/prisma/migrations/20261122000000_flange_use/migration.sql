-- The device that is the tool on a robot's flange; a bare flange has no row.
CREATE TABLE "FlangeUse" (
    "robotKind" TEXT NOT NULL,
    "equipmentId" TEXT NOT NULL,

    CONSTRAINT "FlangeUse_pkey" PRIMARY KEY ("robotKind")
);

CREATE INDEX "FlangeUse_equipmentId_idx" ON "FlangeUse"("equipmentId");

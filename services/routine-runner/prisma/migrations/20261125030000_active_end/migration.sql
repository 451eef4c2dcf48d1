-- Of a changer, the end whose tool works, counted from 1.
ALTER TABLE "ToolChoice" ADD COLUMN "activeEnd" INTEGER NOT NULL DEFAULT 1;

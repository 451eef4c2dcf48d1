-- Facts on their way to the hub of the fleet, as JSON. The oldest are dropped while the hub is away for too long.
CREATE TABLE "FleetFact" (
    "id" BIGSERIAL NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "FleetFact_pkey" PRIMARY KEY ("id")
);

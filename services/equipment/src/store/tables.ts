/** The tables that `prisma/migrations` makes, with the types of their columns; a test compares the two. */
import type { EntityTables } from '@cellwright/service-kit/entities';

/** Commands to devices by idempotency key: the row is there before anything is sent, the result after. */
export interface CommandTable {
  key: string;
  /** Tells whether the key comes back with the same command. */
  fingerprint: string;
  result: string | null;
  createdAt: Date;
}

/** Which device hangs on which robot's flange: such a one is not removed. */
export interface FlangeUseTable {
  robotKind: string;
  equipmentId: string;
}

/** Beside the tables of entities: device records are such; commands and what hangs on flanges are not. */
export type OwnTables = {
  Command: CommandTable;
  FlangeUse: FlangeUseTable;
};

/** All tables of the service. */
export type Tables = EntityTables & OwnTables;

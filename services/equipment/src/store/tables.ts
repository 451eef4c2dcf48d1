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

/** Device records are entities; commands and what hangs on flanges have tables of their own. */
export interface Tables extends EntityTables {
  Command: CommandTable;
  FlangeUse: FlangeUseTable;
}

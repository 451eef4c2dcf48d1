/** The tables that `prisma/migrations` creates, with the types of their columns; a test compares the two. */
import type { EntityTables } from '@cellwright/service-kit/entities';

/**
 * Commands to devices by idempotency key: the row is inserted before anything is sent, the result is added afterwards.
 */
export interface CommandTable {
  key: string;
  /** Identifies the command of the key. */
  fingerprint: string;
  result: string | null;
  createdAt: Date;
}

/** Device on the flange of each robot; it cannot be removed. */
export interface FlangeUseTable {
  robotKind: string;
  equipmentId: string;
}

/** Tables besides those of entities: device records are entities; commands and flange uses are not. */
export type OwnTables = {
  Command: CommandTable;
  FlangeUse: FlangeUseTable;
};

/** All tables of the service. */
export type Tables = EntityTables & OwnTables;

import type pg from 'pg';
import { nameTable } from './dump.ts';

interface Table {
  readonly schema: string;
  readonly table: string;
}

/**
 * Rows that a restore does not bring back: access and the record of acts are those of now, or an old backup would undo a
 * revocation and remove the entries about what its owner did since.
 */
export interface RestoreRules {
  /** Groups of tables that stay as they are if the first of them has rows. */
  readonly kept: readonly (readonly [Table, ...Table[]])[];
  /** Tables that are empty afterwards. */
  readonly emptied: readonly Table[];
  readonly live: readonly LiveRows[];
}

/** Rows of which only those come back that count now. */
export interface LiveRows {
  /** Query of their ids as `id`, before the restore. */
  readonly ids: string;
  /** Statements that remove all others, which have the ids as $1. */
  readonly removals: readonly string[];
}

export const noRules: RestoreRules = { kept: [], emptied: [], live: [] };

export interface AppliedRules {
  /** Returns true for a table whose rows in the dump are left out. */
  skips(name: string): boolean;
  /** Removes rows that must not come back. */
  finish(): Promise<void>;
}

/** Begins to apply rules in the transaction of a restore, before tables are emptied. */
export async function applyRules(client: pg.Client, { kept, emptied, live }: RestoreRules): Promise<AppliedRules> {
  const skipped = new Set(emptied.map(nameTable));
  for (const group of kept) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${nameTable(group[0])} LIMIT 1`);
    if (rowCount) for (const each of group) skipped.add(nameTable(each));
  }
  const removals: { readonly statement: string; readonly ids: readonly string[] }[] = [];
  for (const each of live) {
    const { rows } = await client.query<{ id: string }>(each.ids);
    const ids = rows.map(({ id }) => id);
    removals.push(...each.removals.map((statement) => ({ statement, ids })));
  }
  return {
    skips: (name) => skipped.has(name),
    async finish() {
      for (const { statement, ids } of removals) await client.query(statement, [ids]);
    },
  };
}

/** Returns the names of the tables that a restore empties first. */
export function namesOfEmptied(rules: RestoreRules, applied: AppliedRules, names: readonly string[]): string[] {
  const emptied = new Set(rules.emptied.map(nameTable));
  return names.filter((name) => emptied.has(name) || !applied.skips(name));
}

import type { ChainedEntry } from '@cellwright/domain/cell';
import {
  type ChainCheck,
  type ChainLink,
  type ChainPlace,
  checkEnd,
  checkLinks,
  checkSeal,
  hashWithKey,
  type Seal,
} from './audit-chain.ts';

/** Search criteria for the log; all given ones must match. */
export interface AuditQuery {
  readonly subjectID?: string | undefined;
  /** An action, or a prefix: 'runner.'. */
  readonly action?: string | undefined;
  /** ISO 8601; `since` is inclusive and `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Entries below this seq: the page after one that ended there. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface AuditStore {
  /** Lists entries, newest first. */
  list(query: AuditQuery): Promise<ChainedEntry[]>;
  head(): Promise<ChainPlace>;
  seal(): Promise<Seal | undefined>;
  /** Returns entries after a seq up to another, in order. */
  read(afterSeq: number, toSeq: number): Promise<ChainLink[]>;
}

export interface AuditCheck extends ChainCheck {
  /** True if nothing is left to check. */
  readonly isEnd: boolean;
  /** The last entry written before the log had a key; 0 if there is none. */
  readonly withoutKeyTo: number;
}

/** Number of entries per check. */
const linksPerCheck = 2000;

/** Creates the reader of the audit log, which checks its chain with the key, a part at a time. */
export function createAuditLog(store: AuditStore, key: string) {
  const withKey = hashWithKey(key);
  return {
    list: (query: AuditQuery) => store.list(query),
    /** Checks the entries after a valid place; `isEnd` when nothing is left. */
    async verify(after: ChainPlace): Promise<AuditCheck> {
      const seal = await store.seal();
      const sealProblem = checkSeal(key, seal);
      if (!seal || sealProblem !== null)
        return { place: after, checked: 0, problem: sealProblem, isEnd: true, withoutKeyTo: 0 };
      const withoutKeyTo = seal.seq;
      // Read before the entries: later ones are for the next check.
      const head = await store.head();
      const toSeq = Math.min(head.seq, after.seq + linksPerCheck);
      const check = checkLinks({ after, seal, withKey }, await store.read(after.seq, toSeq), toSeq);
      const isEnd = check.place.seq >= head.seq;
      if (check.problem !== null || !isEnd) return { ...check, isEnd, withoutKeyTo };
      return { ...check, isEnd, withoutKeyTo, problem: checkEnd(check.place, head) };
    },
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;

import { createHash } from 'node:crypto';

/** What the first entry follows. */
export const genesisHash = '0'.repeat(64);

/** A place in the chain. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

/** An entry as it is stored: its JSON text, exactly as it was hashed. */
export interface ChainLink extends ChainPlace {
  readonly body: string;
}

/** The hash of an entry: over the hash before it, its seq and its text. */
export function hashLink(previousHash: string, seq: number, body: string): string {
  return createHash('sha256').update(`${previousHash}\n${seq}\n${body}`).digest('hex');
}

export interface ChainCheck {
  /** The last place that is good. */
  readonly place: ChainPlace;
  readonly checked: number;
  /** The first break, in a sentence; null when there is none so far. */
  readonly problem: string | null;
}

/**
 * Checks entries that follow a place, in the order of their seqs.
 * @param endsAt the seq at which these entries have to end.
 */
export function checkLinks(after: ChainPlace, links: readonly ChainLink[], endsAt: number): ChainCheck {
  let place = after;
  for (const [checked, { seq, hash, body }] of links.entries()) {
    if (seq !== place.seq + 1) return { place, checked, problem: describeGap(place.seq + 1, seq - 1) };
    if (hash !== hashLink(place.hash, seq, body)) {
      return { place, checked, problem: `Entry ${seq} was rewritten, or one before it was` };
    }
    place = { seq, hash };
  }
  const problem = place.seq < endsAt ? describeGap(place.seq + 1, endsAt) : null;
  return { place, checked: links.length, problem };
}

/** Compares the end of the log with where it is known to end. */
export function checkEnd(place: ChainPlace, head: ChainPlace): string | null {
  return place.hash === head.hash ? null : `Entry ${place.seq} is not the one that the log ended with`;
}

function describeGap(first: number, last: number): string {
  return first === last ? `Entry ${first} is missing` : `Entries ${first} to ${last} are missing`;
}

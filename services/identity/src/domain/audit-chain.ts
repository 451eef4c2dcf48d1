import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

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

/** Returns the hash of an entry, over the hash before it, its seq and its text. */
export type HashLink = (previousHash: string, seq: number, body: string) => string;

const textOf = (previousHash: string, seq: number, body: string) => `${previousHash}\n${seq}\n${body}`;

/** Hashes entries of a log that had no key yet. */
export const hashWithoutKey: HashLink = (previousHash, seq, body) =>
  createHash('sha256')
    .update(textOf(previousHash, seq, body))
    .digest('hex');

/** Hashes entries with a key that the database does not hold: the database alone cannot make an entry that fits. */
export function hashWithKey(key: string): HashLink {
  return (previousHash, seq, body) =>
    createHmac('sha256', key)
      .update(textOf(previousHash, seq, body))
      .digest('hex');
}

/** The end of the entries that were written before the log had a key; at seq 0 in a log that always had one. */
export interface Seal extends ChainPlace {
  /** Null until the key is first used. */
  readonly mac: string | null;
}

/** Returns the proof that the key's owner saw the log end at this place. */
export function macOfSeal(key: string, { seq, hash }: ChainPlace): string {
  return createHmac('sha256', key).update(`seal\n${seq}\n${hash}`).digest('hex');
}

/** Returns the problem with a seal, in a sentence; null if it was made with this key. */
export function checkSeal(key: string, seal: Seal | undefined): string | null {
  const expected = Buffer.from(seal ? macOfSeal(key, seal) : '');
  const given = Buffer.from(seal?.mac ?? '');
  if (given.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)) return null;
  return 'The log was not begun with this audit key: the key was replaced, or the log was';
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
export function checkLinks(
  { after, seal, withKey }: { readonly after: ChainPlace; readonly seal: ChainPlace; readonly withKey: HashLink },
  links: readonly ChainLink[],
  endsAt: number,
): ChainCheck {
  let place = after;
  for (const [checked, { seq, hash, body }] of links.entries()) {
    if (seq !== place.seq + 1) return { place, checked, problem: describeGap(place.seq + 1, seq - 1) };
    const hashLink = seq > seal.seq ? withKey : hashWithoutKey;
    const isSealed = seq !== seal.seq || hash === seal.hash;
    if (!isSealed || hash !== hashLink(place.hash, seq, body)) {
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

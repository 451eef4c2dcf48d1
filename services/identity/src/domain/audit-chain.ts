import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Hash before the first entry. */
export const genesisHash = '0'.repeat(64);

/** A position in the chain. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

/** An entry as stored: its JSON text, exactly as hashed. */
export interface ChainLink extends ChainPlace {
  readonly body: string;
}

/** Returns the hash of an entry, over the previous hash, its seq and its text. */
export type HashLink = (previousHash: string, seq: number, body: string) => string;

const textOf = (previousHash: string, seq: number, body: string) => `${previousHash}\n${seq}\n${body}`;

/** Hashes entries of a log without a key. */
export const hashWithoutKey: HashLink = (previousHash, seq, body) =>
  createHash('sha256')
    .update(textOf(previousHash, seq, body))
    .digest('hex');

/**
 * Creates a hash with a key that is not in the database, so that access to the database is not sufficient to create a
 * valid entry.
 */
export function hashWithKey(key: string): HashLink {
  return (previousHash, seq, body) =>
    createHmac('sha256', key)
      .update(textOf(previousHash, seq, body))
      .digest('hex');
}

/** End of the entries written before the log had a key; at seq 0 if it always had one. */
export interface Seal extends ChainPlace {
  /** Null until the key is first used. */
  readonly mac: string | null;
}

/** Returns the proof that the key's owner confirmed the end of the log at this place. */
export function macOfSeal(key: string, { seq, hash }: ChainPlace): string {
  return createHmac('sha256', key).update(`seal\n${seq}\n${hash}`).digest('hex');
}

/** Returns the problem of a seal in a sentence; null if it was created with this key. */
export function checkSeal(key: string, seal: Seal | undefined): string | null {
  const expected = Buffer.from(seal ? macOfSeal(key, seal) : '');
  const given = Buffer.from(seal?.mac ?? '');
  if (given.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)) return null;
  return 'The log does not start with this audit key: the key or the log was replaced';
}

export interface ChainCheck {
  /** The last valid place. */
  readonly place: ChainPlace;
  readonly checked: number;
  /** The first break, in a sentence; null if there is none so far. */
  readonly problem: string | null;
}

/**
 * Checks entries after a place, in the order of their seqs.
 * @param endsAt the seq at which these entries must end.
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

/** Compares the end of the log with its known end. */
export function checkEnd(place: ChainPlace, head: ChainPlace): string | null {
  return place.hash === head.hash ? null : `Entry ${place.seq} does not match the end of the log`;
}

function describeGap(first: number, last: number): string {
  return first === last ? `Entry ${first} is missing` : `Entries ${first} to ${last} are missing`;
}

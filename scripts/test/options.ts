import { parseSlice } from '@cellwright/testkit/exhaustive';

/** Options of `npm test`. */
export interface GateOptions {
  /** Parts of paths; empty runs every file. */
  readonly filters: readonly string[];
  /** Runs only what the changes since this commit can affect. */
  readonly changedSince: string | undefined;
  /** Runs the exhaustive tests in full instead. */
  readonly isExhaustive: boolean;
  /** Part of the exhaustive tests, as `3/10`. */
  readonly slice: string | undefined;
  /** Runs only the attacks that docs/security.md names, in full. */
  readonly isSecurity: boolean;
}

/** Parses the command line of `npm test` and `npm run test:exhaustive`. Throws with a sentence for the user. */
export function parseOptions(args: readonly string[]): GateOptions {
  const filters: string[] = [];
  let changedSince: string | undefined;
  let slice: string | undefined;
  let isExhaustive = false;
  let isSecurity = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--exhaustive') isExhaustive = true;
    else if (arg === '--security') isSecurity = true;
    else if (arg === '--changed') changedSince = rest[0] && !rest[0].startsWith('-') ? rest.shift() : 'HEAD';
    else if (arg.startsWith('--changed=')) changedSince = arg.slice('--changed='.length);
    else if (arg === '--slice') slice = rest.shift() ?? '';
    else if (arg.startsWith('--slice=')) slice = arg.slice('--slice='.length);
    else if (arg.startsWith('-')) throw new Error(`npm test does not know ${arg}. See docs/testing.md.`);
    else filters.push(arg);
  }
  if (slice !== undefined && !parseSlice(slice)) throw new Error('Set a slice, for example --slice 3/10.');
  if (slice !== undefined && !isExhaustive) {
    throw new Error('--slice is for exhaustive tests: npm run test:exhaustive -- --slice 3/10');
  }
  if (isSecurity && !isExhaustive)
    throw new Error('--security is for exhaustive tests: npm run test:exhaustive -- --security');
  return { filters, changedSince, isExhaustive, slice, isSecurity };
}

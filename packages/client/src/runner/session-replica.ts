import { KeyCounts } from '@cellwright/domain/basics';
import { createStateReplica, type PatchOutcome, type RobotSessionState, unescapePointer } from '@cellwright/domain/run';
import type { StatePatch, StateSnapshot } from '@cellwright/domain/runner-socket';
import { forkPaged, toPaged } from './paged-record.ts';

/** Number of keys from which objects are kept in pages: copying one with each patch would take milliseconds. */
const pagedFrom = 256;

/**
 * A copy of a robot session's state that never changes returned objects: parts that a patch does not change stay the
 * same objects.
 */
export interface SessionReplica {
  /** Undefined before the first snapshot, and from a patch that did not fit until the next snapshot. */
  readonly state: RobotSessionState | undefined;
  clear(): void;
  /** Applies a snapshot. Returns false when the current state is newer. */
  reset(snapshot: Pick<StateSnapshot, 'seq' | 'hash' | 'state'>): boolean;
  apply(patch: Pick<StatePatch, 'seq' | 'hash' | 'patch'>): PatchOutcome;
}

export function createSessionReplica(): SessionReplica {
  const counts = new KeyCounts();
  const replica = createStateReplica(counts);
  return {
    get state() {
      // Sound: it came from a parsed snapshot, changed by patches whose hash matched.
      return replica.state as RobotSessionState | undefined;
    },
    clear: () => replica.clear(),
    reset(snapshot) {
      // An answer to a repeated request may arrive after newer patches.
      if (replica.state !== undefined && snapshot.seq < replica.seq) return false;
      replica.reset(snapshot);
      return true;
    },
    apply(patch) {
      const { seq, hash, state } = replica;
      if (state !== undefined && patch.seq === seq + 1) {
        replica.reset({ seq, hash, state: copyAlong(state, patch.patch, counts) });
      }
      return replica.apply(patch);
    },
  };
}

/** Copies the objects and lists along the path of each operation, so that they may be changed in place. */
function copyAlong(state: unknown, patch: StatePatch['patch'], counts: KeyCounts): unknown {
  const root = copyShallow(state, counts);
  const copied = new Set([root]);
  for (const { path } of patch) {
    let parent = root;
    for (const part of path.split('/').slice(1, -1).map(unescapePointer)) {
      if (!isContainer(parent) || !Object.hasOwn(parent, part)) break;
      const child: unknown = Reflect.get(parent, part);
      if (!isContainer(child)) break;
      if (copied.has(child)) parent = child;
      else {
        const copy: unknown = copyShallow(child, counts);
        copied.add(copy);
        Object.defineProperty(parent, part, { value: copy, writable: true, enumerable: true, configurable: true });
        parent = copy;
      }
    }
  }
  return root;
}

function copyShallow(value: unknown, counts: KeyCounts): unknown {
  if (Array.isArray(value)) return [...value];
  if (!isContainer(value)) return value;
  const copy = forkPaged(value) ?? (counts.of(value) < pagedFrom ? { ...value } : toPaged(value));
  counts.copy(value, copy);
  return copy;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

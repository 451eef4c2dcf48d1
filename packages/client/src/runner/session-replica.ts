import {
  createStateReplica,
  type PatchOutcome,
  type RobotSessionState,
  type StatePatch,
  type StateSnapshot,
  unescapePointer,
} from '@cellwright/domain';

/** A copy of a robot session's state that never changes what it handed out: parts that a patch left alone stay the same objects. */
export interface SessionReplica {
  /** Undefined until the first snapshot, and from a patch that did not fit to the next one. */
  readonly state: RobotSessionState | undefined;
  clear(): void;
  /** False when what is held is newer. */
  reset(snapshot: Pick<StateSnapshot, 'seq' | 'hash' | 'state'>): boolean;
  apply(patch: Pick<StatePatch, 'seq' | 'hash' | 'patch'>): PatchOutcome;
}

export function createSessionReplica(): SessionReplica {
  const replica = createStateReplica();
  return {
    get state() {
      // Sound: it came from a parsed snapshot, changed by patches whose hash was right.
      return replica.state as RobotSessionState | undefined;
    },
    clear: () => replica.clear(),
    reset(snapshot) {
      // An answer to a repeated question may come after patches that are newer than it.
      if (replica.state !== undefined && snapshot.seq < replica.seq) return false;
      replica.reset(snapshot);
      return true;
    },
    apply(patch) {
      const { seq, hash, state } = replica;
      if (state !== undefined && patch.seq === seq + 1) {
        replica.reset({ seq, hash, state: copyAlong(state, patch.patch) });
      }
      return replica.apply(patch);
    },
  };
}

/** The state with the objects and lists on the way to each operation copied, so that it may be changed in place. */
function copyAlong(state: unknown, patch: StatePatch['patch']): unknown {
  const root = shallowCopy(state);
  const copied = new Set([root]);
  for (const { path } of patch) {
    let parent = root;
    for (const part of path.split('/').slice(1, -1).map(unescapePointer)) {
      if (!isContainer(parent) || !Object.hasOwn(parent, part)) break;
      const child: unknown = Reflect.get(parent, part);
      if (!isContainer(child)) break;
      const copy: unknown = copied.has(child) ? child : shallowCopy(child);
      copied.add(copy);
      Object.defineProperty(parent, part, { value: copy, writable: true, enumerable: true, configurable: true });
      parent = copy;
    }
  }
  return root;
}

function shallowCopy(value: unknown): unknown {
  if (Array.isArray(value)) return [...value];
  return isContainer(value) ? { ...value } : value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

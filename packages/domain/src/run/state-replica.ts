import { KeyCounts } from '../basics/key-counts.ts';
import { hashState, type PatchOperation, unescapePointer } from './state-sync.ts';

type Container = Record<string, unknown> | unknown[];

/** Result of a patch: applied, older than the current state, or not fitting (request a snapshot). */
export type PatchOutcome = 'applied' | 'stale' | 'mismatch';

export interface StateReplica {
  readonly seq: number;
  readonly hash: number;
  /** Undefined until the first snapshot, and after a mismatch. */
  readonly state: unknown;
  /** Empties the replica, like a patch that does not fit. */
  clear(): void;
  reset(snapshot: { readonly seq: number; readonly hash: number; readonly state: unknown }): void;
  apply(patch: {
    readonly seq: number;
    readonly hash: number;
    readonly patch: readonly PatchOperation[];
  }): PatchOutcome;
}

/**
 * A client's copy of a state that is sent as a snapshot and then as patches. The sequence number of each patch must
 * follow the last one, and the result must have the patch's hash; otherwise the replica is emptied, and its owner
 * requests a snapshot. The state object is changed in place. The cost of a patch depends on its size, not on that of
 * the state.
 */
export function createStateReplica(counts = new KeyCounts()): StateReplica {
  let held: { seq: number; hash: number; state: unknown } | undefined;
  return {
    get seq() {
      return held?.seq ?? 0;
    },
    get hash() {
      return held?.hash ?? 0;
    },
    get state() {
      return held?.state;
    },
    clear() {
      held = undefined;
    },
    reset({ seq, hash, state }) {
      held = { seq, hash, state };
    },
    apply({ seq, hash, patch }) {
      if (held && seq <= held.seq) return 'stale';
      const target = held;
      held = undefined;
      if (!target || seq !== target.seq + 1) return 'mismatch';
      for (const operation of patch) {
        if (!applyOperation(target, operation, counts)) return 'mismatch';
      }
      if (target.hash !== hash) return 'mismatch';
      held = { ...target, seq };
      return 'applied';
    },
  };
}

/**
 * Applies one operation in place and updates the hash by the removed and the added values. Returns false if the path
 * does not exist. Pass the same `counts` for all operations on a state, so that no container is listed more than once.
 */
export function applyOperation(
  target: { hash: number; state: unknown },
  operation: PatchOperation,
  counts = new KeyCounts(),
): boolean {
  const parts = operation.path.split('/').slice(1).map(unescapePointer);
  const key = parts.pop();
  if (key === undefined) {
    if (operation.op === 'remove') return false;
    target.state = operation.value;
    target.hash = hashState(target.state);
    return true;
  }
  const parent = findContainer(target.state, parts);
  if (!parent) return false;
  const isWhole = changesWhole(parent, key, operation, counts);
  const pointer = isWhole ? operation.path.slice(0, operation.path.lastIndexOf('/')) : operation.path;
  const subject = () => (isWhole ? parent : ownValue(parent, key));
  const before = hashState(subject(), pointer);
  if (!change(parent, key, operation, counts)) return false;
  target.hash = (target.hash - before + hashState(subject(), pointer)) >>> 0;
  return true;
}

/**
 * True if an operation changes the hash of more than its own value: elements move when a list grows or shrinks before
 * its end, and an empty container is a leaf itself.
 */
function changesWhole(parent: Container, key: string, { op }: PatchOperation, counts: KeyCounts): boolean {
  if (Array.isArray(parent)) {
    if (String(Number(key)) !== key) return true;
    if (op === 'replace') return false;
    const isAtEnd = Number(key) === (op === 'add' ? parent.length : parent.length - 1);
    return !isAtEnd || parent.length < 2;
  }
  const hasKey = Object.hasOwn(parent, key);
  if (op === 'add') return !hasKey && counts.of(parent) === 0;
  return op === 'remove' && hasKey && counts.of(parent) === 1;
}

function findContainer(root: unknown, parts: readonly string[]): Container | undefined {
  let current: unknown = root;
  for (const part of parts) {
    if (!isContainer(current)) return undefined;
    current = ownValue(current, part);
  }
  return isContainer(current) ? current : undefined;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function ownValue(container: Container, key: string): unknown {
  return Object.getOwnPropertyDescriptor(container, key)?.value;
}

function change(parent: Container, key: string, operation: PatchOperation, counts: KeyCounts): boolean {
  if (Array.isArray(parent)) return changeList(parent, key, operation);
  const hasKey = Object.hasOwn(parent, key);
  if (operation.op !== 'add' && !hasKey) return false;
  if (operation.op === 'remove') {
    counts.change(parent, -1);
    return Reflect.deleteProperty(parent, key);
  }
  if (!hasKey) counts.change(parent, 1);
  // Plain assignment would set the prototype for the key `__proto__`.
  Object.defineProperty(parent, key, { value: operation.value, writable: true, enumerable: true, configurable: true });
  return true;
}

function changeList(list: unknown[], key: string, operation: PatchOperation): boolean {
  const index = key === '-' ? list.length : Number(key);
  const last = operation.op === 'add' ? list.length : list.length - 1;
  if (!Number.isInteger(index) || index < 0 || index > last) return false;
  if (operation.op === 'add') list.splice(index, 0, operation.value);
  else if (operation.op === 'remove') list.splice(index, 1);
  else list[index] = operation.value;
  return true;
}

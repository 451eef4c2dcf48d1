import { type Contact, createRandom, type NamedPair, type Random } from '@cellwright/collision';
import { type Budget, Meter, type Watch } from './budget.ts';
import { findJointOutside, type SearchSpace } from './search-space.ts';
import type { StateChecker } from './state-checker.ts';

export interface RecoveryOptions extends Watch {
  readonly seed?: number;
  readonly budget?: Budget;
}

export type RecoveryResult =
  /** Every step reduces the contact. Drive it slowly: the arm touches something until the end. */
  | {
      readonly kind: 'planned';
      readonly path: readonly Float64Array[];
      readonly contacts: readonly Contact[];
    }
  /** There is no contact to recover from. */
  | { readonly kind: 'alreadyClear' }
  | { readonly kind: 'invalidRequest'; readonly message: string }
  /** No small move reduces the contact without causing another: the blocking pairs. */
  | { readonly kind: 'stuck'; readonly pairs: readonly NamedPair[] }
  | { readonly kind: 'cancelled' };

const defaultBudget: Budget = { checks: 100_000, milliseconds: 5_000 };
/** Maximum step between two contact checks, rad; and the minimum step before another direction is tried. */
const longestStep = 0.02;
const shortestStep = 0.0005;
const probeAngle = 1e-4;
const directionsTried = 24;
const longestPath = 2_000;
/** Maximum increase of a contact's depth in one step, metres: less than the accuracy of clearance. */
const tolerance = 1e-6;

function nameOf({ pair }: Contact): string {
  return `${pair.link}\n${pair.other}`;
}

/** Returns the total depth of all contacts, metres. */
function measureDepth(contacts: readonly Contact[]): number {
  return contacts.reduce((sum, { clearance }) => sum + Math.max(0, -clearance) + 1e-4, 0);
}

/**
 * Plans a recovery from contact, straight in joint space between waypoints: each step reduces the total contact,
 * increases no single one and causes no new one. It ends without contact.
 */
export function planRecovery(
  checker: StateChecker,
  start: ArrayLike<number>,
  space: SearchSpace,
  options: RecoveryOptions = {},
): RecoveryResult {
  let q: Float64Array = Float64Array.from(start);
  if (q.length !== checker.dof || !q.every(Number.isFinite)) {
    return { kind: 'invalidRequest', message: `A configuration needs ${checker.dof} finite joint angles` };
  }
  const meter = new Meter(options.budget ?? defaultBudget, options, checker);
  const random = createRandom(options.seed ?? 1);
  const contacts = checker.listContacts(q);
  if (contacts.length === 0) return { kind: 'alreadyClear' };
  const path = [q];
  for (let held = contacts; held.length > 0; held = checker.listContacts(q)) {
    const next = meter.isSpent || path.length > longestPath ? undefined : findStep(checker, space, q, held, random);
    if (meter.isCancelled) return { kind: 'cancelled' };
    if (next === undefined) return { kind: 'stuck', pairs: held.map(({ pair }) => pair) };
    path.push(next);
    q = next;
  }
  return { kind: 'planned', path, contacts };
}

/** Returns the first useful step: along the gradient of depth, else in random directions. */
function findStep(
  checker: StateChecker,
  space: SearchSpace,
  q: Float64Array,
  contacts: readonly Contact[],
  random: Random,
): Float64Array | undefined {
  for (let attempt = 0; attempt < directionsTried; attempt += 1) {
    const direction = attempt === 0 ? findDescent(checker, q, contacts) : q.map(() => random.next() - 0.5);
    const norm = Math.hypot(...direction);
    if (norm < 1e-12) continue;
    for (let step = longestStep; step >= shortestStep; step /= 2) {
      const next = q.map((angle, axis) => angle + ((direction[axis] ?? 0) / norm) * step);
      if (helps(checker, space, q, next, contacts)) return next;
    }
  }
  return undefined;
}

/** Returns the negative gradient of depth, by differences. */
function findDescent(checker: StateChecker, q: Float64Array, contacts: readonly Contact[]): Float64Array {
  const depth = measureDepth(contacts);
  return q.map((angle, axis) => {
    const probe = q.slice();
    probe[axis] = angle + probeAngle;
    return depth - measureDepth(checker.listContacts(probe));
  });
}

/** True if total contact decreases at the end and at the middle of the step, no contact increases and none is new. */
function helps(
  checker: StateChecker,
  space: SearchSpace,
  from: Float64Array,
  to: Float64Array,
  contacts: readonly Contact[],
): boolean {
  const leaves = findJointOutside(space, to);
  if (leaves >= 0 && findJointOutside(space, from) < 0) return false;
  const middle = from.map((angle, axis) => (angle + (to[axis] ?? 0)) / 2);
  const before = new Map(contacts.map((contact) => [nameOf(contact), contact.clearance]));
  const depth = measureDepth(contacts);
  return [middle, to].every((q) => {
    const found = checker.listContacts(q);
    const isNoWorse = found.every(
      (contact) => contact.clearance > (before.get(nameOf(contact)) ?? Number.POSITIVE_INFINITY) - tolerance,
    );
    return isNoWorse && measureDepth(found) < depth;
  });
}

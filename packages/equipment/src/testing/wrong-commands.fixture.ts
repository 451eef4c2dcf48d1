/** Deliberately faulty drivers for any capability: conformance must detect every one of them. */
import { type CommandedCapabilityName, commandedCapabilities } from '../capabilities/index.ts';
import type { Between } from '../conformance/rig.ts';

/** A driver that misinterprets its commands. The mistake is made in place, in a copy. */
export interface WrongDriver {
  readonly title: string;
  mistake(command: object): void;
}

/** Result of a mistake in a value. */
interface Change {
  readonly title: string;
  of(value: unknown): unknown;
}

const changes: readonly Change[] = [
  { title: 'drops', of: (value) => (typeof value === 'number' ? 0 : value) },
  { title: 'scales', of: (value) => (typeof value === 'number' ? value * 0.9 : value) },
  { title: 'takes as given', of: (value) => (typeof value === 'boolean' ? true : value) },
  { title: 'takes as not given', of: (value) => (typeof value === 'boolean' ? false : value) },
];

/** Values that are words, each with another valid one. */
const words: Readonly<Partial<Record<CommandedCapabilityName, readonly [key: string, to: string][]>>> = {
  actions: [
    ['action', 'a1'],
    ['action', 'a3'],
  ],
  door: [
    ['action', 'open'],
    ['action', 'close'],
  ],
  workholding: [
    ['action', 'clamp'],
    ['action', 'unclamp'],
  ],
  screwdriver: [
    ['action', 'TIGHTEN'],
    ['action', 'LOOSEN'],
    ['action', 'MOVE_SHANK'],
  ],
  registers: [
    ['register', 'Start'],
    ['register', 'Speed'],
  ],
  gripper: [
    ['control', 'move'],
    ['control', 'force_grip'],
  ],
  welder: [
    ['action', 'startArc'],
    ['action', 'stopArc'],
  ],
  files: [
    ['path', 'another.nc'],
    ['encoding', 'utf8'],
    ['encoding', 'base64'],
  ],
};

/** Commands besides the capability's own example whose values a driver may misinterpret, too. */
const furtherExamples: Readonly<Partial<Record<CommandedCapabilityName, object>>> = {
  machine: { action: 'setCellSafe', isSafe: true },
  registers: { operation: 'write', values: [{ register: 'Start', value: 1 }] },
};

/**
 * Returns all mistakes in a command of the capability: every value dropped, scaled, replaced and swapped with each
 * other one; without the values that a kind never receives.
 */
export function mistakesOf(
  capability: CommandedCapabilityName,
  neverTold: readonly string[] = [],
): readonly WrongDriver[] {
  const examples = [commandedCapabilities[capability].example.command, furtherExamples[capability] ?? {}];
  const values = new Map(
    examples.flatMap((example) =>
      [...leavesOf(example)].filter(({ key }) => !neverTold.includes(key)).map(({ key, value }) => [key, value]),
    ),
  );
  const changed = [...values].flatMap(([key, value]) =>
    changes
      .filter(({ of }) => of(value) !== value || (typeof value === 'boolean' && of(!value) === value))
      .map(({ title, of }) => ({ title: `${title} ${key}`, mistake: changing(key, of) })),
  );
  const reworded = (words[capability] ?? []).map(([key, to]) => ({
    title: `takes any ${key} for ${to}`,
    mistake: changing(key, () => to),
  }));
  const numbers = [...values].flatMap(([key, value]) => (typeof value === 'number' ? [key] : []));
  const swapped = numbers.flatMap((one, index) =>
    numbers.slice(index + 1).map((other) => ({ title: `swaps ${one} and ${other}`, mistake: swapping(one, other) })),
  );
  return [...changed, ...reworded, ...swapped];
}

/** Applies the mistake to every command; `changes` counts the commands that it changed. */
export function mistaken(mistake: (command: object) => void): { between: Between; changes(): number } {
  let count = 0;
  return {
    between: (device) => ({
      actuate: (command, signal) => {
        const wrong = structuredClone(command);
        if (typeof wrong === 'object' && wrong !== null) mistake(wrong);
        if (JSON.stringify(wrong) !== JSON.stringify(command)) count += 1;
        return device.actuate(wrong, signal);
      },
    }),
    changes: () => count,
  };
}

/** A device that ignores stops. */
export const deaf: Between = (device) => ({
  actuate: (command) => device.actuate(command, new AbortController().signal),
});

interface Leaf {
  readonly owner: object;
  readonly key: string;
  readonly value: unknown;
}

function* leavesOf(owner: object): Generator<Leaf> {
  for (const [key, value] of Object.entries(owner)) {
    if (typeof value === 'object' && value !== null) yield* leavesOf(value);
    else yield { owner, key, value };
  }
}

function changing(wanted: string, to: (value: unknown) => unknown): WrongDriver['mistake'] {
  return (command) => {
    for (const { owner, key, value } of [...leavesOf(command)]) if (key === wanted) Reflect.set(owner, key, to(value));
  };
}

function swapping(one: string, other: string): WrongDriver['mistake'] {
  return (command) => {
    const leaves = [...leavesOf(command)];
    const [first, second] = [one, other].map((wanted) => leaves.find(({ key }) => key === wanted));
    if (!first || !second) return;
    Reflect.set(first.owner, one, second.value);
    Reflect.set(second.owner, other, first.value);
  };
}

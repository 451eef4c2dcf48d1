import { describe, expect, it } from 'vitest';
import type { Gripper } from './capabilities/index.ts';
import { commandCases, GripperRig } from './conformance/gripper/index.ts';
import { describeCapabilities, type EquipmentKind, equipmentKinds } from './contracts.ts';
import type { OpenModbus } from './drivers.ts';
import { openBench } from './testing/device-bench.fixture.ts';
import { type Reached, waysTo } from './testing/interfaces.fixture.ts';
import {
  deaf,
  mistaken,
  noteWrites,
  tamperWith,
  type WrongDriver,
  wrongDrivers,
  wrongSpeeds,
  wrongWriters,
} from './testing/wrong-grippers.fixture.ts';

/** Those that go to any width; one that only opens and closes is told nothing else. */
function hasFingers(kind: EquipmentKind): boolean {
  const { gripper } = describeCapabilities({ kind });
  return gripper !== undefined && gripper.positions === undefined;
}

/** A kind, and what reaches it. */
interface Way extends Pick<Reached, 'fields'> {
  readonly kind: EquipmentKind;
}

interface Sabotage {
  readonly wrap?: (gripper: Gripper, rig: GripperRig) => Gripper;
  readonly tamper?: (open: OpenModbus) => OpenModbus;
}

/** The first case that notices, or undefined when conformance is fooled. */
async function findWhatNotices({ kind, fields }: Way, sabotage: Sabotage): Promise<string | undefined> {
  for (const one of commandCases) {
    const bench = await openBench(kind, fields, sabotage.tamper);
    const honest = new GripperRig(bench);
    const rig = sabotage.wrap ? new GripperRig(bench, sabotage.wrap(honest.gripper, honest)) : honest;
    rig.simulated.placePart(undefined);
    try {
      await one.run(rig);
    } catch {
      return one.title;
    } finally {
      await bench.close();
    }
  }
  return undefined;
}

/** Registers that a driver writes when it carries out every case. */
async function findWrittenRegisters(way: Way): Promise<readonly number[]> {
  const written = new Set<number>();
  await findWhatNotices(way, { tamper: noteWrites(written) });
  return [...written];
}

function wrongFor(kind: EquipmentKind): readonly WrongDriver[] {
  const { speedFractionRange } = describeCapabilities({ kind }).gripper ?? {};
  return speedFractionRange ? [...wrongDrivers, ...wrongSpeeds] : wrongDrivers;
}

/** Many devices in turn, each through as many cases as it takes. */
const timeout = 120_000;

const ways = equipmentKinds
  .filter(hasFingers)
  .flatMap((kind) => waysTo(kind).map(({ over, fields }) => [`${kind}${over}`, { kind, fields }] as const));

describe.each(ways)('conformance notices a %s', (_title, way) => {
  const { kind } = way;
  it.each(wrongFor(kind).map((wrong) => [wrong.title, wrong] as const))('that %s', { timeout }, async (_, wrong) => {
    const wrap = (gripper: Gripper, { description }: GripperRig) => mistaken(gripper, wrong, description);
    expect(await findWhatNotices(way, { wrap })).toBeDefined();
  });

  it('that does not hear a stop', { timeout }, async () => {
    expect(await findWhatNotices(way, { wrap: deaf })).toBeDefined();
  });

  it('that writes anything else to any of its registers', { timeout }, async () => {
    const registers = await findWrittenRegisters(way);
    expect(registers.length).toBeGreaterThan(0);
    const unnoticed: string[] = [];
    for (const register of registers) {
      for (const writer of wrongWriters) {
        const { open, changes } = tamperWith(register, writer);
        const notices = await findWhatNotices(way, { tamper: open });
        if (notices === undefined && changes() > 0) unnoticed.push(`register ${register}: ${writer.title}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });
});

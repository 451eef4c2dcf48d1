import { sliceOf } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { type CommandedCapabilityName, isCommandedCapability } from './capabilities/index.ts';
import { commandCases, faultCases } from './conformance/gripper/index.ts';
import { type Between, type DeviceCase, putBetween } from './conformance/rig.ts';
import { casesOf } from './conformance/suites.ts';
import {
  capabilitiesOfKind,
  describeCapability,
  type EquipmentConfig,
  type EquipmentKind,
  equipmentContracts,
  equipmentKinds,
} from './contracts.ts';
import type { OpenModbus } from './drivers.ts';
import { openBench } from './testing/device-bench.fixture.ts';
import { waysTo } from './testing/interfaces.fixture.ts';
import { deaf, mistaken, mistakesOf } from './testing/wrong-commands.fixture.ts';
import { faultHiders, gripperMistakes } from './testing/wrong-grippers.fixture.ts';
import { recordWrites, tamperWith, wrongWriters } from './testing/wrong-lines.fixture.ts';

/** A kind over one of its interfaces, tested as one of its capabilities. */
interface Way {
  readonly kind: EquipmentKind;
  readonly config: EquipmentConfig;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly capability: CommandedCapabilityName;
}

interface Sabotage {
  readonly between?: Between;
  readonly tamper?: (open: OpenModbus) => OpenModbus;
}

/** Returns the first case that fails, or undefined when conformance does not notice the sabotage. */
async function findWhatNotices(way: Way, { between, tamper }: Sabotage): Promise<string | undefined> {
  for (const one of casesThatNotice(way)) {
    const bench = await openBench(way.kind, way.fields, { tamper });
    try {
      await one.run(between ? { ...bench, driver: putBetween(bench.driver, between) } : bench);
    } catch {
      return one.title;
    } finally {
      await bench.close();
    }
  }
  return undefined;
}

/** Returns the cases without those of a gripper in trouble: a wrong command fails an earlier case. */
function casesThatNotice({ config, capability }: Way): readonly DeviceCase[] {
  const description = describeCapability(config, 'gripper');
  return description && hasFingers(config, capability) ? commandCases(description) : casesOf(config);
}

function hasFingers(config: EquipmentConfig, capability: CommandedCapabilityName): boolean {
  return capability === 'gripper' && describeCapability(config, 'gripper')?.positions === undefined;
}

/** Returns the registers that a driver writes in all cases. */
async function findWrittenRegisters(way: Way): Promise<readonly number[]> {
  const written = new Set<number>();
  await findWhatNotices(way, { tamper: recordWrites(written) });
  return [...written];
}

function waysOf(kind: EquipmentKind): readonly (readonly [title: string, way: Way])[] {
  return capabilitiesOfKind(kind)
    .filter(isCommandedCapability)
    .flatMap((capability) =>
      waysTo(kind).map(({ over, fields }) => {
        const config = equipmentContracts[kind].config.parse({ kind, ...fields });
        return [`${kind}${over} as a ${capability}`, { kind, config, fields, capability }] as const;
      }),
    );
}

/** A gripper that only opens and closes takes no force. */
const forcesOfNone = ['forceNewtons'];

/** Tests many devices one after the other, each with all cases that it takes. */
const timeout = 120_000;

/** A faulty device and the check that conformance detects it. */
interface Mutation {
  readonly title: string;
  check(): Promise<void>;
}

function mutationsOf(name: string, way: Way): readonly Mutation[] {
  const { config, capability } = way;
  const description = describeCapability(config, 'gripper');
  const mistakes =
    hasFingers(config, capability) && description
      ? gripperMistakes(description)
      : mistakesOf(capability, description?.positions ? forcesOfNone : []);
  return [
    ...mistakes.map(({ title, mistake }) => ({
      title: `${name} that ${title}`,
      async check() {
        const { between, changes } = mistaken(mistake);
        const notices = await findWhatNotices(way, { between });
        expect(changes()).toBeGreaterThan(0);
        expect(notices).toBeDefined();
      },
    })),
    {
      title: `${name} that ignores a stop`,
      async check() {
        expect(await findWhatNotices(way, { between: deaf })).toBeDefined();
      },
    },
    {
      title: `${name} that writes anything else to any of its registers`,
      async check() {
        expect(await findUnnoticedWrites(way)).toEqual([]);
      },
    },
  ];
}

async function findUnnoticedWrites(way: Way): Promise<readonly string[]> {
  const unnoticed: string[] = [];
  for (const register of await findWrittenRegisters(way)) {
    for (const writer of wrongWriters) {
      const { open, changes } = tamperWith(register, writer);
      const notices = await findWhatNotices(way, { tamper: open });
      if (notices === undefined && changes() > 0) unnoticed.push(`register ${register}: ${writer.title}`);
    }
  }
  return unnoticed;
}

/** Interfaces of the grippers whose protocol reports faults of their own. */
const faultTellers = waysTo('SchunkEGx').map(({ over, fields }) => [`SchunkEGx${over}`, fields] as const);

function hiddenFaultsOf(name: string, fields: Readonly<Record<string, unknown>>): readonly Mutation[] {
  return faultHiders.map(({ title, wrap }) => ({
    title: `${name} that ${title}`,
    async check() {
      const noticed: string[] = [];
      for (const one of faultCases()) {
        const bench = await openBench('SchunkEGx', fields);
        try {
          expect(bench.sim.simulated.gripper?.showFault).toBeDefined();
          await one.run({ ...bench, driver: wrap(bench.driver) }).catch(() => noticed.push(one.title));
        } finally {
          await bench.close();
        }
      }
      expect(noticed).not.toEqual([]);
    },
  }));
}

const mutations = [
  ...equipmentKinds.flatMap(waysOf).flatMap(([name, way]) => mutationsOf(name, way)),
  ...faultTellers.flatMap(([name, fields]) => hiddenFaultsOf(name, fields)),
];

describe('The conformance suite', () => {
  it('has a title of its own for every mutation', () => {
    expect(new Set(mutations.map(({ title }) => title)).size).toBe(mutations.length);
  });

  it.each(
    sliceOf(mutations, ({ title }) => title, { share: 0.02 }).map((mutation) => [mutation.title, mutation] as const),
  )('detects a %s', { timeout }, (_, { check }) => check());
});

import { sliceOf } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  capabilitiesOfKind,
  type EquipmentKind,
  equipmentContracts,
  equipmentKinds,
  parseEquipmentConfig,
  wiredPortsOf,
} from '../contracts.ts';
import type { OpenModbus } from '../drivers.ts';
import { openBench } from '../testing/device-bench.fixture.ts';
import { waysTo } from '../testing/interfaces.fixture.ts';
import { recordWrites, tamperWith, wrongWriters } from '../testing/wrong-lines.fixture.ts';
import { checkDevice, noticeOf, whyNotTestable } from './real-device.ts';

interface Real {
  readonly kind: EquipmentKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Treated like a real device: only its socket is accessible. A force sensor carries a tool. */
async function check({ kind, fields }: Real, tamper?: (open: OpenModbus) => OpenModbus) {
  const { sim, ...bench } = await openBench(kind, fields, tamper && { tamper });
  sim.simulated.forceSensor?.press({ force: [3, -1, -18], torque: [0.2, -0.4, 0.3] });
  try {
    return await checkDevice({ ...bench, sim: undefined });
  } finally {
    await bench.close();
  }
}

const configOf = ({ kind, fields }: Real) => equipmentContracts[kind].config.parse({ kind, ...fields });
const isOnNetwork = (real: Real) => 'host' in addressOf(configOf(real)) && wiredPortsOf(configOf(real)).length === 0;
/** Every device with an address, over each of its interfaces. */
const reals = equipmentKinds.flatMap((kind) =>
  waysTo(kind)
    .map(({ over, fields }) => [`${kind}${over}`, { kind, fields }] as const)
    .filter(([, real]) => isOnNetwork(real) && capabilitiesOfKind(kind).length > 0),
);
const gripper: Real = { kind: 'OnRobot2FG7', fields: {} };
const timeout = 120_000;

describe('The conformance check of a device on the network', () => {
  it.each(sliceOf(reals, ([title]) => title, { share: 0.3 }))(
    'passes for a device that obeys its commands: %s',
    { timeout },
    async (_, real) => {
      const { isConformant, checks } = await check(real);
      expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(isConformant).toBe(true);
      expect(checks.some(({ outcome }) => outcome === 'passed')).toBe(true);
      expect(whyNotTestable(configOf(real))).toBeUndefined();
      expect(noticeOf(configOf(real))).toMatch(/\.$/);
    },
  );

  it('reports the cases that it could not run', { timeout }, async () => {
    expect((await check(gripper)).checks).toContainEqual({
      capability: 'gripper',
      title: 'holds a part between its fingers',
      outcome: 'not run',
      reason: expect.stringContaining('needs a simulator'),
      exchanges: [],
    });
  });

  it.each(
    sliceOf(
      wrongWriters.map((wrong) => [wrong.title, wrong] as const),
      ([title]) => title,
      { share: 0.3 },
    ),
  )('fails when the line %s for the width, with the command and the observed state', { timeout }, async (_, wrong) => {
    const { isConformant, checks } = await check(gripper, tamperWith(0, wrong).open);
    expect(isConformant).toBe(false);
    expect(checks.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      reason: expect.stringMatching(/./),
      exchanges: expect.arrayContaining([expect.objectContaining({ commanded: expect.anything() })]),
    });
  });

  it.each(['Lift', 'OnRobotVG', 'OnRobotScrewdriver', 'OnRobotHEXE'] as const)(
    'fails for a %s whose line writes nothing but 0',
    { timeout },
    async (kind) => {
      const written = new Set<number>();
      await check({ kind, fields: {} }, recordWrites(written));
      const nothing = [...written].map((register) => tamperWith(register, wrongWriters[0] ?? never()).open);
      const tamper = (open: OpenModbus) => nothing.reduce((line, spoil) => spoil(line), open);
      expect((await check({ kind, fields: {} }, tamper)).isConformant).toBe(false);
    },
  );

  it('reports that a wired device, and one without registers or actions, has no suite', () => {
    const why = (raw: object) => {
      const parsed = parseEquipmentConfig(raw);
      return parsed.isValid ? whyNotTestable(parsed.config) : 'invalid';
    };
    expect(why({ kind: 'OnRobot2FG7' })).toBeUndefined();
    expect(why({ kind: 'NoGripper' })).toContain('NoGripper can do nothing that');
    expect(why({ kind: 'CustomIO' })).toContain('CustomIO has no address on the network');
    expect(why({ kind: 'ModbusTCPServer' })).toBe('It has no registers: give them with --config');
    expect(why({ kind: 'CustomDevice', deviceInterface: 'haasNGC' })).toBe(
      'It has no actions: give them with --config',
    );
  });
});

function never(): never {
  throw new Error('There is no such writer');
}

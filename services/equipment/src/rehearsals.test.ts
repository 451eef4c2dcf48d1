import { ProductError } from '@cellwright/domain/basics';
import type { Rehearsal } from '@cellwright/domain/equipment';
import { equipmentContracts } from '@cellwright/equipment/contracts';
import { type AnySim, createSim } from '@cellwright/equipment/sims';
import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRehearsals } from './domain/rehearsals.ts';

const record = (id: string, kind: string, isEnabled = true) => ({
  id,
  config: { kind, name: `The ${kind}` },
  isEnabled,
  simulatorPort: 15_000,
});
const records = new Map(
  [
    record('claw', 'OnRobot2FG7'),
    record('base', 'CustomBase'),
    record('off', 'Lift', false),
    record('away', 'Lift'),
  ].map((each) => [each.id, each]),
);

const claw = () => equipmentContracts.OnRobot2FG7.config.parse({ kind: 'OnRobot2FG7' });

let sims: Map<string, AnySim>;
let entries: number;
/** Stores the audit entry. */
const storeEntry = async () => void entries++;
let rehearsals: ReturnType<typeof createRehearsals>;
beforeEach(() => {
  entries = 0;
  const clock = new VirtualClock();
  sims = new Map([
    ['claw', createSim(claw(), { clock })],
    ['base', createSim(equipmentContracts.CustomBase.config.parse({ kind: 'CustomBase' }), { clock })],
  ]);
  rehearsals = createRehearsals({
    get: async (id) => {
      const found = records.get(id);
      if (!found) throw new ProductError('not_found', `no ${id}`);
      return found;
    },
    find: (id) => sims.get(id),
  });
});

const refusalOf = (asked: Promise<Rehearsal>) =>
  asked.then(
    () => 'it was done',
    (error: unknown) => (error instanceof ProductError ? [error.code, error.message] : error),
  );

describe('a simulated fault', () => {
  it('affects the simulator alone, until it is cleared', async () => {
    expect(await rehearsals.read('claw', 'simulated')).toMatchObject({ active: [] });
    const asked = await rehearsals.rehearse('claw', 'simulated', ['slow', 'jammed'], storeEntry);
    expect(asked.active).toEqual(['jammed', 'slow']);
    expect(sims.get('claw')?.faults).toMatchObject({ jammed: true, slow: true, silent: false });
    expect((await rehearsals.rehearse('claw', 'twin', ['silent'], storeEntry)).active).toEqual(['silent']);
    expect((await rehearsals.rehearse('claw', 'simulated', [], storeEntry)).active).toEqual([]);
    expect(await rehearsals.read('claw', 'simulated')).toMatchObject({ active: [] });
  });

  it('has its audit entry stored first, and does nothing if that fails', async () => {
    await rehearsals.rehearse('claw', 'simulated', ['slow'], storeEntry);
    expect(entries).toBe(1);
    const failing = () => Promise.reject(new ProductError('unavailable', 'The database does not answer'));
    await expect(rehearsals.rehearse('claw', 'simulated', ['jammed'], failing)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await rehearsals.read('claw', 'simulated')).toMatchObject({ active: ['slow'] });
  });

  it('ends when the simulator restarts', async () => {
    await rehearsals.rehearse('claw', 'simulated', ['silent'], storeEntry);
    sims.set('claw', createSim(claw(), { clock: new VirtualClock() }));
    expect(await rehearsals.read('claw', 'simulated')).toMatchObject({ active: [] });
  });

  it.each([
    [
      'a real device',
      'claw',
      'live',
      ['silent'],
      'conflict',
      "For the live robot, 'The OnRobot2FG7' is the real device",
    ],
    ['a device that is switched off', 'off', 'simulated', ['silent'], 'conflict', "'The Lift' is disabled"],
    ['one whose simulator runs elsewhere', 'away', 'simulated', [], 'unavailable', "simulator of 'The Lift'"],
    [
      'what it cannot suffer',
      'base',
      'simulated',
      ['jammed'],
      'invalid_parameters',
      "does not support the fault 'jammed'",
    ],
    ['what does not exist', 'claw', 'simulated', ['rust'], 'invalid_parameters', 'This fault does not exist'],
    ['a device that does not exist', 'gone', 'simulated', [], 'not_found', 'no gone'],
  ] as const)('for %s is refused by name, and nothing changes', async (_, id, session, faults, code, words) => {
    expect(await refusalOf(rehearsals.rehearse(id, session, faults, storeEntry))).toEqual([
      code,
      expect.stringContaining(words),
    ]);
    expect(entries).toBe(0);
    for (const { faults: suffered } of sims.values())
      expect(Object.values(suffered).some((fault) => fault === true)).toBe(false);
  });
});

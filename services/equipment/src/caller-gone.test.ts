import type { CommandedCapabilityName, CommandOf } from '@cellwright/equipment/capabilities';
import type { EquipmentKind } from '@cellwright/equipment/contracts';
import type { AnySim } from '@cellwright/equipment/sims';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { ChaosProxy, type TestDatabase } from '@cellwright/testkit';
import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  askOver,
  createEquipmentDatabase,
  type EquipmentCell,
  moveTo,
  startEquipmentCell,
} from './testing/equipment-cell.fixture.ts';

/** A command that does not end by itself, and the effect on the device when its caller disconnects. */
interface Case<Name extends CommandedCapabilityName> {
  readonly kind: EquipmentKind;
  /** The device's own time limit for its motion, which must not end it in this test. */
  readonly limit: string;
  readonly command: CommandOf<Name>;
  countCommands(sim: AnySim): number;
  countStops(sim: AnySim): number;
  /** True if the motion continues: a vacuum gripper must not drop its part because a connection broke. */
  readonly goesOn?: boolean;
}

/**
 * Registers and files are one exchange: nothing of them is under way. Actions have their own test, in a started cell; machine tools
 * and weld machines are stopped in the tests of their kind.
 */
type Elsewhere = 'registers' | 'files' | 'actions' | 'machine' | 'door' | 'workholding' | 'welder';
type Moving = Exclude<CommandedCapabilityName, Elsewhere>;

/** The type requires a case for each capability. */
const cases: { readonly [Name in Moving]: Case<Name> } = {
  gripper: {
    kind: 'OnRobot2FG7',
    limit: 'timeoutMS',
    command: moveTo(0.035),
    countCommands: ({ simulated }) => simulated.gripper?.commands.filter(({ kind }) => kind === 'grip').length ?? 0,
    countStops: ({ simulated }) => simulated.gripper?.commands.filter(({ kind }) => kind === 'stop').length ?? 0,
  },
  vacuum: {
    kind: 'OnRobotVG',
    limit: 'gripTimeoutMS',
    command: { suction: { A: 0.6, B: 0.6 }, tolerance: 0.1, waitForVacuum: true },
    countCommands: ({ simulated }) => simulated.vacuum?.commands.length ?? 0,
    countStops: ({ simulated }) => simulated.vacuum?.commands.filter(({ mode }) => mode !== 'grip').length ?? 0,
    goesOn: true,
  },
  screwdriver: {
    kind: 'OnRobotScrewdriver',
    limit: 'motionTimeoutMS',
    command: {
      action: 'MOVE_SHANK',
      forceNewtons: 20,
      screwLengthMeters: 0.01,
      torqueNewtonMeters: 1,
      shankPositionMeters: 0.03,
      waitForEnd: true,
    },
    countCommands: ({ simulated }) => simulated.screwdriver?.commands.filter(({ kind }) => kind === 'act').length ?? 0,
    countStops: ({ simulated }) => simulated.screwdriver?.commands.filter(({ kind }) => kind === 'stop').length ?? 0,
  },
  lift: {
    kind: 'Lift',
    limit: 'motionTimeoutMS',
    command: { heightMeters: 0.4, speedFraction: 0.5 },
    countCommands: ({ simulated }) => simulated.lift?.commands.filter(({ kind }) => kind === 'move').length ?? 0,
    countStops: ({ simulated }) => simulated.lift?.commands.filter(({ kind }) => kind === 'stop').length ?? 0,
  },
};

let database: TestDatabase;
let cell: EquipmentCell;
beforeAll(async () => {
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url);
}, 60_000);
afterAll(async () => {
  await cell.stop();
  await database.drop();
});

const soon = { interval: 5 };
/** Less than a keep-alive needs to notice a connection that is gone. */
const withoutKeepAlive = { timeout: 10_000, interval: 5 };

/** Starts a device whose motion never ends, and commands it over its own connection, which the test ends with `end`. */
async function commandOver<Name extends Moving>(
  name: Name,
  end: (line: ChaosProxy) => void,
  within = withoutKeepAlive,
) {
  const { kind, limit, command, countCommands, countStops, goesOn = false }: Case<Name> = cases[name];
  const { id } = await cell.create({ config: { kind, [limit]: 60_000 }, isEnabled: true });
  const sim = await vi.waitFor(() => cell.simulators.find(id) ?? Promise.reject(new Error(`no simulator of ${name}`)));
  sim.faults.jammed = true;
  const line = await ChaosProxy.start({ target: Number(cell.address.split(':').at(-1)) });
  const client = createGrpcClient(EquipmentServiceService, `127.0.0.1:${line.port}`, { defaultDeadlineMs: 60_000 });
  const key = `gone_${id}`;
  await vi.waitFor(async () => expect(await cell.state(id)).toMatchObject({ status: 'idle' }), soon);
  try {
    const answer = askOver(client).actuateAs(name, command, { equipmentId: id, key });
    // The caller has disconnected, so the result of the call does not matter.
    answer.catch(() => undefined);
    await vi.waitFor(() => expect(countCommands(sim)).toBeGreaterThan(0), soon);
    expect(await cell.state(id)).toMatchObject({ status: 'busy' });
    const before = countCommands(sim);
    end(line);
    await vi.waitFor(async () => expect(await cell.state(id)).toMatchObject({ status: 'idle' }), within);
    expect(countStops(sim) > 0).toBe(!goesOn);
    expect(countCommands(sim)).toBe(before);
  } finally {
    client.channel.close();
    await line.stop();
  }
}

const isName = (name: string): name is Moving => Object.hasOwn(cases, name);
const names = Object.keys(cases).filter(isName);

describe.each(pickRows(names, ['gripper', 'vacuum']))(
  'a %s whose caller disconnects in the middle of a command',
  (name) => {
    it('ends its motion when the connection is closed (FIN)', () => commandOver(name, (line) => line.endAll()));
    it('ends its motion when the connection is reset (RST)', () => commandOver(name, (line) => line.resetAll()));
  },
);

inExhaustiveRuns(() => {
  describe('a half-open connection', () => {
    it('fails its keep-alive messages, and every kind of motion ends', async () => {
      const cut = (line: ChaosProxy) => line.set({ halfOpen: 'toServer' });
      await Promise.all(names.map((name) => commandOver(name, cut, { timeout: 25_000, interval: 50 })));
    }, 60_000);
  });
});

import { randomUUID } from 'node:crypto';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { type AnySim, createSim } from '@cellwright/equipment/sims';
import { RobotKind } from '@cellwright/proto/common';
import { systemClock } from '@cellwright/service-kit';
import { startPostgres, type TestDatabase } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEquipmentDatabase,
  type EquipmentCell,
  moveTo,
  startEquipmentCell,
} from './testing/equipment-cell.fixture.ts';

let database: TestDatabase;
let cell: EquipmentCell;
let gripper: EquipmentRecord;

beforeEach(async () => {
  database = await createEquipmentDatabase();
  await begin();
});
afterEach(async () => {
  await cell.stop();
  await database.drop();
});

async function begin(): Promise<void> {
  cell = await startEquipmentCell(database.url);
  const [record] = await cell.list();
  if (!record) throw new Error('the cell has no equipment');
  gripper = record;
}

async function restart(): Promise<void> {
  await cell.stop();
  await begin();
}

function commandsOf(sim: AnySim | undefined) {
  return sim?.simulated.gripper?.commands ?? [];
}
const sent = () => commandsOf(cell.simulators.find(gripper.id));
const grips = () => sent().filter(({ kind }) => kind === 'grip').length;
const stops = () => sent().filter(({ kind }) => kind === 'stop').length;
const soon = { interval: 5 };
const untilMoving = () => vi.waitFor(() => expect(grips()).toBe(1), soon);
/** Makes motion that starts from now on never end by itself. */
function jam(sim = cell.simulators.find(gripper.id)): void {
  if (sim) sim.faults.jammed = true;
}

describe('a command to a gripper', () => {
  it('moves the gripper, and the next reading equals the command', async () => {
    const result = await cell.actuate({ ...moveTo(0.0471), forceNewtons: 45 });
    expect(result).toEqual({ ok: true, value: { widthMeters: 0.0471, gripDetected: false } });
    expect(await cell.state(gripper.id)).toMatchObject({
      connected: true,
      status: 'idle',
      widthMeters: 0.0471,
      targetForceNewtons: 45,
    });
  });

  inExhaustiveRuns(() => {
    it('appears on the bus, from the start of the motion to its end', async () => {
      const states: { equipmentID: string; state: { status: string; widthMeters: number } }[] = [];
      await cell.bus.subscribe('equipment.state', (message) => void states.push(JSON.parse(message.text())));
      await cell.actuate(moveTo(0.04, 0.2));
      await vi.waitFor(() => expect(states.at(-1)?.state).toMatchObject({ status: 'idle', widthMeters: 0.04 }), soon);
      expect(states.some(({ state }) => state.status === 'busy')).toBe(true);
      expect(new Set(states.map(({ equipmentID }) => equipmentID))).toEqual(new Set([gripper.id]));
    });
  });

  it('returns a result instead of an error when it fails', async () => {
    expect(await cell.actuate(moveTo(0.2))).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
    const sim = cell.simulators.find(gripper.id);
    if (sim) sim.faults.refusing = true;
    expect(await cell.actuate(moveTo(0.05))).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
  });

  it('fails with the name of the device before its caller stops waiting, when it does not end', async () => {
    jam();
    const request = {
      ...{ equipmentId: '', robotKind: RobotKind.ROBOT_KIND_SIMULATED, isTwin: false, stopEpoch: 1 },
      ...{ capability: 'gripper', commandJson: Buffer.from(JSON.stringify(moveTo(0.05))) },
      ...{ idempotencyKey: randomUUID(), timeLimitMs: 1500 },
    };
    const { resultJson } = await cell.client.actuate(request, { deadlineMs: 10_000 });
    expect(JSON.parse(Buffer.from(resultJson).toString('utf8'))).toMatchObject({
      failure: {
        kind: 'GripperFailure',
        reason: 'timeout',
        equipmentID: gripper.id,
        message: expect.stringMatching(/^'2FG7': The gripper did not end the command within [01]\.\d s/),
      },
    });
    await vi.waitFor(() => expect(stops()).toBe(1), soon);
  });

  it.each([
    ['no idempotency key', { idempotencyKey: '' }, 'A device command needs an idempotency key'],
    [
      'an unknown capability',
      { capability: 'constructor' },
      'No device supports commands of the capability "constructor"',
    ],
    ['a truncated command', { commandJson: Buffer.from('{"control":') }, 'The command is not JSON text'],
    [
      'a width that is none',
      { commandJson: Buffer.from('{"widthMeters": 1e999}') },
      /^The gripper command is not valid/,
    ],
    ['no robot', { robotKind: RobotKind.ROBOT_KIND_UNSPECIFIED }, 'Choose a robot: live or simulated'],
  ])('with %s is refused', async (_, change, message) => {
    const request = {
      equipmentId: '',
      robotKind: RobotKind.ROBOT_KIND_SIMULATED,
      isTwin: false,
      stopEpoch: 1,
      capability: 'gripper',
      commandJson: Buffer.from(JSON.stringify(moveTo(0.05))),
      idempotencyKey: randomUUID(),
      ...change,
    };
    const code = 'request_failed_validation';
    await expect(cell.client.actuate(request)).rejects.toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(sent()).toEqual([]);
  });
});

describe('the target device of a command', () => {
  it('has the given id, or is the only enabled device', async () => {
    const left = await cell.create({ config: { kind: 'OnRobot2FG7', name: 'Left' }, isEnabled: true });
    await expect(cell.actuate(moveTo(0.05))).rejects.toMatchObject({
      code: 'equipment_no_matching',
      message: "There is more than one enabled gripper: 'Left', '2FG7'. Choose one in the step",
    });
    expect(await cell.actuate(moveTo(0.05), { equipmentId: left.id })).toMatchObject({ ok: true });
    expect(commandsOf(cell.simulators.find(left.id))).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  it('must exist, be enabled and have the capability', async () => {
    await expect(cell.actuate(moveTo(0.05), { equipmentId: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await cell.save(gripper.id, { ...gripper, isEnabled: false }, 1);
    const code = 'equipment_no_matching';
    await expect(cell.actuate(moveTo(0.05), { equipmentId: gripper.id })).rejects.toMatchObject({
      code,
      message: "'2FG7' is disabled. Enable it in Devices",
    });
    await expect(cell.actuate(moveTo(0.05))).rejects.toMatchObject({
      code,
      message: 'No gripper is enabled. Add one in Devices, or enable it there',
    });
  });
});

describe('a repeated command', () => {
  it('returns the same response and moves nothing, also after a restart', async () => {
    const key = randomUUID();
    const first = await cell.actuate(moveTo(0.05), { key });
    expect(await cell.actuate(moveTo(0.05), { key })).toEqual(first);
    expect(grips()).toBe(1);
    await restart();
    expect(await cell.actuate(moveTo(0.05), { key })).toEqual(first);
    expect(grips()).toBe(0);
  });

  it('does not run again if its first outcome was never recorded', async () => {
    const key = randomUUID();
    await cell.actuate(moveTo(0.05), { key });
    await database.query('UPDATE equipment."Command" SET result = NULL WHERE key = $1', [key]);
    await restart();
    await expect(cell.actuate(moveTo(0.05), { key })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'outcome_unknown' },
    });
    expect(grips()).toBe(0);
  });

  inExhaustiveRuns(() => {
    it('may be tried again if the first attempt sent nothing', async () => {
      const key = randomUUID();
      await cell.save(gripper.id, { ...gripper, isEnabled: false }, 1);
      await expect(cell.actuate(moveTo(0.05), { key })).rejects.toMatchObject({ code: 'equipment_no_matching' });
      await cell.save(gripper.id, { ...gripper, isEnabled: true }, 2);
      expect(await cell.actuate(moveTo(0.05), { key })).toMatchObject({ ok: true });
    });
  });

  inExhaustiveRuns(() => {
    it('fails if it is another command with the same key', async () => {
      const key = randomUUID();
      await cell.actuate(moveTo(0.05), { key });
      await restart();
      await expect(cell.actuate(moveTo(0.06), { key })).rejects.toMatchObject({ code: 'conflict' });
      expect(grips()).toBe(0);
    });
  });
});

describe('a stop', () => {
  it('ends a motion midway', async () => {
    jam();
    const result = cell.actuate(moveTo(0.035), { stopEpoch: 1 });
    await untilMoving();
    await cell.stopDevices(2);
    expect(await result).toEqual({ ok: false, stopped: true });
    await vi.waitFor(async () => expect(await cell.state(gripper.id)).toMatchObject({ status: 'idle' }), soon);
    expect(await cell.state(gripper.id)).toMatchObject({ widthMeters: 0.085, targetWidthMeters: 0.035 });
    expect(stops()).toBeGreaterThan(0);
  });

  it('ends a motion whose caller no longer waits', async () => {
    jam();
    await cell.actuate({ ...moveTo(0.035), waitForGrip: false }, { stopEpoch: 1 });
    await cell.stopDevices(2);
    expect(stops()).toBe(1);
  });

  it('drops late commands of earlier epochs', async () => {
    await cell.stopDevices(7);
    await expect(cell.actuate(moveTo(0.05), { stopEpoch: 6 })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'stale_epoch', newestEpoch: 7 },
    });
    expect(sent()).toEqual([]);
    expect(await cell.actuate(moveTo(0.05), { stopEpoch: 7 })).toMatchObject({ ok: true });
  });

  inExhaustiveRuns(() => {
    it('does not affect a later command of its own epoch', async () => {
      const result = cell.actuate(moveTo(0.05, 0.2), { stopEpoch: 3 });
      await untilMoving();
      await cell.stopDevices(3);
      expect(await result).toMatchObject({ ok: true });
    });
  });

  inExhaustiveRuns(() => {
    it('follows from a command of a newer epoch', async () => {
      jam();
      const older = cell.actuate(moveTo(0.035), { stopEpoch: 1 });
      await untilMoving();
      const sim = cell.simulators.find(gripper.id);
      if (sim) sim.faults.jammed = false;
      const newer = cell.actuate(moveTo(0.08), { stopEpoch: 2 });
      expect(await older).toEqual({ ok: false, stopped: true });
      expect(await newer).toMatchObject({ ok: true, value: { widthMeters: 0.08 } });
    });
  });

  it('stops everything if its epoch is older than the newest', async () => {
    jam();
    const result = cell.actuate(moveTo(0.035), { stopEpoch: 9 });
    await untilMoving();
    await cell.stopDevices(2);
    expect(await result).toEqual({ ok: false, stopped: true });
  });

  it('affects only its own robot', async () => {
    const result = cell.actuate(moveTo(0.05, 0.2), { session: 'twin' });
    await untilMoving();
    await cell.stopDevices(9, 'simulated');
    expect(await result).toMatchObject({ ok: true });
  });

  it('happens when the caller disconnects', async () => {
    jam();
    const gone = new AbortController();
    const result = cell.actuate(moveTo(0.035), { signal: gone.signal });
    result.catch(() => undefined);
    await untilMoving();
    gone.abort(new Error('gone'));
    await expect(result).rejects.toThrow('gone');
    await vi.waitFor(() => expect(stops()).toBeGreaterThan(0), soon);
  });

  it('happens when the service shuts down, and when the device is disabled', async () => {
    jam();
    const first = cell.actuate(moveTo(0.035));
    await untilMoving();
    await cell.save(gripper.id, { ...gripper, isEnabled: false }, 1);
    expect(await first).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(endOf('disabled')) },
    });
    await cell.save(gripper.id, { ...gripper, isEnabled: true }, 2);
    jam();
    const second = cell.actuate(moveTo(0.035));
    second.catch(() => undefined);
    await untilMoving();
    const sim = cell.simulators.find(gripper.id);
    await restart();
    expect(commandsOf(sim).some(({ kind }) => kind === 'stop')).toBe(true);
  });

  inExhaustiveRuns(() => {
    it('has no result when the device is removed or changed: the command fails with the reason', async () => {
      jam();
      const first = cell.actuate(moveTo(0.035));
      await untilMoving();
      await cell.save(gripper.id, { ...gripper, config: { ...gripper.config, name: 'Left' } }, 1);
      expect(await first).toMatchObject({ ok: false, failure: { message: expect.stringContaining(endOf('changed')) } });
      // A new simulator runs by now.
      jam();
      const second = cell.actuate(moveTo(0.08, 0.1));
      await untilMoving();
      await cell.delete(gripper.id);
      expect(await second).toMatchObject({
        ok: false,
        failure: { kind: 'GripperFailure', message: expect.stringContaining("'Left' was removed in Devices") },
      });
    });
  });
});

const endOf = (change: string) => `'2FG7' was ${change} in Devices during the command. The gripper may have moved`;

describe('the reach of a session', () => {
  let device: AnySim;
  let port: number;

  beforeEach(async () => {
    const { config, isValid } = parseEquipmentConfig({ kind: 'OnRobot2FG7' });
    if (!isValid) throw new Error('the defaults are not valid');
    device = createSim(config, { clock: systemClock });
    port = await device.start(0);
    const address = { ...gripper.config, host: '127.0.0.1', port };
    gripper = await cell.save(gripper.id, { ...gripper, config: address }, 1);
  });
  afterEach(() => device.close());

  it('includes only the configured address for a live robot', async () => {
    expect(await cell.actuate(moveTo(0.05), { session: 'live' })).toMatchObject({ ok: true });
    expect(commandsOf(device)).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  it.each(['simulated', 'twin'] as const)('includes only the simulator for a %s one', async (session) => {
    expect(await cell.actuate(moveTo(0.05), { session })).toMatchObject({ ok: true });
    expect(await cell.state(gripper.id, session)).toMatchObject({ connected: true, widthMeters: 0.05 });
    expect(sent()).toHaveLength(1);
    expect(commandsOf(device)).toEqual([]);
  });
});

describe('a database that hangs', () => {
  it('prevents commands from being sent, and does not delay a stop', async () => {
    const server = await startPostgres();
    const own = await server.createDatabase();
    const frozen = await startEquipmentCell(own.url);
    try {
      const [record] = await frozen.list();
      const sim = frozen.simulators.find(record?.id ?? '');
      jam(sim);
      const moving = frozen.actuate(moveTo(0.035), { stopEpoch: 1 });
      await vi.waitFor(() => expect(commandsOf(sim)).toHaveLength(1), soon);
      server.pause();
      const refused = frozen.actuate(moveTo(0.05), { stopEpoch: 1 }).catch((error: unknown) => error);
      await frozen.stopDevices(2);
      expect(commandsOf(sim).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['grip', 'stop']));
      server.resume();
      // The command was stopped before its result could be written; a queued command was dropped.
      expect(await moving).toEqual({ ok: false, stopped: true });
      expect(await refused).toMatchObject({ code: 'conflict', details: { reason: 'stale_epoch' } });
      expect(commandsOf(sim).filter(({ kind }) => kind === 'grip')).toHaveLength(1);
    } finally {
      server.resume();
      await frozen.stop();
      await server.stop();
    }
  });
});

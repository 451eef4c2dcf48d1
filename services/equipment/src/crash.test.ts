import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { type AnySim, createSim } from '@cellwright/equipment/sims';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { systemClock } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { endWithThisProcess, type TestDatabase } from '@cellwright/testkit';
import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askOver,
  createEquipmentDatabase,
  migrations,
  moveTo,
  startEquipmentCell,
} from './testing/equipment-cell.fixture.ts';

/** The device, which outlives the service: its log contains the commands that were sent. */
let device: AnySim;
let devicePort: number;
let database: TestDatabase;
let child: ChildProcess | undefined;

beforeEach(async () => {
  const { config, isValid } = parseEquipmentConfig({ kind: 'OnRobot2FG7' });
  if (!isValid) throw new Error('the defaults are not valid');
  device = createSim(config, { clock: systemClock });
  devicePort = await device.start(0);
  database = await createEquipmentDatabase();
  // Configured by a first start, then moved to the address of the device.
  const cell = await startEquipmentCell(database.url, { runSimulators: false });
  const [record] = await cell.list();
  if (record) await cell.save(record.id, { ...record, simulatorPort: devicePort }, 1);
  await cell.stop();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await device.close();
  await database.drop();
});

const grips = () => device.simulated.gripper?.commands.filter(({ kind }) => kind === 'grip').length ?? 0;

async function startProcess() {
  const script = fileURLToPath(new URL('./testing/service-process.fixture.ts', import.meta.url));
  const started = endWithThisProcess(
    spawn(process.execPath, [bundleSource(script), database.url, migrations], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  child = started;
  const address = await new Promise<string>((resolve) => createInterface(started.stdout).once('line', resolve));
  const client = createGrpcClient(EquipmentServiceService, address, { defaultDeadlineMs: 50_000 });
  return {
    ...askOver(client),
    async kill() {
      started.kill('SIGKILL');
      await new Promise((resolve) => started.once('close', resolve));
      client.channel.close();
    },
  };
}

describe('a service that is killed while a gripper moves', () => {
  it('keeps its records, does not execute the command again, and accepts new ones', async () => {
    device.faults.jammed = true;
    const service = await startProcess();
    const key = randomUUID();
    const lost = service.actuate(moveTo(0.05), { key }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(grips()).toBe(1), { interval: 5 });
    await service.kill();
    expect(await lost).toMatchObject({ code: 'unavailable' });

    const next = await startEquipmentCell(database.url, { runSimulators: false });
    expect(await next.list()).toMatchObject([{ isEnabled: true, simulatorPort: devicePort }]);
    await expect(next.actuate(moveTo(0.05), { key })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'outcome_unknown' },
    });
    expect(grips()).toBe(1);
    device.faults.jammed = false;
    expect(await next.actuate(moveTo(0.05))).toMatchObject({ ok: true, value: { widthMeters: 0.05 } });
    await next.stop();
  }, 60_000);

  inExhaustiveRuns(() => {
    it.each(pickRows([0, 4, 12], [4]))(
      'sends the command at most once when killed at any moment (%i ms after it)',
      async (delayMS) => {
        const service = await startProcess();
        // Connects first, so that the delay starts with the command.
        await service.list();
        const key = randomUUID();
        const lost = service.actuate(moveTo(0.05, 0.1), { key }).catch((error: unknown) => error);
        await systemClock.sleep(delayMS);
        await service.kill();
        await lost;
        const next = await startEquipmentCell(database.url, { runSimulators: false });
        const again = await next.actuate(moveTo(0.05, 0.1), { key }).catch((error: unknown) => error);
        const isCarriedOutNow = grips() === 1 && JSON.stringify(again).includes('"ok":true');
        const isUnknown = JSON.stringify(again).includes('outcome_unknown');
        expect(isCarriedOutNow || isUnknown).toBe(true);
        expect(grips()).toBeLessThanOrEqual(1);
        await next.stop();
      },
      60_000,
    );
  });
});

const others = [
  {
    kind: 'OnRobotVG',
    capability: 'vacuum',
    command: { suction: { A: 0.8 }, tolerance: 0, waitForVacuum: true },
    count: ({ simulated }: AnySim) => simulated.vacuum?.commands.length ?? 0,
  },
  {
    kind: 'OnRobotScrewdriver',
    capability: 'screwdriver',
    command: {
      action: 'TIGHTEN',
      forceNewtons: 20,
      screwLengthMeters: 0.015,
      torqueNewtonMeters: 3,
      shankPositionMeters: 0,
      waitForEnd: true,
    },
    count: ({ simulated }: AnySim) => simulated.screwdriver?.commands.length ?? 0,
  },
  {
    kind: 'Lift',
    capability: 'lift',
    command: { heightMeters: 0.5, speedFraction: 1 },
    count: ({ simulated }: AnySim) => simulated.lift?.commands.filter(({ kind }) => kind === 'move').length ?? 0,
  },
] as const;

inExhaustiveRuns(() => {
  describe.each(pickRows(others, others.slice(-1)))(
    'a service that is killed while a $capability works',
    ({ kind, capability, command, count }) => {
      it('does not execute the command again, and accepts new ones', async () => {
        const { config, isValid } = parseEquipmentConfig({ kind });
        if (!isValid) throw new Error('the defaults are not valid');
        const other = createSim(config, { clock: systemClock });
        const simulatorPort = await other.start(0);
        const first = await startEquipmentCell(database.url, { runSimulators: false });
        await first.create({ config, isEnabled: true, simulatorPort });
        await first.stop();

        const service = await startProcess();
        const key = randomUUID();
        const lost = service.actuateAs(capability, command, { key }).catch((error: unknown) => error);
        await vi.waitFor(() => expect(count(other)).toBe(1), { interval: 5 });
        await service.kill();
        expect(await lost).toMatchObject({ code: 'unavailable' });

        const next = await startEquipmentCell(database.url, { runSimulators: false });
        await expect(next.actuateAs(capability, command, { key })).rejects.toMatchObject({
          code: 'conflict',
          details: { reason: 'outcome_unknown' },
        });
        expect(count(other)).toBe(1);
        await vi.waitFor(async () => expect(await next.actuateAs(capability, command)).toMatchObject({ ok: true }));
        await next.stop();
        await other.close();
      }, 60_000);
    },
  );
});

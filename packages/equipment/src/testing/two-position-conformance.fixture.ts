import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Gripper,
  type GripperCommand,
  gripperLiveStateSchema,
  gripperResultSchema,
  type SimulatedGripper,
} from '../capabilities/index.ts';
import { describeCapability, type EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

/** What every gripper that only opens and closes must do: run on the kind's simulator, through its driver. */
export function testTwoPositionConformance(kind: EquipmentKind, fields: Readonly<Record<string, unknown>> = {}): void {
  let bench: DeviceBench;
  let gripper: Gripper;
  let simulated: SimulatedGripper;
  let open: GripperCommand;
  let grip: GripperCommand;
  const never = new AbortController().signal;
  const state = () => gripperLiveStateSchema.parse(bench.driver.state());
  const actuate = (command: GripperCommand, signal = never) => bench.settle(gripper.actuate(command, signal));

  beforeEach(async () => {
    bench = await openBench(kind, fields);
    const { capabilities } = bench.driver;
    const positions = describeCapability(bench.config, 'gripper')?.positions;
    if (!capabilities.gripper || !bench.sim.simulated.gripper || !positions) throw new Error('a piece is missing');
    gripper = capabilities.gripper;
    simulated = bench.sim.simulated.gripper;
    const common = { direction: 'inward', toleranceMeters: 0.003, waitForGrip: true } as const;
    open = { ...common, control: 'move', widthMeters: positions.openMeters };
    grip = { ...common, control: 'force_grip', widthMeters: (positions.openMeters + positions.closedMeters) / 2 };
  });
  afterEach(() => bench.close());

  const grips = () => simulated.commands.map((command) => (command.kind === 'grip' ? command.direction : command.kind));

  it('closes to grip and opens to move, and reads back what was commanded', async () => {
    expect(await actuate(grip)).toMatchObject({ ok: true });
    expect(await actuate(open)).toEqual({ ok: true, value: { widthMeters: open.widthMeters, gripDetected: false } });
    expect(state()).toMatchObject({
      status: 'idle',
      widthMeters: open.widthMeters,
      targetWidthMeters: open.widthMeters,
    });
    expect(grips()).toEqual(['inward', 'outward']);
  });

  it('is busy on the way and idle after it', async () => {
    const statuses = new Set<string>();
    bench.driver.onChange(({ status }) => statuses.add(status));
    await actuate(grip);
    expect([...statuses]).toEqual(['busy', 'idle']);
  });

  it('does not wait for the end when it is told not to', async () => {
    const before = bench.clock.now();
    expect(await actuate({ ...grip, waitForGrip: false })).toMatchObject({ ok: true, value: { gripDetected: false } });
    expect(bench.clock.now() - before).toBeLessThan(50);
    expect(state().status).toBe('busy');
    await bench.waitForState(({ status }) => status === 'idle');
  });

  it('refuses a move to a width in between, and any outside, without sending anything', async () => {
    for (const command of [
      { ...open, widthMeters: grip.widthMeters },
      { ...grip, widthMeters: 0.9 },
    ]) {
      expect(await actuate(command)).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
    }
    expect(simulated.commands).toEqual([]);
  });

  it('refuses a second command while one is carried out', async () => {
    const first = gripper.actuate(grip, never);
    expect(await actuate(open)).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
    expect(await bench.settle(first)).toMatchObject({ ok: true });
    expect(grips()).toEqual(['inward']);
  });

  it('ends a command as stopped when the signal aborts, and sends nothing more', async () => {
    const abort = new AbortController();
    const result = gripper.actuate(grip, abort.signal);
    await bench.waitForState(({ status }) => status === 'busy');
    abort.abort();
    expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
    await bench.settle(bench.driver.stopMotion());
    await bench.pass(5000);
    expect(grips()).toEqual(['inward']);
  });

  it('never sends a command that was stopped before it was sent', async () => {
    expect(await actuate(grip, AbortSignal.abort())).toEqual({ ok: false, stopped: true });
    expect(simulated.commands).toEqual([]);
  });

  it('fails the command under way with the reason for which it was closed', async () => {
    const result = gripper.actuate(grip, never);
    await bench.waitForState(({ status }) => status === 'busy');
    await bench.settle(bench.driver.close('The device was switched off'));
    expect(await result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. '), mayRetry: false },
    });
  });

  it('keeps to its schemas whatever happens', async () => {
    for (const command of [grip, open, { ...open, widthMeters: 9 }]) {
      const result = await actuate(command);
      expect(gripperResultSchema.parse(result)).toEqual(result);
    }
  });
}

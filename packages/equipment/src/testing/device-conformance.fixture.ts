import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type CommandedCapabilityName,
  type CommandedDevice,
  type CommandOf,
  commandedCapabilities,
  type DeviceResult,
  type OutcomeOf,
  resultSchemaOf,
} from '../capabilities/index.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

export interface DeviceTrial<Name extends CommandedCapabilityName> {
  readonly kind: EquipmentKind;
  readonly capability: Name;
  deviceOf(bench: DeviceBench): CommandedDevice<CommandOf<Name>, OutcomeOf<Name>> | undefined;
  /** A command that takes a while, and one that no device can carry out. */
  readonly slow: CommandOf<Name>;
  readonly impossible: CommandOf<Name>;
  /** How many commands the device has seen, stops aside. */
  countCommands(bench: DeviceBench): number;
}

/** What every commanded device must do, whatever it is: run on the kind's simulator, through its driver. */
export function testDeviceConformance<Name extends CommandedCapabilityName>(trial: DeviceTrial<Name>): void {
  const { kind, capability, slow, impossible } = trial;
  const never = new AbortController().signal;
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await openBench(kind);
  });
  afterEach(() => bench.close());

  const begin = (signal = never): Promise<DeviceResult<OutcomeOf<Name>>> =>
    demand(trial.deviceOf(bench)).actuate(slow, signal);
  const count = () => trial.countCommands(bench);
  const untilCommanded = async () => {
    while (count() === 0) await bench.pass(5);
  };

  it('succeeds, says so in its schema, and was told once', async () => {
    const result = await bench.settle(begin());
    expect(result).toMatchObject({ ok: true });
    expect(resultSchemaOf<unknown>(commandedCapabilities[capability]).parse(result)).toEqual(result);
    expect(count()).toBeGreaterThan(0);
  });

  it('is refused what it cannot do, and sends nothing', async () => {
    const result = await bench.settle(demand(trial.deviceOf(bench)).actuate(impossible, never));
    expect(result).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
    expect(count()).toBe(0);
  });

  it('refuses a second command while one is carried out', async () => {
    const first = begin();
    expect(await bench.settle(begin())).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
    const once = count();
    expect(await bench.settle(first)).toMatchObject({ ok: true });
    expect(count()).toBe(once);
  });

  it('is busy meanwhile and idle after it', async () => {
    const statuses = new Set<string>();
    bench.driver.onChange(({ status }) => statuses.add(status));
    await bench.settle(begin());
    await bench.pass(100);
    expect([...statuses]).toEqual(['busy', 'idle']);
  });

  it('ends as stopped when the signal aborts, and takes the next command', async () => {
    const abort = new AbortController();
    const result = begin(abort.signal);
    await untilCommanded();
    abort.abort();
    expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
    await bench.waitForState(({ status }) => status === 'idle');
    expect(await bench.settle(begin())).toMatchObject({ ok: true });
  });

  it('never sends a command that was stopped before it was sent', async () => {
    expect(await bench.settle(begin(AbortSignal.abort()))).toEqual({ ok: false, stopped: true });
    expect(count()).toBe(0);
  });

  it('fails the command under way with the reason it is closed for', async () => {
    const result = begin();
    await untilCommanded();
    await bench.settle(bench.driver.close('The device was switched off'));
    expect(await result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. '), mayRetry: false },
    });
  });

  it('says that a command was refused', async () => {
    bench.sim.faults.refusing = true;
    expect(await bench.settle(begin())).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
  });

  it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
    bench.sim.faults.hangUpOnCommand = true;
    const result = await bench.settle(begin());
    bench.sim.faults.hangUpOnCommand = false;
    expect(result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', mayRetry: false, message: expect.stringContaining('look at it before') },
    });
    const once = count();
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(5000);
    expect(count()).toBe(once);
  });

  it('carries a command over a lost connection', async () => {
    const result = begin();
    await untilCommanded();
    const once = count();
    bench.sim.dropConnections();
    expect(await bench.settle(result)).toMatchObject({ ok: true });
    expect(count()).toBe(once);
  });

  it('does not know the outcome when the connection does not come back', async () => {
    const result = begin();
    await untilCommanded();
    await bench.sim.close();
    expect(await bench.settle(result)).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was lost during the command') },
    });
    await bench.sim.start(bench.port);
  });

  it('shows a device that is gone, and finds it again', async () => {
    await bench.sim.close();
    const lost = await bench.waitForState(({ connected }) => !connected);
    expect(lost).toMatchObject({ status: 'error', error: expect.stringContaining('No connection to') });
    expect(await bench.settle(begin())).toMatchObject({
      ok: false,
      failure: { reason: 'unreachable', mayRetry: true, message: expect.stringContaining('check the power, cable') },
    });
    await bench.sim.start(bench.port);
    await bench.waitForState(({ connected, status }) => connected && status === 'idle');
  });

  it('is told nothing by a stop while it is at rest', async () => {
    await bench.settle(bench.driver.stopMotion());
    expect(count()).toBe(0);
  });
}

export function demand<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('this kind has the capability but a piece of it is missing');
  return value;
}

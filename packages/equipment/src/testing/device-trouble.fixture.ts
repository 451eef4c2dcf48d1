import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandedCapabilityName, DeviceResult, OutcomeOf } from '../capabilities/index.ts';
import type { CommandedTrial } from '../conformance/commanded.ts';
import { never } from '../conformance/rig.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

/** Tests every commanded device in trouble that only a simulator can have. */
export function testDeviceInTrouble<Name extends CommandedCapabilityName>(
  kind: EquipmentKind,
  trial: CommandedTrial<Name>,
): void {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await openBench(kind);
    await trial.prepare?.(bench);
  });
  afterEach(() => bench.close());

  const begin = (signal = never): Promise<DeviceResult<OutcomeOf<Name>>> =>
    trial.deviceOf(bench).actuate(trial.slow(bench), signal);
  const count = () => trial.countCommands(bench.sim);
  const untilCommanded = async () => {
    while (count() === 0) await bench.pass(5);
  };

  it('fails the command in progress with the reason of its closing', async () => {
    const result = begin();
    await untilCommanded();
    await bench.settle(bench.driver.close('The device was switched off'));
    expect(await result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. '), mayRetry: false },
    });
  });

  it('reports that a command was refused', async () => {
    bench.sim.faults.refusing = true;
    expect(await bench.settle(begin())).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
  });

  it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
    bench.sim.faults.hangUpOnCommand = true;
    const result = await bench.settle(begin());
    bench.sim.faults.hangUpOnCommand = false;
    expect(result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', mayRetry: false, message: expect.stringMatching(/check it before/i) },
    });
    const once = count();
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(5000);
    expect(count()).toBe(once);
  });

  it('continues a command across a lost connection', async () => {
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

  it('shows a device that is gone and finds it again', async () => {
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
}

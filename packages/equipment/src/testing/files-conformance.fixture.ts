import type { FilesCommand, FilesOutcome } from '@cellwright/domain/equipment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeviceResult } from '../capabilities/index.ts';
import { ask as askRig, simulatedFiles, upload } from '../conformance/files.ts';
import { deviceOf, never } from '../conformance/rig.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

/** Tests every file server in trouble that only a simulator can have. */
export function testFilesInTrouble(kind: EquipmentKind): void {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await openBench(kind);
  });
  afterEach(() => bench.close());

  const files = () => simulatedFiles(bench);
  const begin = (command: FilesCommand, signal = never): Promise<DeviceResult<FilesOutcome>> =>
    deviceOf(bench, 'files').actuate(command, signal);
  const ask = (command: FilesCommand) => askRig(bench, command);
  const untilStored = async () => {
    while (files().commands.length === 0) await bench.pass(5);
  };

  it('ends a transfer as stopped when the signal aborts and accepts the next command', async () => {
    bench.sim.faults.jammed = true;
    const abort = new AbortController();
    const result = begin(upload, abort.signal);
    await bench.pass(500);
    abort.abort();
    expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
    bench.sim.faults.jammed = false;
    expect(await ask(upload)).toMatchObject({ ok: true });
  });

  it('fails the command in progress with the reason of its closing', async () => {
    bench.sim.faults.jammed = true;
    const result = begin(upload);
    await bench.pass(100);
    await bench.settle(bench.driver.close('The device was switched off'));
    expect(await result).toMatchObject({
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. ') },
    });
  });

  it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
    bench.sim.faults.hangUpOnCommand = true;
    expect(await ask(upload)).toMatchObject({ failure: { reason: 'outcomeUnknown', mayRetry: false } });
    bench.sim.faults.hangUpOnCommand = false;
    await untilStored();
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(20_000);
    expect(files().commands).toHaveLength(1);
  });

  it('does not know the outcome of a transfer that does not end in time', async () => {
    bench.sim.faults.jammed = true;
    const before = bench.clock.now();
    expect(await ask(upload)).toMatchObject({
      failure: { reason: 'outcomeUnknown', message: expect.stringContaining('30000 ms') },
    });
    expect(bench.clock.now() - before).toBeLessThan(33_000);
  });

  it('shows a server that is gone and finds it again', async () => {
    await bench.sim.close();
    const lost = await bench.waitForState(({ connected }) => !connected);
    expect(lost.status).toBe('error');
    expect(await ask(upload)).toMatchObject({
      failure: { reason: 'unreachable', mayRetry: true, message: expect.stringContaining('check the power, cable') },
    });
    await bench.restartSim();
    await bench.waitForState(({ connected, status }) => connected && status === 'idle');
    expect(await ask(upload)).toMatchObject({ ok: true });
  });
}

import type { FilesCommand, FilesOutcome } from '@cellwright/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandedCapabilities, type DeviceResult, resultSchemaOf } from '../capabilities/index.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { demand } from './device-conformance.fixture.ts';

const never = new AbortController().signal;
const program = 'O1234\nG0 X1.\nM30\n';
const upload: FilesCommand = { operation: 'upload', path: 'O1234.nc', content: program, encoding: 'utf8' };

/** What every server of files must do: run on the kind's simulator, through its driver, over a real socket. */
export function testFilesConformance(kind: EquipmentKind): void {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await openBench(kind);
  });
  afterEach(() => bench.close());

  const files = () => demand(bench.sim.simulated.files);
  const begin = (command: FilesCommand, signal = never): Promise<DeviceResult<FilesOutcome>> =>
    demand(bench.driver.capabilities.files).actuate(command, signal);
  const ask = async (command: FilesCommand) => {
    const result = await bench.settle(begin(command));
    expect(resultSchemaOf<unknown>(commandedCapabilities.files).parse(result)).toEqual(result);
    return result;
  };
  const untilStored = async () => {
    while (files().commands.length === 0) await bench.pass(5);
  };

  it('sends a file, lists it, fetches it and deletes it, each byte as it was', async () => {
    expect(await ask(upload)).toEqual({ ok: true, value: { operation: 'upload', sizeBytes: program.length } });
    expect(Buffer.from(demand(files().get('O1234.nc'))).toString()).toBe(program);
    expect(await ask({ operation: 'list', folder: '' })).toMatchObject({
      ok: true,
      value: { files: [{ name: 'O1234.nc', isFolder: false, sizeBytes: program.length }] },
    });
    const fetched = { operation: 'download', content: program, encoding: 'utf8', sizeBytes: program.length };
    expect(await ask({ operation: 'download', path: 'O1234.nc' })).toEqual({ ok: true, value: fetched });
    expect(await ask({ operation: 'delete', path: 'O1234.nc' })).toEqual({ ok: true, value: { operation: 'delete' } });
    expect(files().get('O1234.nc')).toBeUndefined();
    expect(files().commands.map((change) => change.kind)).toEqual(['stored', 'deleted']);
  });

  it('keeps bytes that are no text, line ends and an empty file as they are', async () => {
    for (const bytes of [[0, 255, 13, 10, 13, 0x1a], [13, 10, 10, 13], []].map((each) => Buffer.from(each))) {
      const content = bytes.toString('base64');
      expect(await ask({ operation: 'upload', path: 'raw', content, encoding: 'base64' })).toMatchObject({ ok: true });
      expect(Buffer.from(demand(files().get('raw')))).toEqual(bytes);
      const fetched = await ask({ operation: 'download', path: 'raw' });
      if (!fetched.ok || fetched.value.operation !== 'download') throw new Error('not fetched');
      expect(Buffer.from(fetched.value.content, fetched.value.encoding)).toEqual(bytes);
    }
  });

  it.each(['../up', 'a/../../b', './x', '/x', 'a//b', 'x\r\nDELE y', 'x;ls', '$(ls)', '-la', 'a\0b', '*', 'a\\b'])(
    'is refused the path %j, and sends nothing',
    async (path) => {
      for (const command of [{ ...upload, path }, { operation: 'delete', path } as const]) {
        expect(await ask(command)).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
      }
      expect(files().commands).toEqual([]);
    },
  );

  it('says what the server refuses, and is there all the same', async () => {
    const missing = await ask({ operation: 'download', path: 'missing.nc' });
    expect(missing).toMatchObject({
      ok: false,
      failure: { reason: 'deviceFault', message: expect.stringContaining('No such file') },
    });
    expect(await ask(upload)).toMatchObject({ ok: true });
  });

  it('refuses a second command while one is carried out', async () => {
    const first = begin(upload);
    expect(await bench.settle(begin(upload))).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
    expect(await bench.settle(first)).toMatchObject({ ok: true });
    expect(files().commands).toHaveLength(1);
  });

  it('is busy meanwhile and idle after it', async () => {
    const statuses: string[] = [];
    bench.driver.onChange(({ status }) => statuses.push(status));
    await ask(upload);
    await bench.pass(100);
    expect(statuses).toEqual(['busy', 'idle']);
  });

  it('never sends what was stopped before it was sent', async () => {
    expect(await bench.settle(begin(upload, AbortSignal.abort()))).toEqual({ ok: false, stopped: true });
    expect(files().commands).toEqual([]);
  });

  it('ends a transfer as stopped when the signal aborts, and takes the next command', async () => {
    bench.sim.faults.jammed = true;
    const abort = new AbortController();
    const result = begin(upload, abort.signal);
    await bench.pass(500);
    abort.abort();
    expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
    bench.sim.faults.jammed = false;
    expect(await ask(upload)).toMatchObject({ ok: true });
  });

  it('fails the command under way with the reason it is closed for', async () => {
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

  it('shows a server that is gone, and finds it again', async () => {
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

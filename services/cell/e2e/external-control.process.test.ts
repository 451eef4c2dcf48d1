import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type ExternalControlView, externalControlViewSchema } from '@cellwright/calls';
import { type LineCommandBit, lineCommandBits } from '@cellwright/domain/robot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findRunning } from '../src/data/data-folder.ts';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { sketchFile } from './faults/routines.fixture.ts';
import { waitUntil } from './harness.ts';
import { switchOn } from './switch-on.fixture.ts';

const peers = new URL('../../external-control/src/outside/peers.py', import.meta.url);
const python = new URL('../../../.cache/line-peers/bin/python', import.meta.url);
/** Scanners use fixed ports, so each run of these tests has an address of its own. */
const host = `127.${20 + (process.pid % 200)}.${process.pid % 250}.9`;

let faults: FaultCell;
let scanner: Scanner;
beforeAll(async () => {
  faults = await startFaultCell('compact');
  const wait = { id: 'step_wait', stepKind: 'Wait', args: { milliseconds: 600_000 } };
  await faults.cell.client.importRoutine(JSON.stringify(sketchFile('routine_line', [wait])));
}, 120_000);
afterAll(async () => {
  scanner?.kill();
  await faults.remove();
}, 60_000);

type Scanner = ReturnType<typeof startScanner>;

/** Starts the scanner of the Python package ethernetip. */
function startScanner() {
  const child: ChildProcess = spawn(fileURLToPath(python), [fileURLToPath(peers), 'scan', host, '20', '3'], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the scanner has no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value);
  const schema = z.object({ inputs: z.array(z.number()) });
  return {
    next,
    kill: () => child.kill('SIGKILL'),
    /** Sets the commands, and returns the input assembly. */
    async set(...names: LineCommandBit[]): Promise<readonly number[]> {
      const bits = names.reduce((sum, name) => sum + 2 ** lineCommandBits.indexOf(name), 0);
      stdin.write(`${JSON.stringify({ outputs: [bits] })}\n`);
      return schema.parse(await next()).inputs;
    },
  };
}

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<ExternalControlView> {
  const { status, text } = await faults.call(method, `/external-control${path}`, body && JSON.stringify(body));
  expect(status, text).toBe(200);
  return externalControlViewSchema.parse(JSON.parse(text));
}

const readView = () => call('GET', '');
const findStatusBits = (view: ExternalControlView) =>
  view.inputs.find(({ name }) => name === 'Status')?.bits.flatMap(({ name, isSet }) => (isSet ? [name] : []));
const untilView = (isTrue: (view: ExternalControlView) => boolean) =>
  waitUntil(async () => isTrue(await readView()), 20_000);
const untilStatus = (name: string) => untilView((view) => findStatusBits(view)?.includes(name) ?? false);
const findProcess = () => findRunning(faults.cell.dataPath)?.processes.find(({ name }) => name === 'external-control');

function isListening(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port: 44_818 });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('external control of a cell', () => {
  it('has no process before it is switched on, and says what is missing', async () => {
    expect(findProcess()).toBeUndefined();
    expect(await readView()).toMatchObject({ status: 'off', state: null });
    expect(await call('POST', '/start', {})).toMatchObject({ status: 'noAddress', isEnabled: true });
    expect(await call('POST', '/address', { host })).toMatchObject({ status: 'flagOff', state: null });
    expect(findProcess()).toBeUndefined();
    await call('POST', '/stop', {});
  }, 30_000);

  it('listens at its address once it is started', async () => {
    await switchOn(faults.cell, ['etherNetIP']);
    const settings = { robotKind: 'simulated', defaultRoutineID: 'routine_line' };
    const saved = await faults.call('PATCH', '/external-control-settings/1', JSON.stringify(settings));
    expect(saved.status, saved.text).toBe(200);
    await call('POST', '/start', {});
    await untilView(({ status }) => status === 'listening');
    expect(findProcess()?.pid).toBeGreaterThan(0);
    const settingsNow = await faults.call('GET', '/external-control-settings/1');
    expect(JSON.parse(settingsNow.text)).toMatchObject({ isEnabled: true, isInForce: true });
  }, 60_000);

  it('plays, pauses, resumes and stops the default routine for a scanner', async () => {
    const session = await faults.openReadySession('simulated');
    await session.send('releaseControl', {});
    session.close();
    scanner = startScanner();
    expect(await scanner.next()).toEqual({ status: 0 });
    await scanner.set();
    await untilView(({ state }) => (state?.connections[0]?.received ?? 0) > 2);
    await scanner.set('Play');
    await untilStatus('Running');
    expect((await readView()).state?.connections).toMatchObject([{ kind: 'exclusiveOwner', peer: '127.0.0.1' }]);
    await scanner.set('Pause');
    await untilStatus('Paused');
    await scanner.set('Resume');
    await untilStatus('Running');
    await scanner.set('Stop');
    await untilStatus('Ready');
    expect((await readView()).state?.lastCommand).toMatchObject({ name: 'Stop', result: 'accepted' });
    const [, , echo, result] = await scanner.set('Stop');
    expect([echo, result]).toEqual([8, 1]);
    await waitUntil(async () => {
      const { text } = await faults.call('GET', '/audit?limit=100');
      const by = '"subject":{"id":"","name":"External control"}';
      return text.includes(by) && text.includes('runner.playRoutine');
    }, 20_000);
  }, 120_000);

  it('refuses commands while another client controls the robot', async () => {
    const other = await faults.openReadySession('simulated');
    await other.send('takeOverControl', {});
    await scanner.set();
    await untilView(({ outputs }) => outputs[0]?.value === 0);
    await scanner.set('Play');
    await untilView(({ state }) => state?.lastCommand?.result === 'refused');
    const { state } = await readView();
    expect(state?.lastCommand?.message).toMatch(/control/i);
    await other.send('releaseControl', {});
    other.close();
  }, 60_000);

  it('stops the run once when the scanner is lost', async () => {
    await scanner.set();
    await untilView(({ outputs }) => outputs[0]?.value === 0);
    await scanner.set('Play');
    await untilStatus('Running');
    scanner.kill();
    await untilStatus('Ready');
    const { state } = await readView();
    expect(state).toMatchObject({ lossCount: 1, connections: [], lastCommand: { name: 'Stop', result: 'accepted' } });
    const [run] = await faults.listRuns('simulated');
    expect(run?.status).toBe('stopped');
  }, 60_000);

  it('ends its process when it is stopped', async () => {
    const pid = findProcess()?.pid ?? 0;
    expect(await call('POST', '/stop', {})).toMatchObject({ status: 'off', state: null });
    await waitUntil(async () => !(await isListening()), 20_000);
    await waitUntil(() => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    }, 20_000);
  }, 60_000);
});

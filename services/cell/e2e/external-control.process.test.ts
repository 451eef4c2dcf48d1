import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
/** Scanners use fixed ports, so each run of these tests has a separate address. */
const host = `127.${20 + (process.pid % 200)}.${process.pid % 250}.9`;

let faults: FaultCell;
let scanner: Scanner;
/** Process of the OPC UA server. */
let serverPID = 0;
beforeAll(async () => {
  faults = await startFaultCell('compact');
  const wait = { id: 'step_wait', stepKind: 'Wait', args: { milliseconds: 600_000 } };
  await faults.cell.client.importRoutine(JSON.stringify(sketchFile('routine_line', [wait])));
}, 120_000);
afterAll(async () => {
  scanner?.kill();
  await faults.remove();
}, 60_000);

/** Starts a client by others than this project. */
function startPeer(...args: readonly string[]) {
  const child: ChildProcess = spawn(fileURLToPath(python), [fileURLToPath(peers), ...args], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the client has no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value);
  const ask = (value: unknown): Promise<unknown> => {
    stdin.write(`${JSON.stringify(value)}\n`);
    return next();
  };
  return { next, ask, kill: () => child.kill('SIGKILL') };
}

type Scanner = ReturnType<typeof startScanner>;
const toBits = (names: readonly LineCommandBit[]) =>
  names.reduce((sum, name) => sum + 2 ** lineCommandBits.indexOf(name), 0);

/** Starts the scanner of the Python package ethernetip. */
function startScanner() {
  // Lost after 128 intervals of silence: on a busy machine it may be silent for a second.
  const { next, ask, kill } = startPeer('scan', host, '20', '5');
  const schema = z.object({ inputs: z.array(z.number()) });
  return {
    ...{ next, kill },
    /** Sets the commands, and returns the input assembly. */
    set: async (...names: LineCommandBit[]): Promise<readonly number[]> =>
      schema.parse(await ask({ outputs: [toBits(names)] })).inputs,
  };
}

/** Creates a user with permission to command robots. */
async function createUser(): Promise<{ readonly username: string; readonly password: string }> {
  const user = { username: 'line', password: 'correct horse battery' };
  const permissions = { connectToRobot: true, account: false };
  const wanted = JSON.stringify({ name: 'Line', username: user.username, permissions });
  const invited = await faults.call('POST', '/users/invite', wanted);
  const { link } = z.object({ link: z.string() }).parse(JSON.parse(invited.text));
  const token = link.split('#')[1];
  const accepted = await faults.call('POST', '/setup', JSON.stringify({ token, password: user.password }));
  expect(accepted.status, accepted.text).toBe(200);
  return user;
}

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<ExternalControlView> {
  const { status, text } = await faults.call(method, `/external-control${path}`, body && JSON.stringify(body));
  expect(status, text).toBe(200);
  return externalControlViewSchema.parse(JSON.parse(text));
}

const readView = () => call('GET', '');
const findStatusBits = (view: ExternalControlView) =>
  view.inputs.find(({ name }) => name === 'Status')?.bits.flatMap(({ name, isSet }) => (isSet ? [name] : []));
const waitForView = (isTrue: (view: ExternalControlView) => boolean) =>
  waitUntil(async () => isTrue(await readView()), 40_000);
const waitForStatus = (name: string) => waitForView((view) => findStatusBits(view)?.includes(name) ?? false);
/** Waits until a stop is accepted, which may be after the robot shows its end. */
const waitForStop = () =>
  waitForView(({ state }) => state?.lastCommand?.name === 'Stop' && state.lastCommand.result === 'accepted');

/** Expects that the running run, whose owner is lost, is stopped; returns the view after it. */
async function expectStopByLoss(): Promise<ExternalControlView> {
  const [run] = await faults.listRuns('simulated');
  await waitForStatus('Ready');
  await waitForStop();
  expect((await faults.untilRunEnded(run?.id ?? '')).status).toBe('stopped');
  return readView();
}

const findProcess = () => findRunning(faults.cell.dataPath)?.processes.find(({ name }) => name === 'external-control');

/** Returns the processes that a process started. */
function listChildren(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isListening(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port: 44_818 });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('external control of a cell', () => {
  it('has no process before it is switched on, and reports missing settings', async () => {
    expect(findProcess()).toBeUndefined();
    expect(await readView()).toMatchObject({ status: 'off', state: null });
    expect(await call('POST', '/start', {})).toMatchObject({ status: 'noAddress', isEnabled: true });
    expect(await call('POST', '/address', { host })).toMatchObject({ status: 'flagOff', state: null });
    expect(findProcess()).toBeUndefined();
    await call('POST', '/stop', {});
  });

  it('listens at its address once it is started', async () => {
    await switchOn(faults.cell, ['etherNetIP']);
    const settings = { robotKind: 'simulated', defaultRoutineID: 'routine_line' };
    const saved = await faults.call('PATCH', '/external-control-settings/1', JSON.stringify(settings));
    expect(saved.status, saved.text).toBe(200);
    await call('POST', '/start', {});
    await waitForView(({ status }) => status === 'listening');
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
    await waitForView(({ state }) => (state?.connections[0]?.received ?? 0) > 2);
    await scanner.set('Play');
    await waitForStatus('Running');
    expect((await readView()).state?.connections).toMatchObject([{ kind: 'exclusiveOwner', peer: '127.0.0.1' }]);
    await scanner.set('Pause');
    await waitForStatus('Paused');
    await scanner.set('Resume');
    await waitForStatus('Running');
    await scanner.set('Stop');
    await waitForStatus('Ready');
    await waitForStop();
    await expect.poll(async () => (await scanner.set('Stop')).slice(2, 4)).toEqual([8, 1]);
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
    await waitForView(({ outputs }) => outputs[0]?.value === 0);
    await scanner.set('Play');
    await waitForView(({ state }) => state?.lastCommand?.result === 'refused');
    const { state } = await readView();
    expect(state?.lastCommand?.message).toMatch(/control/i);
    await other.send('releaseControl', {});
    other.close();
  }, 60_000);

  it('stops the run once when the scanner is lost', async () => {
    await scanner.set();
    await waitForView(({ outputs }) => outputs[0]?.value === 0);
    await scanner.set('Play');
    await waitForStatus('Running');
    scanner.kill();
    expect((await expectStopByLoss()).state).toMatchObject({ lossCount: 1, connections: [] });
  }, 60_000);

  it('lets a Modbus client command the cell, which then no scanner owns, and stops when it is lost', async () => {
    const modbus = { isEnabled: true, host, port: 5020, watchdogMS: 4000 };
    const saved = await faults.call('PATCH', '/external-control-settings/1', JSON.stringify({ modbus }));
    expect(saved.status, saved.text).toBe(200);
    await waitForView((view) => view.modbus.status === 'listening' && view.status === 'listening');
    const client = startPeer('modbus', host, '5020');
    expect(await client.next()).toEqual({ connected: true });
    const set = (...names: LineCommandBit[]) =>
      client.ask(['write_register', { address: 0, value: toBits(names) }, 255]);
    await set();
    await set('Play');
    const beat = () => client.ask(['write_register', { address: 1, value: 1 }, 255]);
    await waitUntil(async () => {
      await beat();
      return findStatusBits(await readView())?.includes('Running') ?? false;
    }, 20_000);
    expect((await readView()).owner).toMatchObject({ protocol: 'modbus', peer: '127.0.0.1' });
    const late = startScanner();
    let answer: unknown;
    void late.next().then((value) => {
      answer = value;
    });
    // Starting a scanner may take longer than the watchdog allows.
    await waitUntil(async () => {
      await beat();
      return answer !== undefined;
    }, 40_000);
    expect(answer).toEqual({ status: 0x0106 });
    late.kill();
    client.kill();
    const view = await expectStopByLoss();
    expect([view.owner, view.modbus.state?.lossCount]).toEqual([null, 1]);
  }, 120_000);

  it('lets a user command the cell over OPC UA from a separate process, and stops when the session is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwright-asyncua-'));
    const { username, password } = await createUser();
    const opcUA = { isEnabled: true, host, port: 4840, sessionTimeoutMS: 8000 };
    const saved = await faults.call('PATCH', '/external-control-settings/1', JSON.stringify({ opcUA }));
    expect(saved.status, saved.text).toBe(200);
    await waitUntil(async () => (await readView()).opcUA.status === 'listening', 60_000);
    const children = listChildren(findProcess()?.pid ?? 0);
    expect(children).toHaveLength(1);
    serverPID = children[0] ?? 0;
    const wrong = startPeer('opcua', `opc.tcp://${host}:4840`, folder, username, 'a wrong password');
    expect(await wrong.next()).toEqual({ error: 'BadUserAccessDenied' });
    const client = startPeer('opcua', `opc.tcp://${host}:4840`, folder, username, password);
    expect(await client.next()).toEqual({ connected: true });
    const robot = z.object({ positions: z.array(z.number()).length(6), emergencyStop: z.boolean() });
    expect(robot.parse(await client.ask({ robot: true })).emergencyStop).toBe(false);
    const set = (value: number) => client.ask({ name: 'Command', type: 'Byte', value });
    expect(await set(0)).toEqual({ status: 'Good' });
    expect(await set(toBits(['Play']))).toEqual({ status: 'Good' });
    await waitForStatus('Running');
    expect((await readView()).owner).toMatchObject({ protocol: 'opcUA', peer: expect.stringContaining('127.') });
    // The server of OPC UA is another process, which gets the status a moment later.
    const flag = z.object({ value: z.boolean() });
    await waitUntil(async () => flag.parse(await client.ask({ name: 'Status.Running' })).value, 20_000);
    client.kill();
    const view = await expectStopByLoss();
    expect([view.owner, view.opcUA.state?.lossCount]).toEqual([null, 1]);
    expect(view.opcUA.state?.refusals).toMatchObject([{ reason: 'password', name: username }]);
    rmSync(folder, { recursive: true });
  }, 120_000);

  it('ends its processes when it is stopped', async () => {
    const pid = findProcess()?.pid ?? 0;
    expect(await call('POST', '/stop', {})).toMatchObject({ status: 'off', state: null });
    await waitUntil(async () => !(await isListening()), 20_000);
    expect(serverPID).toBeGreaterThan(0);
    await waitUntil(() => !isAlive(pid) && !isAlive(serverPID), 20_000);
  }, 60_000);
});

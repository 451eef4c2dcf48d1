import { connect, type Socket } from 'node:net';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noFaults } from '../../framework/sim.ts';
import { settleOn } from '../../testing/device-bench.fixture.ts';
import { createPeer } from '../../testing/peer.fixture.ts';
import { createLineTcp } from '../line-client.ts';
import { LineSplitter } from '../line-splitter.ts';
import { cleanAnswer, readMacro, readNamed, readProgram } from './answers.ts';
import { type HaasControl, openHaasControl } from './broker.ts';
import { type HaasQuirks, SimulatedHaasControl } from './simulated-control.ts';

const timeoutMS = 2000;

describe('the answers of a Haas control', () => {
  it.each([
    ['MACRO, 3.000000', 3],
    ['>\u0002MACRO, -1.5\u0017', -1.5],
    ['>>MACRO, 10900, 7', 7],
    ['MACRO, 10901, 7', undefined],
    ['UNKNOWN', undefined],
    ['MACRO, ', undefined],
    ['PARTS, 380', undefined],
    ['!', undefined],
  ])('reads %j as macro variable 10900 with the value %s', (line, value) => {
    expect(readMacro(cleanAnswer(line), 10_900)).toBe(value);
  });

  it.each([
    ['PROGRAM, O12345, IDLE, PARTS, 380', { isBusy: false, program: 'O12345', state: 'IDLE', partCount: 380 }],
    ['PROGRAM, MDI, ALARM ON, PARTS, 0', { isBusy: false, program: 'MDI', state: 'ALARM ON', partCount: 0 }],
    ['PROGRAM, O1, FEED HOLD', { isBusy: false, program: 'O1', state: 'FEED HOLD' }],
    ['STATUS, BUSY', { isBusy: true }],
    ['STATUS BUSY', { isBusy: true }],
    ['STATUSBUSY', { isBusy: true }],
    ['MODE, MEM', undefined],
  ])('reads %j as the state of the program', (line, state) => {
    expect(readProgram(line)).toEqual(state);
  });

  it('finds a value by its name, however the control spaces it', () => {
    expect(readNamed('C.S.TIME, 00098:18:29', 'C.S. TIME')).toBe('00098:18:29');
    expect(readNamed('LAST CYCLE, 00000:00:13', 'PREV CYCLE')).toBeUndefined();
  });
});

describe('the conversation with a Haas control', () => {
  const clock = new VirtualClock();
  let sim: SimulatedHaasControl;
  let port: number;
  let open: ReturnType<typeof createLineTcp>;
  let controls: HaasControl[];
  const faults = { ...noFaults };
  const writes: (readonly [number, number])[] = [];

  beforeEach(async () => {
    Object.assign(faults, noFaults);
    writes.length = 0;
    sim = new SimulatedHaasControl({ clock, faults, onWrite: (...write) => writes.push(write) });
    port = await sim.listen(0);
    open = createLineTcp(clock);
    controls = [];
  });
  afterEach(async () => {
    for (const control of controls) await control.close();
    await sim.close();
  });

  function connectControl(lines = open): HaasControl {
    const control = openHaasControl({ host: '127.0.0.1', port, timeoutMS }, lines);
    controls.push(control);
    return control;
  }
  const settle = <T>(promise: Promise<T>) => settleOn(clock, promise);

  it.each<[string, Partial<HaasQuirks>]>([
    ['NGC frames', {}],
    ['RS-232 frames', { framing: 'rs232' }],
    ['an echo of the first question', { echoesFirst: true }],
    ['macro variables with their number', { namesMacro: true }],
    ['writes without a question mark', { hasBareWrites: true }],
    ['STATUSBUSY', { busyAnswer: 'STATUSBUSY' }],
  ])('reads and writes with %s', async (_, quirks) => {
    Object.assign(sim.quirks, quirks);
    const control = connectControl();
    expect(await settle(control.writeMacro(10_001, 42, { mayRepeat: true }))).toEqual({ ok: true, value: undefined });
    expect(await settle(control.readMacro(10_001))).toEqual({ ok: true, value: 42 });
    expect(writes).toEqual([[10_001, 42]]);
    sim.program = undefined;
    expect(await settle(control.readProgram())).toEqual({ ok: true, value: { isBusy: true } });
    sim.program = { name: 'O00100', state: 'IDLE' };
    expect(await settle(control.readProgram())).toMatchObject({ value: { program: 'O00100', state: 'IDLE' } });
    expect(await settle(control.readMode())).toEqual({ ok: true, value: 'MEM' });
    expect(await settle(control.readLastCycle())).toEqual({ ok: true, value: '00000:00:00' });
  });

  it('tries one form of a write where the value must not be written twice', async () => {
    sim.quirks.hasBareWrites = true;
    const control = connectControl();
    expect(await settle(control.writeMacro(10_000, 1))).toMatchObject({ failure: { kind: 'refused' } });
    expect(await settle(control.writeMacro(10_001, 5, { mayRepeat: true }))).toMatchObject({ ok: true });
    expect(await settle(control.writeMacro(10_000, 1))).toMatchObject({ ok: true });
    expect(writes).toEqual([
      [10_001, 5],
      [10_000, 1],
    ]);
  });

  it('shares one connection among all that talk to a control, and leaves the second one free', async () => {
    const three = [connectControl(), connectControl(), connectControl()];
    for (const index of three.keys()) sim.macros.set(index + 1, index);
    const answers = await settle(Promise.all(three.map((control, index) => control.readMacro(index + 1))));
    expect(answers.map((answer) => answer.ok && answer.value)).toEqual([0, 1, 2]);
    const outside = connectControl(createLineTcp(clock));
    expect(await settle(outside.readMacro(3)), 'a client of its own').toEqual({ ok: true, value: 2 });
    await settle(three[0]?.close() ?? Promise.reject());
    expect(await settle(three[1]?.readMacro(2) ?? Promise.reject())).toEqual({ ok: true, value: 1 });
    expect(await settle(three[0]?.readMacro(1) ?? Promise.reject())).toMatchObject({ failure: { kind: 'aborted' } });
  });

  it('passes over the answers to another client', async () => {
    const control = connectControl();
    await settle(control.readSerialNumber());
    faults.slow = true;
    const reading = control.readMacro(7);
    const other = await connected(port);
    other.write('?Q500\r\n?Q104\r\n');
    expect(await settle(reading)).toEqual({ ok: true, value: 0 });
    other.destroy();
  });

  it('fails with a reason if the control is silent, or closes the connection', async () => {
    const control = connectControl();
    await settle(control.readSerialNumber());
    faults.silent = true;
    expect(await settle(control.readMacro(1))).toMatchObject({ failure: { kind: 'timeout', wasSent: true } });
    expect(await settle(control.writeMacro(1, 1))).toMatchObject({ failure: { kind: 'timeout', wasSent: false } });
    faults.silent = false;
    faults.hangUpOnCommand = true;
    expect(await settle(control.writeMacro(1, 1))).toMatchObject({
      failure: { kind: 'connectionLost', wasSent: true },
    });
    expect(writes).toEqual([[1, 1]]);
    faults.refusing = true;
    expect(await settle(control.readMacro(1))).toMatchObject({ failure: { kind: 'refused' } });
  });
});

describe('a control that does not answer the question', () => {
  it.each([
    ['is busy', 'STATUS, BUSY', 'busy'],
    ['only sends it back', '?Q600 1', 'refused'],
    ['does not know it', '?', 'refused'],
  ])('%s', async (_, answer, kind) => {
    const clock = new VirtualClock();
    const peer = createPeer();
    const port = await peer.listen((socket) => {
      const lines = new LineSplitter(100);
      socket.on('data', (data) => {
        for (const line of lines.push(data.toString('latin1')) ?? [])
          socket.write(line === '?Q100' ? '>SERIAL NUMBER, 1\r\n>' : `>${answer}\r\n>`);
      });
    });
    const control = openHaasControl({ host: '127.0.0.1', port, timeoutMS }, createLineTcp(clock));
    expect(await settleOn(clock, control.readMacro(1))).toMatchObject({ failure: { kind } });
    await control.close();
    await peer.close();
  });
});

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

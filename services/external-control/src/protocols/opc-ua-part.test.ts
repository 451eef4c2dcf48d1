import { ProductError } from '@cellwright/domain/basics';
import { externalControlSettingsSchema, lineCommandBits } from '@cellwright/domain/robot';
import { silentLogger } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { LineSession } from '../domain/line-session.ts';
import { Ownership } from '../domain/ownership.ts';
import type { ProcessHost } from '../sockets/opcua/opcua-in-process.ts';
import type { CellReadings } from '../sockets/opcua/server-host.ts';
import { OpcUAPart } from './opc-ua-part.ts';

let clock: VirtualClock;
let ownership: Ownership;
let part: OpcUAPart;
let host: ProcessHost;
let sent: string[];
let shown: CellReadings[];
let endedSessions: string[];
let versions: Map<string, number>;
let starts: number;
let startError: Error | undefined;
beforeEach(() => {
  clock = new VirtualClock();
  ownership = new Ownership(clock);
  sent = [];
  shown = [];
  endedSessions = [];
  starts = 0;
  startError = undefined;
  versions = new Map([
    ['ada', 1],
    ['bob', 1],
  ]);
});

async function open(uponConnectionLoss = 'stop'): Promise<void> {
  const opcUA = { isEnabled: true, host: '10.0.0.7', uponConnectionLoss };
  const settings = externalControlSettingsSchema.parse({ id: '1', isEnabled: true, opcUA });
  const ok = { kind: 'response' as const, id: '1', ok: true as const, result: {} };
  const robot = {
    state: undefined,
    send: async (kind: string) => {
      sent.push(kind);
      return ok;
    },
  };
  part = new OpcUAPart({
    ...{ settings, clock, ownership, log: silentLogger, folder: 'unused' },
    session: new LineSession({ robot, settings, clock, onResult: () => undefined }),
    readInputs: () => Uint8Array.of(7),
    readRobot: () => undefined,
    identify: async () => ({ manufacturer: 'C', model: 'M', serialNumber: 'S', softwareRevision: '1' }),
    people: {
      async checkPassword({ username, password }) {
        const version = versions.get(username);
        if (password === 'too often') throw new ProductError('rate_limited', 'Try again in 8 s');
        if (password !== 'right' || version === undefined)
          throw new ProductError('authorization_required', 'Wrong username or password');
        return { id: username, name: username, version, mayCommand: username === 'ada' };
      },
      readVersion: async (id) => versions.get(id),
    },
    async startServer(_options, given) {
      starts += 1;
      if (startError) throw startError;
      host = given;
      return {
        ...{ endpoint: 'opc.tcp://10.0.0.7:4840', thumbprint: 'ab' },
        show: (readings) => void shown.push(readings),
        endSession: (id) => void endedSessions.push(id),
        close: async () => undefined,
      };
    },
  });
  await part.open();
  await flushPromises();
}

const bit = (name: (typeof lineCommandBits)[number]) => 2 ** lineCommandBits.indexOf(name);
async function signIn(id: string, username: string): Promise<void> {
  expect(await host.signIn(id, { username, password: 'right', address: '10.0.0.9' })).toBe(true);
  host.onSession({ id, peer: '10.0.0.9', name: 'Line', isEncrypted: true }, false);
}
const write = (id: string, Command: number) => host.write(id, { Command });

describe('OpcUAPart', () => {
  it('starts its server in the background and shows values ten times a second', async () => {
    const opened = open();
    expect(part.describe()).toMatchObject({ status: 'starting', endpoint: '' });
    await opened;
    expect(part.describe()).toMatchObject({ status: 'listening', thumbprint: 'ab', failure: null });
    const before = shown.length;
    await clock.advance(1000);
    expect(shown.length - before).toBe(10);
    expect(shown.at(-1)).toMatchObject({ inputs: Uint8Array.of(7), owner: 0 });
  });

  it('says why it cannot listen, and is opened again', async () => {
    startError = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
    await open();
    expect(part.describe()).toMatchObject({
      status: 'failed',
      failure: 'Port 4840 of 10.0.0.7 is used by another program. Choose another address or stop that program',
    });
    startError = undefined;
    await part.open();
    await flushPromises();
    expect([part.describe().status, starts]).toEqual(['listening', 2]);
  });

  it('makes a user who may command the owner, and shows what it wrote before it answers', async () => {
    await open();
    await signIn('s1', 'ada');
    expect(await write('s1', 0)).toBe('accepted');
    expect(ownership.owner).toMatchObject({ protocol: 'opcUA', peer: 'ada, 10.0.0.9' });
    expect(await write('s1', bit('Reset'))).toBe('accepted');
    expect([shown.at(-1)?.owner, shown.at(-1)?.commands[0]]).toEqual([1, bit('Reset')]);
    await flushPromises();
    expect(sent).toEqual(['recover']);
    expect(part.describe().sessions).toMatchObject([{ user: 'ada', isOwner: true, writes: 2, refused: 0 }]);
  });

  it('refuses a user who may not command, but for a Stop, and a session without a user', async () => {
    await open();
    await signIn('s1', 'bob');
    expect(await write('s1', bit('Reset'))).toBe('forbidden');
    expect([ownership.owner, sent]).toEqual([null, []]);
    expect(await write('s1', bit('Stop'))).toBe('forbidden');
    host.onSession({ id: 's2', peer: '10.0.0.8', name: 'Reader', isEncrypted: false }, true);
    expect(await write('s2', bit('Stop'))).toBe('forbidden');
    await flushPromises();
    expect(sent).toEqual(['stop']);
    expect(part.describe().refusals).toMatchObject([
      { reason: 'permission', name: 'bob' },
      { reason: 'permission', name: 'bob' },
    ]);
  });

  it('refuses while a client of another protocol owns the cell, and while another session does', async () => {
    await open();
    await signIn('s1', 'ada');
    await signIn('s2', 'ada');
    ownership.take('modbus', '10.0.0.5');
    expect(await write('s1', 0)).toBe('busy');
    ownership.release('modbus');
    expect(await write('s1', 0)).toBe('accepted');
    expect(await write('s2', 0)).toBe('busy');
    expect(await host.write('s1', { Owner: 0 })).toBe('accepted');
    expect(await write('s2', 64)).toBe('illegalValue');
    expect(await write('s2', 0)).toBe('accepted');
    expect(part.describe()).toMatchObject({
      refusedCount: 3,
      refusals: [{ reason: 'value' }, { reason: 'owner' }, {}],
    });
  });

  it.each([
    ['stop', ['stop']],
    ['pause', ['pauseRoutine']],
    ['ignore', []],
  ])('reacts to the loss of its owner with %s, once', async (reaction, expected) => {
    await open(reaction);
    await signIn('s1', 'ada');
    await write('s1', 0);
    host.onEnd('s1', true);
    host.onEnd('s1', true);
    await flushPromises();
    expect([sent, part.describe().lossCount, ownership.owner]).toEqual([expected, 1, null]);
    expect(part.describe().sessions).toEqual([]);
  });

  it('ends the ownership without a reaction when the session is closed in order, or gives its user up', async () => {
    await open();
    await signIn('s1', 'ada');
    await write('s1', 0);
    host.onEnd('s1', false);
    expect(ownership.owner).toBeNull();
    await signIn('s2', 'ada');
    await write('s2', 0);
    host.onSession({ id: 's2', peer: '10.0.0.9', name: 'Line', isEncrypted: true }, true);
    expect([ownership.owner, await write('s2', 0)]).toEqual([null, 'forbidden']);
    expect([sent, part.describe().lossCount]).toEqual([[], 0]);
  });

  it('records wrong passwords and those that have to wait, without the password', async () => {
    await open();
    const attempt = { username: 'ada', address: '10.0.0.9' };
    expect(await host.signIn('s1', { ...attempt, password: 'wrong' })).toBe(false);
    expect(await host.signIn('s1', { ...attempt, password: 'too often' })).toBe(false);
    expect(part.describe().refusals).toMatchObject([
      { reason: 'waiting', name: 'ada', peer: '10.0.0.9' },
      { reason: 'password', name: 'ada', peer: '10.0.0.9' },
    ]);
    expect(JSON.stringify(part.describe())).not.toMatch(/wrong|too often/);
  });

  it('keeps the last ten refusals and the number of all', async () => {
    await open();
    for (let index = 0; index < 12; index += 1)
      host.onRefusal({ peer: '', reason: 'certificate', name: `client ${index}`, thumbprint: 'ab' });
    const { refusals, refusedCount } = part.describe();
    expect([refusals.length, refusals[0]?.name, refusedCount]).toEqual([10, 'client 11', 12]);
  });

  it('ends the sessions of a user who changed, as a loss of the owner', async () => {
    await open();
    await signIn('s1', 'ada');
    await signIn('s2', 'bob');
    await write('s1', 0);
    await part.checkUsers();
    expect(endedSessions).toEqual([]);
    versions.set('ada', 2);
    await part.checkUsers();
    await flushPromises();
    expect([endedSessions, sent, ownership.owner]).toEqual([['s1'], ['stop'], null]);
    expect(part.describe().sessions).toMatchObject([{ user: 'bob' }]);
  });

  it('loses its owner when the process ends by itself, and starts it again', async () => {
    await open();
    await signIn('s1', 'ada');
    await write('s1', 0);
    host.onExit();
    await flushPromises();
    expect(part.describe()).toMatchObject({ status: 'failed', lossCount: 1, sessions: [] });
    expect(sent).toEqual(['stop']);
    await part.open();
    await flushPromises();
    expect([part.describe().status, starts]).toEqual(['listening', 2]);
  });
});

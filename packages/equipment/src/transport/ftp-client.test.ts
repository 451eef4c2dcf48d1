import { connect, createServer, type Socket } from 'node:net';
import { maxFileBytes } from '@cellwright/domain/equipment';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleOn } from '../testing/device-bench.fixture.ts';
import { createPeer, type Peer } from '../testing/peer.fixture.ts';
import type { FtpRequest, FtpTransport } from './ftp.ts';
import { createFtp } from './ftp-client.ts';
import { FilesInMemory } from './ftp-files.ts';
import { createFtpServer } from './ftp-server.ts';
import { LineSplitter } from './line-splitter.ts';
import type { LoopbackServer } from './loopback-server.ts';

const connectTimeoutMS = 2000;
/** Time limit of the specification. */
const timeoutMS = 30_000;
const list: FtpRequest = { kind: 'list', path: '/' };
const upload: FtpRequest = { kind: 'upload', path: '/O1.nc', bytes: Buffer.from('M30') };
const mebibyte = 1024 * 1024;

let clock: VirtualClock;
let transport: FtpTransport | undefined;
let peer: Peer;
let data: Peer;
/** Targets of the opened connections. */
let opened: { host: string; port: number }[];

beforeEach(() => {
  clock = new VirtualClock();
  peer = createPeer();
  data = createPeer();
  opened = [];
});
afterEach(async () => {
  await transport?.close();
  await peer.close();
  await data.close();
  transport = undefined;
});

function open(port: number): FtpTransport {
  const openSocket = (target: { readonly host: string; readonly port: number }) => {
    opened.push({ host: target.host, port: target.port });
    return connect(target);
  };
  const target = { host: '127.0.0.1', port, user: 'cell', password: 'secret', connectTimeoutMS, timeoutMS };
  transport = createFtp(clock, openSocket)(target);
  return transport;
}

const settle = <T>(promise: Promise<T>) => settleOn(clock, promise);

/** Starts a peer that answers commands as configured, and the rest like a file server; undefined sends no answer. */
async function against(
  answers: Readonly<Record<string, (socket: Socket, line: string) => string | undefined>>,
  greeting: string | null = '220 Hello',
): Promise<FtpTransport> {
  const usual: Readonly<Record<string, string>> = {
    USER: '331 Password?',
    PASS: '230 Welcome',
    TYPE: '200 OK',
    NOOP: '200 OK',
  };
  const port = await peer.listen((socket) => {
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    const lines = new LineSplitter(4096);
    socket.on('data', (bytes) => {
      for (const line of lines.push(bytes.toString()) ?? []) {
        const verb = line.split(' ')[0] ?? '';
        const answer = answers[verb] ? answers[verb](socket, line) : (usual[verb] ?? '502 No');
        if (answer !== undefined) socket.write(`${answer}\r\n`);
      }
    });
  });
  return open(port);
}

const say = (text: string | undefined) => () => text;
/** Offers a data connection that the test plays. */
async function offer(onConnection: (socket: Socket) => void, host = '127,0,0,1'): Promise<() => string> {
  const port = await data.listen(onConnection);
  return say(`227 Passive (${host},${port >> 8},${port & 255})`) as () => string;
}

describe('A file server', () => {
  let server: LoopbackServer | undefined;
  afterEach(async () => server?.close());

  it('accepts one sign-in for many requests and keeps the bytes of files', async () => {
    const files = new FilesInMemory('/programs', () => new Date(0));
    let asked = 0;
    server = createFtpServer({
      files,
      user: 'cell',
      password: 'secret',
      behaviour: { answerMode: () => ({ kind: 'answer', delayMS: 0 * asked++ }) },
      isJammed: () => false,
      clock,
      maxConnections: 1,
    });
    const ftp = open(await server.listen(0));
    const bytes = Buffer.from([0, 13, 10, 255, 10, 13]);
    expect(await settle(ftp.request({ kind: 'upload', path: '/programs/a b.bin', bytes }))).toMatchObject({ ok: true });
    expect(files.read('/programs/a b.bin')).toEqual(bytes);
    const back = await settle(ftp.request({ kind: 'download', path: '/programs/a b.bin' }));
    expect(back.ok && Buffer.from(back.value.bytes)).toEqual(bytes);
    expect(await settle(ftp.request({ kind: 'list', path: '/programs' }))).toMatchObject({
      ok: true,
      value: { files: [{ name: 'a b.bin', isFolder: false, sizeBytes: 6, modifiedAt: '1970-01-01T00:00:00.000Z' }] },
    });
    // The server allows only one client, so it was never left. The others are data connections to its own address.
    expect(opened.filter(({ port }) => port === opened[0]?.port)).toHaveLength(1);
    expect(new Set(opened.map(({ host }) => host))).toEqual(new Set(['127.0.0.1']));
  });

  it('reports a wrong user or password as such', async () => {
    const ftp = await against({ PASS: say('530 Login incorrect') });
    expect(await settle(ftp.request(list))).toMatchObject({
      failure: { kind: 'refused', wasSent: false, message: expect.stringContaining('Check user and password') },
    });
  });
});

describe('A hostile FTP peer', () => {
  const halfOpen = (socket: Socket) => void socket.pause();

  it.each([
    ['sends nothing after connecting', async () => against({}, null), 'timeout'],
    ['does not answer the password', async () => against({ PASS: say(undefined) }), 'timeout'],
    ['does not answer a request', async () => against({ PASV: say(undefined) }), 'timeout'],
    [
      'offers a data connection and sends nothing on it',
      async () => against({ PASV: await offer(halfOpen), MLSD: say('150 Here') }),
      'timeout',
    ],
    [
      'sends a file a byte a second',
      async () =>
        against({
          PASV: await offer((socket) => {
            const drip = () => {
              socket.write('x');
              clock.schedule(1000, drip);
            };
            drip();
          }),
          MLSD: say('150 Here'),
        }),
      'timeout',
    ],
    [
      'never confirms the end of the transfer',
      async () => against({ PASV: await offer((socket) => void socket.end()), MLSD: say('150 Here') }),
      'timeout',
    ],
  ])('times out after the limit ±10 %% if it %s', async (_, begin, kind) => {
    const ftp = await begin();
    const before = clock.now();
    const result = await settle(ftp.request(list));
    expect(result).toMatchObject({ ok: false, failure: { kind, wasSent: false } });
    expect(clock.now() - before).toBeGreaterThanOrEqual(timeoutMS * 0.9);
    expect(clock.now() - before).toBeLessThanOrEqual(timeoutMS * 1.1);
  });

  it('keeps its connection and is busy, with nothing done, while the file is in use', async () => {
    const inUse = say('450 The control reads O1.nc');
    const ftp = await against({ PASV: await offer(halfOpen), STOR: inUse, DELE: inUse });
    const failure = { kind: 'busy', wasSent: false, message: expect.stringContaining('The control reads O1.nc') };
    expect(await settle(ftp.request(upload))).toEqual({ ok: false, failure });
    expect(await settle(ftp.request({ kind: 'delete', path: '/O1.nc' }))).toEqual({ ok: false, failure });
    expect(await settle(ftp.request({ kind: 'check' }))).toMatchObject({ ok: true });
  });

  it('leaves the outcome unknown and receives nothing twice if it does not confirm a file', async () => {
    const stored: string[] = [];
    const ftp = await against({
      PASV: await offer(halfOpen),
      STOR: (socket, line) => {
        stored.push(line);
        socket.destroy();
        return undefined;
      },
    });
    expect(await settle(ftp.request(upload))).toMatchObject({ failure: { kind: 'connectionLost', wasSent: true } });
    await settle(clock.sleep(60_000));
    expect(stored).toEqual(['STOR /O1.nc']);
  });

  it.each([
    ['a listing', list, 'MLSD'],
    ['a file', { kind: 'download', path: '/big' } as FtpRequest, 'RETR'],
  ])('loses its connection and uses no memory if it sends %s without an end', async (_, request, verb) => {
    let sent = 0;
    const flood = (socket: Socket) => {
      const chunk = Buffer.alloc(64 * 1024, 'type=file; x\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
      };
      socket.on('drain', more);
      more();
    };
    const ftp = await against({ PASV: await offer(flood), [verb]: say('150 Here') });
    const before = process.memoryUsage().arrayBuffers;
    expect(await settle(ftp.request(request))).toMatchObject({
      ok: false,
      failure: { kind: expect.stringMatching(/invalidAnswer|connectionLost/) },
    });
    expect(clock.now()).toBeLessThan(timeoutMS);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mebibyte);
    // Allows for the kernel's buffers.
    expect(sent).toBeLessThan(maxFileBytes + 16 * mebibyte);
  });

  it.each([
    ['one line without an end', (socket: Socket) => void socket.write('2'.repeat(mebibyte))],
    [
      'an answer of many lines without an end',
      (socket: Socket) => void socket.write(`200-x\r\n${'more\r\n'.repeat(200_000)}`),
    ],
    ['answers without a request', (socket: Socket) => void socket.write('200 OK\r\n'.repeat(200_000))],
  ])('loses its connection if it sends %s', async (_, flood) => {
    let closed = false;
    const ftp = await against({
      NOOP: (socket) => {
        socket.on('close', () => {
          closed = true;
        });
        flood(socket);
        return undefined;
      },
    });
    await settle(ftp.request({ kind: 'check' }));
    while (!closed) await settle(clock.sleep(10));
    expect(clock.now()).toBeLessThan(timeoutMS);
  });

  it('cannot direct data connections to another host', async () => {
    const strangers: Socket[] = [];
    const passive = await offer((socket) => {
      strangers.push(socket);
      socket.end('type=file;size=1; a\r\n');
    }, '10,1,2,3');
    const ftp = await against({
      PASV: passive,
      MLSD: (socket) => {
        socket.write('150 Here\r\n');
        clock.schedule(50, () => socket.write('226 Done\r\n'));
        return undefined;
      },
    });
    expect(await settle(ftp.request(list))).toMatchObject({ ok: true, value: { files: [{ name: 'a' }] } });
    expect(opened.map(({ host }) => host)).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it.each(['227 Passive', '227 Passive (1,2,3)', '227 Passive (127,0,0,1,999,1)', '227 Passive (127,0,0,1,0,0)'])(
    'gives a failure without a port in its answer: %j',
    async (answer) => {
      const ftp = await against({ PASV: say(answer) });
      expect(await settle(ftp.request(list))).toMatchObject({ failure: { kind: 'invalidAnswer' } });
    },
  );

  it.each(['../../etc/passwd', 'a/../../b', '..\\up', '/etc/passwd'])('cannot list the name %j (A13)', async (name) => {
    const ftp = await against({
      PASV: await offer((socket) => void socket.end(`type=file;size=1; ${name}\r\n`)),
      MLSD: (socket) => {
        socket.write('150 Here\r\n');
        clock.schedule(50, () => socket.write('226 Done\r\n'));
        return undefined;
      },
    });
    const result = await settle(ftp.request(list));
    // The library drops some of them; the others are rejected here.
    expect(result.ok ? result.value.files : []).toEqual([]);
    if (!result.ok) expect(result.failure.message).toContain('leads out of the folder');
  });

  it('omits names that cannot be shown unchanged, which could be those of other files', async () => {
    const names = ['part.nc', 'part\u0007.nc', `${'a'.repeat(199)}👩`, `${'a'.repeat(200)}`];
    const lines = names.map((name) => `type=file;size=1; ${name}\r\n`).join('');
    const ftp = await against({
      PASV: await offer((socket) => void socket.end(lines)),
      MLSD: (socket) => {
        socket.write('150 Here\r\n');
        clock.schedule(50, () => socket.write('226 Done\r\n'));
        return undefined;
      },
    });
    const result = await settle(ftp.request(list));
    expect(result.ok && result.value.files.map(({ name }) => name)).toEqual(['part.nc', 'a'.repeat(200)]);
  });

  it.each(['/a\r\nDELE /b', '/a\nDELE /b', '/a\0'])('never receives any part of the path %j (A12)', async (path) => {
    const lines: string[] = [];
    const note = (_socket: Socket, line: string) => {
      lines.push(line);
      return '250 Done';
    };
    const ftp = await against({ DELE: note, RETR: note });
    expect(await settle(ftp.request({ kind: 'delete', path }))).toMatchObject({ ok: false });
    expect(lines).toEqual([]);
  });

  it('loses the connection immediately when the request is cancelled', async () => {
    const ftp = await against({ PASV: say(undefined) });
    const abort = new AbortController();
    const result = ftp.request(list, { signal: abort.signal });
    clock.schedule(100, () => abort.abort());
    expect(await settle(result)).toMatchObject({ failure: { kind: 'aborted' } });
    expect(clock.now()).toBeLessThan(1000);
  });
});

it('gets an immediate failure with the address if nothing listens there', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  expect(await settle(open(port).request(list))).toMatchObject({
    failure: { kind: 'unreachable', wasSent: false, message: expect.stringContaining(`127.0.0.1:${port}`) },
  });
});

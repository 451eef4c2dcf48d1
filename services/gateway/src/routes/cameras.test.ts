import { connect, type Socket } from 'node:net';
import { ProductError } from '@cellwright/domain/basics';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { idleSession } from '@cellwright/testkit';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installErrorHandling } from '../http/errors.ts';
import { createFakeCameras, type FakeCameras } from '../testing/fake-cameras.fixture.ts';
import { cameraRoutes } from './cameras.ts';

let app: ReturnType<typeof fastify>;
let cameras: FakeCameras;
let port: number;
let loseAccess: () => void;
let sockets: Socket[];
let timer: NodeJS.Timeout | undefined;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('identity', null);
  installErrorHandling(app, silentLogger);
  cameras = createFakeCameras(systemClock);
  loseAccess = () => {};
  sockets = [];
  await cameraRoutes(app, {
    cameras,
    clock: systemClock,
    watchAccess: (_request, onLost) => {
      loseAccess = onLost;
      return () => undefined;
    },
    line: { waitUntilKnown: async () => {}, state: () => idleSession() },
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const showEvery = (ms: number, content?: string) => {
  timer = setInterval(() => cameras.show(content), ms);
};
const ask = (path: string) => fetch(`http://127.0.0.1:${port}/cameras/camera_1${path}`);

/** A viewer over a plain socket; `isSlow` reads nothing until it is resumed. */
function view({ isSlow = false } = {}) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let head = '';
  let tail = '';
  const sequences: number[] = [];
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const text = data.toString('latin1');
    head = (head + text).slice(0, 1000);
    const found = [...(tail + text).matchAll(/x-frame-sequence: (\d+)\r/g)].map(([, number]) => Number(number));
    sequences.push(...found.filter((number) => number > (sequences.at(-1) ?? 0)));
    tail = (tail + text).slice(-200);
  });
  if (isSlow) socket.pause();
  socket.write('GET /cameras/camera_1/stream HTTP/1.1\r\nhost: cell\r\n\r\n');
  return { socket, sequences, head: () => head, tail: () => tail, isClosed: () => isClosed };
}

describe('the frame of a camera', () => {
  it('has its sequence, its age and the age up to which it is current', async () => {
    const asked = ask('/frame');
    await vi.waitFor(() => expect(cameras.followerCount()).toBe(1));
    cameras.show('one', 40);
    const response = await asked;
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-frame-sequence')).toBe('1');
    expect(Number(response.headers.get('x-frame-age-ms'))).toBeGreaterThanOrEqual(40);
    expect(response.headers.get('x-frame-valid-for-ms')).toBe('300');
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe('\xff\xd8one\xff\xd9');
    expect(cameras.followerCount()).toBe(0);
  });

  it('waits for another frame than the one that the caller has', async () => {
    const asked = ask('/frame?after=1');
    await vi.waitFor(() => expect(cameras.followerCount()).toBe(1));
    cameras.show('one');
    cameras.show('two');
    expect((await asked).headers.get('x-frame-sequence')).toBe('2');
  });

  it('refuses with the reason of the camera', async () => {
    const asked = ask('/frame');
    await vi.waitFor(() => expect(cameras.followerCount()).toBe(1));
    const error = new ProductError('camera_disconnected', "'Camera' is disabled. Enable it in Devices");
    cameras.send({ ok: false, error, isFinal: true });
    const response = await asked;
    expect([response.status, await response.json()]).toMatchObject([503, { message: error.message }]);
  });

  it('follows the camera no longer when the caller leaves', async () => {
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/cameras/camera_1/frame`, { signal: leaving.signal });
    asked.catch(() => undefined);
    await vi.waitFor(() => expect(cameras.followerCount()).toBe(1));
    leaving.abort();
    await vi.waitFor(() => expect(cameras.followerCount()).toBe(0));
  });
});

describe('the stream of a camera', () => {
  it('sends each viewer the frames from now on', async () => {
    showEvery(10);
    const viewers = [view(), view(), view(), view()];
    await vi.waitFor(() => {
      for (const { sequences } of viewers) expect(sequences.length).toBeGreaterThan(3);
    });
    expect(viewers[0]?.head()).toContain('content-type: multipart/x-mixed-replace; boundary=frame');
    expect(viewers[0]?.head()).toMatch(/--frame\r\ncontent-type: image\/jpeg\r\ncontent-length: 11\r\nx-frame-seq/);
  });

  it('drops frames of a slow viewer, and shows it a new one when it reads again', async () => {
    const [quick, slow] = [view(), view({ isSlow: true })];
    showEvery(5, 'x'.repeat(1_000_000));
    const lastOf = ({ sequences }: typeof quick) => sequences.at(-1) ?? 0;
    await vi.waitFor(() => expect(lastOf(quick)).toBeGreaterThan(60), 20_000);
    const shown = lastOf(quick);
    slow.socket.resume();
    await vi.waitFor(() => expect(lastOf(slow)).toBeGreaterThan(shown), 20_000);
    // The sockets of the kernel hold a few megabytes; this process holds two frames.
    expect(slow.sequences.filter((sequence) => sequence <= shown).length).toBeLessThan(shown / 2);
  });

  it('follows the camera no longer when the viewer leaves', async () => {
    showEvery(10);
    const viewer = view();
    await vi.waitFor(() => expect(viewer.sequences.length).toBeGreaterThan(0));
    viewer.socket.destroy();
    await vi.waitFor(() => expect(cameras.followerCount()).toBe(0));
  });

  it('ends when the caller loses access', async () => {
    showEvery(10);
    const viewer = view();
    await vi.waitFor(() => expect(viewer.sequences.length).toBeGreaterThan(0));
    loseAccess();
    await vi.waitFor(() => expect(viewer.isClosed()).toBe(true));
    expect(cameras.followerCount()).toBe(0);
  });

  it('ends when the camera is switched off', async () => {
    showEvery(10);
    const viewer = view();
    await vi.waitFor(() => expect(viewer.sequences.length).toBeGreaterThan(0));
    clearInterval(timer);
    cameras.send({ ok: false, error: new ProductError('camera_disconnected', 'Switched off'), isFinal: true });
    await vi.waitFor(() => expect(viewer.tail().endsWith('0\r\n\r\n')).toBe(true));
    expect(cameras.followerCount()).toBe(0);
  });
});

import { createServer } from 'node:http';
import { cameraSettingsSchema } from '@cellwright/domain/equipment';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { CameraSample } from '../../capabilities/index.ts';
import { describeCapability, hideSecrets, parseEquipmentConfig } from '../../contracts.ts';
import { createDriver, createHttp } from '../../drivers.ts';
import { type DeviceBench, openBench, settleOn } from '../../testing/device-bench.fixture.ts';
import { fakePhoto } from '../../testing/fake-photo.fixture.ts';
import { wristCameraContract } from './contract.ts';

const defaults = {
  brightness: 0,
  contrast: 50,
  exposure: 350,
  sharpness: 50,
  hue: 0,
  whiteBalance: 4600,
  autoWhiteBalance: true,
};

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

describe('the contract of the wrist camera', () => {
  it('has the settings of the specification as defaults', () => {
    expect(cameraSettingsSchema.parse({})).toEqual(defaults);
    expect(wristCameraContract.config.parse({ kind: 'WristCamera' })).toMatchObject(defaults);
  });

  it('looks along the flange from its side', () => {
    const parsed = parseEquipmentConfig({ kind: 'WristCamera' });
    if (!parsed.isValid) throw new Error(parsed.config.problems.join());
    expect(describeCapability(parsed.config, 'camera')).toMatchObject({
      isOnWrist: true,
      mount: { x: 0, y: -0.08, z: 0.02, w: 1 },
      width: 640,
      height: 480,
    });
  });

  it('keeps its token', () => {
    const parsed = parseEquipmentConfig({ kind: 'WristCamera', token: 'abc' });
    expect(JSON.stringify(hideSecrets(parsed.config))).not.toContain('abc');
  });
});

describe('the simulated wrist camera', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${bench?.port}/api/v1/camera${path}`, init);

  it('answers the camera calls of the robot API', async () => {
    bench = await openBench('WristCamera');
    expect(await (await ask('/intrinsics/rgb')).json()).toMatchObject({
      width: 640,
      height: 480,
      ppx: 319.5,
      ppy: 239.5,
    });
    expect((await ask('/wrist/frame')).status).toBe(503);
    await bench.pass(20);
    const frame = await (await ask('/wrist/frame')).json();
    expect(frame).toMatchObject({ camera_id: 'wrist', stream_name: 'rgb', jointAngles: [0, 0, 0, 0, 0, 0] });
    expect(Buffer.from(z.object({ imageData: z.string() }).parse(frame).imageData, 'base64')).toEqual(
      Buffer.from(fakePhoto(0).jpeg),
    );
  });

  it.each([
    ['a setting out of its range', { hue: 181 }, 400],
    ['no settings at all', [1], 400],
    ['one setting', { hue: 180 }, 200],
  ])('answers %s', async (_, body, status) => {
    bench = await openBench('WristCamera');
    expect((await ask('/settings', { method: 'POST', body: JSON.stringify(body) })).status).toBe(status);
    expect(bench.sim.simulated.camera?.settings()).toMatchObject({ hue: status === 200 ? 180 : 0, contrast: 50 });
  });

  it('gives the reason of a failed picture, and the driver shows it until the next one', async () => {
    let failure: Error | undefined = new Error('The robot position is unknown');
    const takePhoto = async ({ seed }: { seed: number }) => {
      if (failure) throw failure;
      return fakePhoto(seed);
    };
    bench = await openBench('WristCamera', {}, { takePhoto });
    const samples: CameraSample[] = [];
    bench.driver.capabilities.camera?.follow((sample) => samples.push(sample));
    await bench.pass(1000);
    const problem = "'Wrist camera' has no picture: The robot position is unknown";
    expect(samples.at(-1)).toEqual({ ok: false, problem });
    expect(bench.driver.state()).toMatchObject({ connected: false, camera: 'busy', error: problem });
    failure = undefined;
    await bench.pass(1000);
    expect(samples.at(-1)).toMatchObject({ ok: true });
    expect(bench.driver.state()).toMatchObject({ connected: true, camera: 'connected', error: undefined });
    failure = new Error('The picture thread ended');
    await bench.pass(1000);
    expect(bench.driver.state()).toMatchObject({ camera: 'busy', error: expect.stringContaining('thread ended') });
  });

  it('refuses a wrong token, and the driver says so', async () => {
    bench = await openBench('WristCamera', { token: 'right' });
    expect((await ask('/intrinsics/rgb')).status).toBe(401);
    expect(bench.driver.state()).toMatchObject({ connected: true });
  });
});

/** A camera server that answers each request for a frame as told. */
async function serveFrames(answer: () => { status?: number; body: string }) {
  const server = createServer((request, response) => {
    request.resume();
    const isFrame = request.url?.endsWith('/frame');
    const intrinsics = { width: 640, height: 480, fx: 1, fy: 1, ppx: 1, ppy: 1 };
    const { status = 200, body } = isFrame ? answer() : { body: JSON.stringify(intrinsics) };
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

describe('a camera server that is none', () => {
  const whole = Buffer.from(fakePhoto(0).jpeg).toString('base64');
  it.each([
    ['half a picture', { body: JSON.stringify({ imageData: whole.slice(0, 4), timestamp: '1' }) }],
    ['no time', { body: JSON.stringify({ imageData: whole }) }],
    ['no JSON', { body: '<html>' }],
    ['an error', { status: 500, body: '' }],
    ['no such camera', { status: 404, body: '{}' }],
    ['an endless answer', { body: 'x'.repeat(5 * 1024 * 1024) }],
  ])('shows no frame of one that sends %s', async (_, reply) => {
    bench = await openBench('WristCamera');
    const { clock, config } = bench;
    const server = await serveFrames(() => reply);
    const address = { host: '127.0.0.1', port: server.port };
    const unused = () => {
      throw new Error('A camera is reached over HTTP');
    };
    const transports = {
      openHttp: createHttp(clock),
      openModbus: unused,
      openLines: unused,
      openFtp: unused,
      openScanner: unused,
    };
    const driver = createDriver(config, { address, clock, ...transports, openPorts: unused });
    driver.start();
    await settleOn(clock, driver.whenKnown());
    const samples: CameraSample[] = [];
    driver.capabilities.camera?.follow((sample) => samples.push(sample));
    await bench.pass(1500);
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.filter(({ ok }) => ok)).toEqual([]);
    expect(driver.state()).toMatchObject({ connected: false, camera: 'disconnected', error: expect.any(String) });
    await settleOn(clock, driver.close());
    await server.close();
  });
});

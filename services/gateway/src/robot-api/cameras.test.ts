import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRobotRoom, type RobotRoom } from '../testing/robot-room.fixture.ts';

let room: RobotRoom;
beforeEach(async () => {
  room = await openRobotRoom();
});
afterEach(() => room.close());

const fixed = {
  id: 'equipment_fixed',
  isEnabled: true,
  config: { kind: 'CustomCamera', name: 'Above', cameraID: 'top' },
};
const wrist = { id: 'equipment_wrist', isEnabled: true, config: { kind: 'WristCamera', name: 'Wrist camera' } };

function connect(...records: (typeof fixed | typeof wrist)[]): void {
  room.stored.set('equipment', records);
  room.liveState = { connected: true, status: 'idle', camera: 'connected', settings: room.cameras.settings() };
}

/** Requests a picture, and sends one as soon as the camera is followed. */
async function askForPicture(path: string, body?: unknown) {
  const asked = room.ask('GET', path, body === undefined ? {} : { body });
  await vi.waitFor(() => expect(room.cameras.followerCount()).toBe(1));
  room.cameras.show('picture');
  return asked;
}

const base64 = Buffer.from('\xff\xd8picture\xff\xd9', 'latin1').toString('base64');

describe('the status of the camera', () => {
  it('reports a connected camera with the message that programs expect', async () => {
    connect(wrist);
    const { answer } = await room.ask('GET', '/camera/status');
    expect(answer).toEqual({ connected: true, message: 'Camera is connected' });
  });

  it('returns the reason of a camera that is not connected', async () => {
    connect(wrist);
    room.liveState = { connected: false, status: 'error', error: 'No route to 192.168.1.21' };
    const { answer } = await room.ask('GET', '/camera/status');
    expect(answer).toEqual({ connected: false, message: 'No route to 192.168.1.21' });
  });
});

describe('the connected cameras', () => {
  it('uses the words of existing programs, and lists the wrist camera first', async () => {
    connect(fixed, wrist, { ...fixed, id: 'equipment_off', isEnabled: false });
    const { answer } = await room.ask('GET', '/cameras/connected');
    expect(answer).toEqual({
      cameras: [
        {
          ...{ id: 'equipment_wrist', name: 'Wrist camera', label: 'Wrist camera', type: 'UNKOWN' },
          ...{ model_name: 'WristCamera', enabled: true, ip_address: '192.168.1.21' },
          config: { fps: 10, width: 640, height: 480 },
        },
        expect.objectContaining({ id: 'equipment_fixed', model_name: 'CustomCamera' }),
      ],
    });
  });

  it('omits a camera that is not connected', async () => {
    connect(wrist);
    room.liveState = { connected: false, status: 'error' };
    expect((await room.ask('GET', '/cameras/connected')).answer).toEqual({ cameras: [] });
  });
});

describe('a picture', () => {
  it('comes as a data URL, taken with the settings of the request', async () => {
    connect(wrist);
    const { status, answer } = await askForPicture('/camera/frame/rgb', { camera_settings: { exposure: 700 } });
    expect([status, answer]).toEqual([200, `data:image/jpeg;base64,${base64}`]);
    expect(room.cameras.settings()).toMatchObject({ exposure: 700, contrast: 50 });
  });

  it('skips frames from before its settings were applied', async () => {
    connect(wrist);
    const asked = room.ask('GET', '/camera/frame/rgb', { body: { camera_settings: { exposure: 700 } } });
    await vi.waitFor(() => expect(room.cameras.followerCount()).toBe(1));
    room.cameras.show('old', 5000);
    room.cameras.show('new', -1);
    const expected = Buffer.from('\xff\xd8new\xff\xd9', 'latin1').toString('base64');
    expect((await asked).answer).toBe(`data:image/jpeg;base64,${expected}`);
  });

  it.each(['equipment_fixed', 'top'])('comes from the camera %s', async (id) => {
    connect(wrist, fixed);
    const { status, answer } = await askForPicture(`/camera/${id}/frame`);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ imageData: base64, camera_id: id, stream_name: 'rgb' });
  });

  it('refuses an unknown camera', async () => {
    connect(wrist);
    expect(await room.ask('GET', '/camera/other/frame')).toMatchObject({
      status: 503,
      answer: { error: 'camera_disconnected', message: "No camera 'other' is connected" },
    });
  });
});

describe('settings and intrinsics of the camera', () => {
  it('applies and reads them', async () => {
    connect(wrist);
    expect((await room.ask('POST', '/camera/settings', { body: { hue: -90 } })).status).toBe(200);
    expect(room.cameras.settings()).toMatchObject({ hue: -90, brightness: 0 });
    const { answer } = await room.ask('GET', '/camera/intrinsics/rgb');
    expect(answer).toEqual({ width: 640, height: 480, fx: 500, fy: 500, ppx: 319.5, ppy: 239.5 });
  });

  it('ignores settings that are null', async () => {
    connect(wrist);
    const body = { brightness: 1, contrast: null, autoWhiteBalance: null };
    expect((await room.ask('POST', '/camera/settings', { body })).status).toBe(200);
    expect(room.cameras.settings()).toMatchObject({ brightness: 1, contrast: 50, autoWhiteBalance: true });
  });

  it('refuses with the code of settings when one is out of its range', async () => {
    connect(wrist);
    expect(await room.ask('POST', '/camera/settings', { body: { hue: 181 } })).toMatchObject({
      status: 400,
      answer: { error: 'settings_validation_error', message: expect.stringContaining('hue') },
    });
    expect(room.cameras.settings()).toMatchObject({ hue: 0 });
  });
});

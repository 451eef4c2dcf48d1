import type { CameraDevice, CameraSample } from '@cellwright/equipment/capabilities';
import { identityPose } from '@cellwright/geometry';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { takeStillFrame } from './take-frame.ts';

/** Camera that sends a frame on request of the test, above an arm at rest. */
function setUp() {
  const clock = new VirtualClock();
  let listener: (sample: CameraSample) => void = () => undefined;
  let sequence = 0;
  const camera: CameraDevice = {
    follow(added) {
      listener = added;
      return () => undefined;
    },
    current: () => ({ ok: false, problem: 'No picture' }),
    applySettings: () => Promise.reject(new Error('not in this test')),
    readIntrinsics: () => Promise.reject(new Error('not in this test')),
  };
  const readArm = async () => ({ jointAngles: [0, 0, 0, 0, 0, 0], flange: identityPose });
  const send = () => {
    sequence += 1;
    listener({ ok: true, frame: { sequence, capturedAt: clock.now(), validForMS: 300, jpeg: new Uint8Array() } });
  };
  const taken = takeStillFrame(camera, readArm, clock, new AbortController().signal).then(
    ({ frame }) => frame.sequence,
    (error: unknown) => String(error),
  );
  return { clock, send, taken };
}

describe('takeStillFrame', () => {
  it('takes the third frame of a slow camera', async () => {
    const { clock, send, taken } = setUp();
    for (let frame = 1; frame <= 3; frame += 1) {
      await clock.advance(4000);
      send();
    }
    expect(await taken).toBe(3);
  });

  it('fails five seconds after the last frame', async () => {
    const { clock, send, taken } = setUp();
    await clock.advance(4000);
    send();
    await clock.advance(5000);
    expect(await taken).toContain('The camera sends no pictures');
  });
});

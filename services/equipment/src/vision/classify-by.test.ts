import { visionErrorCodes } from '@cellwright/domain/equipment';
import { systemClock } from '@cellwright/service-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { cameraShowing, toJPEG } from './camera.fixture.ts';
import { createVisionMethods } from './vision-methods.ts';

interface Thing {
  readonly kind: 'disc' | 'ring' | 'bar';
  readonly x: number;
  readonly y: number;
}

/** True if a thing is at a point beside its middle, pixels. */
function covers(kind: Thing['kind'], dx: number, dy: number): boolean {
  if (kind === 'bar') return Math.abs(dx) < 22 && Math.abs(dy) < 6;
  const distance = Math.hypot(dx, dy);
  return distance < 20 && (kind === 'disc' || distance > 11);
}

function draw(width: number, height: number, things: readonly Thing[]): Promise<Uint8Array> {
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const isDark = things.some((thing) => covers(thing.kind, x - thing.x, y - thing.y));
    rgb.fill(isDark ? 50 : 200, 3 * pixel, 3 * pixel + 3);
  }
  return toJPEG(rgb, width, height);
}

const size = { width: 240, height: 160 };
const intrinsics = { ...size, fx: 300, fy: 300, ppx: 119.5, ppy: 79.5 };
const vision = createVisionMethods(systemClock);
afterAll(() => vision.close());

const pictureOf = async (kind: Thing['kind']) => ({
  class: kind,
  templateImage: Buffer.from(await draw(56, 56, [{ kind, x: 28, y: 28 }])).toString('base64'),
});
const pictures = Promise.all([pictureOf('disc'), pictureOf('ring')]);

async function classify(things: readonly Thing[], more: object = {}) {
  const jpeg = await draw(size.width, size.height, things);
  const target = {
    ...{ camera: cameraShowing(jpeg, intrinsics), isOnWrist: false, findCalibration: async () => undefined },
    readArm: () => Promise.reject(new Error('not in this test')),
  };
  const args = { classes: ['disc', 'ring'], pictures: await pictures, confidence: 0.7, ...more };
  return vision.run('classify', target, args, new AbortController().signal);
}

async function bestOf(things: readonly Thing[], more: object = {}) {
  const answer = await classify(things, more);
  if (!answer.ok) throw new Error(answer.message);
  return answer.results[0];
}

const disc: Thing = { kind: 'disc', x: 70, y: 80 };
const ring: Thing = { kind: 'ring', x: 160, y: 90 };

describe('classify', () => {
  it.each([disc, ring])('names the class of a $kind, with a match of at least 0.9', async (thing) => {
    const best = await bestOf([thing]);
    expect(best).toMatchObject({ class: thing.kind });
    expect(best && 'confidence' in best ? best.confidence : 0).toBeGreaterThan(0.9);
  });

  it('looks in the region of interest only', async () => {
    const around = ({ x, y }: Thing) => ({
      regionOfInterest: { kind: 'rectangle', x, y, width: 60, height: 60, rotation: 0 },
    });
    expect(await bestOf([disc, ring], around(disc))).toMatchObject({ class: 'disc' });
    expect(await bestOf([disc, ring], around(ring))).toMatchObject({ class: 'ring' });
  });

  it('names no class if nothing matches well enough, and none without a picture', async () => {
    expect(await bestOf([{ kind: 'bar', x: 100, y: 80 }], { confidence: 0.9 })).toBeUndefined();
    expect(await bestOf([ring], { classes: ['bolt', 'ring'] })).toMatchObject({ class: 'ring' });
    expect(await bestOf([ring], { classes: ['bolt'] })).toBeUndefined();
  });

  it('answers with MODEL_NOT_FOUND if no class has a picture', async () => {
    const message = 'No class has a picture. Add one for each class';
    expect(await classify([disc], { pictures: [] })).toEqual({
      ...{ ok: false, code: visionErrorCodes.MODEL_NOT_FOUND },
      message,
    });
  });
});

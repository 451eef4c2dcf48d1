import {
  dotVec3,
  pixelOf,
  rayOf,
  rotateVec3,
  scaleVec3,
  subtractVec3,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Camera } from './camera.ts';
import { createBox, createChessboard, createRectangle, createSphere } from './meshes.ts';
import { createRenderer, type Picture, type Renderer } from './renderer.ts';
import type { Scene } from './scene.ts';
import { bentCamera, object, place, scene, smallCamera } from './scenes.fixture.ts';
import { defaultSensor } from './sensor.ts';

const numRuns = propertyRuns(15, 1000);
const atOrigin = place([0, 0, 0]);
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const turn = fc.tuple(number(-0.6, 0.6), number(-0.6, 0.6), number(-3, 3));

const renderers = new Map<string, Renderer>();
/** Made once: a bent lens takes a while to work out. */
function rendererOf(camera: Camera, samples: number): Renderer {
  const key = JSON.stringify([camera, samples]);
  const renderer = renderers.get(key) ?? createRenderer(camera, samples);
  renderers.set(key, renderer);
  return renderer;
}

function take(shown: Scene, camera: Camera = smallCamera, cameraPose = atOrigin, samples = 2): Picture {
  return rendererOf(camera, samples).render({ scene: shown, cameraPose, sensor: defaultSensor, seed: 1 });
}

/** Middle of the light of a picture, and its amount in pixels of white. */
function lightOf({ rgb, width }: Picture): { x: number; y: number; area: number } {
  let x = 0;
  let y = 0;
  let area = 0;
  for (let pixel = 0; pixel * 3 < rgb.length; pixel += 1) {
    // Inverts the transfer curve of a screen.
    const light = ((rgb[pixel * 3] ?? 0) / 255) ** 2.2;
    x += light * (pixel % width);
    y += light * Math.floor(pixel / width);
    area += light;
  }
  return { x: x / area, y: y / area, area };
}

describe.each([
  ['a straight lens', smallCamera],
  ['a bent lens', bentCamera],
])('a picture through %s', (_, camera) => {
  it('shows a small ball at the position of the projection formula', () => {
    const pixel = fc.tuple(number(10, 149), number(10, 109));
    fc.assert(
      fc.property(pixel, number(0.3, 3), turn, (at, distance, cameraTurn) => {
        const cameraPose = place([0.3, -0.2, 1], cameraTurn);
        const centre = transformPoint(cameraPose, scaleVec3(rayOf(camera, at), distance));
        const ball = object(createSphere((5 * distance) / 150), place(centre));
        const { x, y } = lightOf(take(scene(ball), camera, cameraPose));
        // Off the axis the outline is an ellipse, whose middle is up to 0.08 pixels further out than that of the ball.
        expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.2);
      }),
      { numRuns },
    );
  });

  it('keeps its ground truth until the next picture', () => {
    const renderer = createRenderer(camera, 1);
    const shot = { scene: scene(object(createSphere(0.1), place([0, 0, 1]))), cameraPose: atOrigin, seed: 1 };
    const first = renderer.render({ ...shot, sensor: defaultSensor });
    const { visible } = first;
    const second = renderer.render({ ...shot, sensor: defaultSensor, seed: 2 });
    expect([first.visible, second.visible]).toEqual([visible, visible]);
    renderer.render({ ...shot, sensor: defaultSensor, seed: 3 });
    renderer.render({ ...shot, sensor: { ...defaultSensor, exposure: 2 } });
    const unread = renderer.render({ ...shot, sensor: defaultSensor });
    renderer.render({ ...shot, sensor: defaultSensor });
    expect(() => unread.depth).toThrow('before the next picture');
  });

  it('has distances of a plane that lie on it', () => {
    fc.assert(
      fc.property(turn, number(0.4, 2), (planeTurn, distance) => {
        const pose = place([0, 0, distance], planeTurn);
        const { depth, ids, width } = take(scene(object(createRectangle(0.3, 0.2), pose)), camera, atOrigin, 1);
        const normal = rotateVec3(pose, [0, 0, 1]);
        let worst = 0;
        for (let pixel = 0; pixel < depth.length; pixel += 7) {
          if (ids[pixel] === 0) continue;
          const ray: Vec3 = rayOf(camera, [pixel % width, Math.floor(pixel / width)]);
          const point = scaleVec3(ray, depth[pixel] ?? 0);
          worst = Math.max(worst, Math.abs(dotVec3(normal, subtractVec3(point, [0, 0, distance]))));
        }
        // Corners are on a grid of 1/256 pixel. A bent pixel takes the nearest sample: half a sample off along each axis.
        expect(worst).toBeLessThan(camera === smallCamera ? 1e-4 : 0.012 * distance);
      }),
      { numRuns },
    );
  });
});

describe('a picture', () => {
  it('has as much light as the area of a rectangle', () => {
    fc.assert(
      fc.property(turn, (rectangleTurn) => {
        const pose = place([0, 0, 1], rectangleTurn);
        const outline = [
          [-0.2, -0.1, 0],
          [0.2, -0.1, 0],
          [0.2, 0.1, 0],
          [-0.2, 0.1, 0],
        ] as const;
        const corners = outline.map((corner) => pixelOf(smallCamera, transformPoint(pose, corner)) ?? [0, 0]);
        const twice = corners.reduce((sum, [x, y], index) => {
          const [nextX, nextY] = corners[(index + 1) % 4] ?? [0, 0];
          return sum + x * nextY - nextX * y;
        }, 0);
        const { area } = lightOf(take(scene(object(createRectangle(0.4, 0.2), pose))));
        expect(area / (Math.abs(twice) / 2)).toBeCloseTo(1, 1);
      }),
      { numRuns },
    );
  });

  it('has the light of a rectangle along its rows within 0.4 % if it is fine', () => {
    for (const height of [0.201, 0.2033, 0.2057, 0.2081]) {
      const shown = scene(object(createRectangle(0.4, height), place([0.0007, 0.0011, 1])));
      const renderer = rendererOf(smallCamera, 2);
      const shot = { scene: shown, cameraPose: atOrigin, sensor: defaultSensor, seed: 1 };
      const expected = 0.4 * smallCamera.fx * height * smallCamera.fy;
      const { area } = lightOf(renderer.render({ ...shot, isFine: true }));
      expect(Math.abs(area / expected - 1)).toBeLessThan(0.004);
    }
  });

  it('keeps the truth of a coarse picture if it is fine', () => {
    const renderer = createRenderer(smallCamera);
    const shot = { scene: scene(object(createSphere(0.1), place([0, 0, 1]))), cameraPose: atOrigin, seed: 1 };
    const { visible } = renderer.render({ ...shot, sensor: defaultSensor });
    expect(renderer.render({ ...shot, sensor: defaultSensor, isFine: true }).visible).toEqual(visible);
  });

  it('has no gap between triangles of one surface', () => {
    fc.assert(
      fc.property(turn, (boardTurn) => {
        const board = object(
          createChessboard(9, 6, 0.2),
          place([0, 0, 0.5], [boardTurn[0] / 2, boardTurn[1] / 2, boardTurn[2]]),
        );
        const { ids } = take(scene(board));
        expect(ids.every((id) => id === 1)).toBe(true);
      }),
      { numRuns },
    );
  });

  it('shows the nearer of two objects, in whatever order they are drawn', () => {
    const near = object(createBox([0.1, 0.1, 0.1]), place([0, 0, 1]), { id: 7 });
    const far = object(createBox([1, 1, 0.1]), place([0, 0, 1.5]), { id: 9 });
    const middle = 60 * 160 + 79;
    for (const shown of [scene(near, far), scene(far, near)]) {
      const { ids, depth } = take(shown);
      expect(ids[middle]).toBe(7);
      expect(depth[middle]).toBeCloseTo(0.95, 3);
      expect(ids[middle + 30]).toBe(9);
    }
  });

  it('cuts a floor that passes under and behind the camera', () => {
    const floor = object(createRectangle(20, 20), place([0, 1, 0], [Math.PI / 2, 0, 0]));
    const { ids, depth } = take(scene(floor));
    expect(ids[119 * 160 + 79]).toBe(1);
    expect(depth[119 * 160 + 79]).toBeCloseTo(152 / (119 - 60.5), 1);
    expect(ids[30 * 160 + 79]).toBe(0);
  });

  it('shows nothing that is behind the camera', () => {
    expect(take(scene(object(createBox([0.1, 0.1, 0.1]), place([0, 0, -1])))).visible).toEqual([]);
  });

  it('lists what it shows, with pose, size and bounds', () => {
    const camera = place([1, 2, 3], [0, 0, Math.PI / 2]);
    const box = object(createBox([0.2, 0.1, 0.1]), place([1, 2, 4]), { id: 5 });
    const [shown] = take(scene(box), smallCamera, camera, 1).visible;
    expect(shown).toMatchObject({ id: 5, pose: { x: 0, y: 0, z: 1 } });
    // 0.1 m at 0.95 m are 15.8 pixels along a row; 0.2 m along a column 32.
    const { left = 0, right = 0, top: first = 0, bottom = 0 } = shown?.bounds ?? {};
    expect(right - left + 1).toBeGreaterThanOrEqual(15);
    expect(right - left + 1).toBeLessThanOrEqual(17);
    expect(bottom - first + 1).toBe(32);
    expect(shown?.pixelCount).toBe((right - left + 1) * (bottom - first + 1));
  });

  it('lights faces by how they are turned to the lamp', () => {
    const floor = (tilt: number) =>
      object(createRectangle(5, 5), place([0, 0, 1], [tilt, 0, 0]), { color: [255, 255, 255] });
    const lamp = { direction: [0, 0, -1], ambient: 0 } as const;
    const brightnessAt = (tilt: number) => take({ ...scene(floor(tilt)), light: lamp }).rgb[(60 * 160 + 79) * 3];
    expect(brightnessAt(0)).toBe(255);
    // Half the light is 188 on a screen.
    expect(brightnessAt(Math.PI / 3)).toBe(188);
  });
});

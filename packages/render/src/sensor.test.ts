import { describe, expect, it } from 'vitest';
import { createBox, createRectangle } from './meshes.ts';
import { createRenderer } from './renderer.ts';
import { object, place, scene, smallCamera } from './scenes.fixture.ts';
import { defaultSensor, type SensorSettings } from './sensor.ts';

const grey = scene(object(createRectangle(5, 5), place([0, 0, 1]), { color: [128, 128, 128] }));
const box = scene(object(createBox([0.3, 0.3, 0.3]), place([0, 0, 1]), { color: [200, 40, 40] }));
const pixelCount = 160 * 120;
const renderer = createRenderer(smallCamera);

function take(settings: Partial<SensorSettings>, shown = grey, seed = 1): Uint8Array {
  const shot = { scene: shown, cameraPose: place([0, 0, 0]), sensor: { ...defaultSensor, ...settings }, seed };
  return renderer.render(shot).rgb.slice();
}

function meanOf(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('a sensor', () => {
  it('shows a colour as it is by default', () => {
    expect([...new Set(take({}))]).toEqual([128]);
  });

  it('takes the same picture for the same seed and a different one for another', () => {
    expect(take({ noise: 3 }, box, 4)).toEqual(take({ noise: 3 }, box, 4));
    expect(take({ noise: 3 }, box, 4)).not.toEqual(take({ noise: 3 }, box, 5));
  });

  it.each([1, 4])('has noise of the wanted strength %d around the true value', (noise) => {
    const values = take({ noise });
    expect(meanOf(values)).toBeCloseTo(128, 0);
    const variance = values.reduce((sum, value) => sum + (value - 128) ** 2, 0) / values.length;
    // Rounding adds a twelfth.
    expect(Math.sqrt(variance - 1 / 12)).toBeCloseTo(noise, 1);
  });

  it('doubles the light with the exposure', () => {
    // Screen value 128 is 21.6 % of the light; 43.2 % is 176, and five times as much is white.
    expect(take({ exposure: 2 })[0]).toBe(176);
    expect(take({ exposure: 5 })[0]).toBe(255);
  });

  it('adds brightness, and stretches contrast around the middle', () => {
    expect(take({ brightness: 0.1 })[0]).toBe(154);
    expect(take({ contrast: 2, brightness: 0.1 })[0]).toBe(154);
    expect(take({ contrast: 2, exposure: 2 })[0]).toBe(224);
  });

  it('colours the picture with unequal gains', () => {
    const [red, green, blue] = take({ gains: [1.5, 1, 0.5] });
    expect([red, green, blue]).toEqual([154, 128, 92]);
  });

  it('turns red to green by 120° of hue', () => {
    const [, green = 0] = take(
      { hue: 120 },
      scene(object(createRectangle(5, 5), place([0, 0, 1]), { color: [200, 0, 0] })),
    );
    expect(green).toBe(200);
  });

  it('keeps the light of a picture when it blurs, and softens its edges', () => {
    const steepest = (values: Uint8Array) => {
      const row = Array.from({ length: 160 }, (_, column) => values[(60 * 160 + column) * 3] ?? 0);
      return Math.max(...row.slice(1).map((value, index) => Math.abs(value - (row[index] ?? 0))));
    };
    const light = (values: Uint8Array) => values.reduce((sum, value) => sum + (value / 255) ** 2.2, 0) / pixelCount;
    const sharp = take({}, box);
    const soft = take({ blur: 2 }, box);
    expect(light(soft) / light(sharp)).toBeCloseTo(1, 1);
    expect(steepest(soft)).toBeLessThan(steepest(sharp) / 2);
  });

  it('raises edges with sharpness and leaves plain surfaces alone', () => {
    expect([...new Set(take({ sharpness: 1 }))]).toEqual([128]);
    expect(Math.max(...take({ sharpness: 1 }, box))).toBeGreaterThan(200);
  });
});

import { screenOf } from './color.ts';
import { createRandom, normalTable } from './random.ts';

/** How a sensor makes screen values of light. */
export interface SensorSettings {
  /** Factor of the light; 1 shows white as white. */
  readonly exposure: number;
  /** Factors of red, green and blue. */
  readonly gains: readonly [number, number, number];
  /** Added to screen values, −1…1. */
  readonly brightness: number;
  /** Factor of the distance from middle grey. */
  readonly contrast: number;
  /** Turn of colours around grey, degrees. */
  readonly hue: number;
  /** Above 0 edges are raised by this factor, below 0 softened; 0 leaves the picture alone. */
  readonly sharpness: number;
  /** Blur of lens and focus: σ in pixels. */
  readonly blur: number;
  /** σ of the noise in screen values (0…255). */
  readonly noise: number;
}

export const defaultSensor: SensorSettings = {
  exposure: 1,
  gains: [1, 1, 1],
  brightness: 0,
  contrast: 1,
  hue: 0,
  sharpness: 0,
  blur: 0,
  noise: 0,
};

const levels = 4096;
const softeningBlur = 1;

/** Exposes linear light (three numbers a pixel) to screen values. Changes `light` where it blurs. */
export function expose(
  light: Float32Array,
  width: number,
  settings: SensorSettings,
  seed: number,
  rgb: Uint8Array,
): void {
  if (settings.blur > 0) blurLight(light, width, settings.blur);
  if (settings.sharpness !== 0) sharpen(light, width, settings.sharpness);
  if (settings.hue !== 0) turnHue(light, settings.hue);
  const curve = createCurve(settings);
  const factors = settings.gains.map((gain) => gain * settings.exposure * (levels - 1));
  const [red = 0, green = 0, blue = 0] = factors;
  const noise = createNoise(settings.noise, seed);
  for (let at = 0; at < light.length; at += 3) {
    rgb[at] = clip(valueAt(curve, (light[at] ?? 0) * red) + noise());
    rgb[at + 1] = clip(valueAt(curve, (light[at + 1] ?? 0) * green) + noise());
    rgb[at + 2] = clip(valueAt(curve, (light[at + 2] ?? 0) * blue) + noise());
  }
}

function clip(value: number): number {
  const whole = (value + 0.5) | 0;
  if (value < 0) return 0;
  return Math.min(whole, 255);
}

function valueAt(curve: Float32Array, level: number): number {
  const index = level > levels - 1 ? levels - 1 : (level + 0.5) | 0;
  return curve[index] ?? 0;
}

/** Screen value of each level of light. */
function createCurve({ brightness, contrast }: SensorSettings): Float32Array {
  return Float32Array.from({ length: levels }, (_, level) => {
    const screen = screenOf(level / (levels - 1));
    return 255 * Math.min(1, Math.max(0, (screen - 0.5) * contrast + 0.5 + brightness));
  });
}

function createNoise(sigma: number, seed: number): () => number {
  if (sigma === 0) return () => 0;
  const table = normalTable();
  // Xorshift: a whole number a draw, its upper half an index of the table.
  let state = Math.floor(createRandom(seed)() * 0xfffffffe) + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return sigma * (table[state >>> 16] ?? 0);
  };
}

/** Gaussian blur along rows, then along columns; the picture goes on as it is at its edge. */
function blurLight(light: Float32Array, width: number, sigma: number): void {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const kernel = Float32Array.from(weights, (weight) => weight / sum);
  const height = light.length / 3 / width;
  const copy = light.slice();
  filterLines(copy, light, kernel, { lines: height, lineStride: width * 3, count: width, stride: 3 });
  copy.set(light);
  filterLines(copy, light, kernel, { lines: width, lineStride: 3, count: height, stride: width * 3 });
}

interface Lines {
  readonly lines: number;
  readonly lineStride: number;
  readonly count: number;
  readonly stride: number;
}

function filterLines(from: Float32Array, to: Float32Array, kernel: Float32Array, lines: Lines): void {
  const reach = (kernel.length - 1) / 2;
  for (let line = 0; line < lines.lines; line += 1) {
    for (let index = 0; index < lines.count; index += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const start = line * lines.lineStride + channel;
        let sum = 0;
        for (let tap = -reach; tap <= reach; tap += 1) {
          const place = Math.min(lines.count - 1, Math.max(0, index + tap));
          sum += (kernel[tap + reach] ?? 0) * (from[start + place * lines.stride] ?? 0);
        }
        to[start + index * lines.stride] = sum;
      }
    }
  }
}

/** Unsharp mask. */
function sharpen(light: Float32Array, width: number, amount: number): void {
  const soft = light.slice();
  blurLight(soft, width, softeningBlur);
  for (let at = 0; at < light.length; at += 1) {
    const value = light[at] ?? 0;
    light[at] = Math.max(0, value + amount * (value - (soft[at] ?? 0)));
  }
}

/** Turns colours around the axis of greys. */
function turnHue(light: Float32Array, degrees: number): void {
  const angle = (degrees * Math.PI) / 180;
  const same = Math.cos(angle) + (1 - Math.cos(angle)) / 3;
  const forward = (1 - Math.cos(angle)) / 3 - Math.sin(angle) / Math.sqrt(3);
  const back = (1 - Math.cos(angle)) / 3 + Math.sin(angle) / Math.sqrt(3);
  for (let at = 0; at < light.length; at += 3) {
    const red = light[at] ?? 0;
    const green = light[at + 1] ?? 0;
    const blue = light[at + 2] ?? 0;
    light[at] = Math.max(0, same * red + forward * green + back * blue);
    light[at + 1] = Math.max(0, back * red + same * green + forward * blue);
    light[at + 2] = Math.max(0, forward * red + back * green + same * blue);
  }
}

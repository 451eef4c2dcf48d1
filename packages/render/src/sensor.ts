import { createRandom } from '@cellwright/geometry';
import { screenOf } from './color.ts';
import { normalTable } from './normal-table.ts';

/** Settings by which a sensor turns light into screen values. */
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
/** Values that take consecutive numbers of the noise table; then another place of it is drawn. */
const noiseRun = 96;

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
  const [redGain, greenGain, blueGain] = settings.gains;
  const full = settings.exposure * (levels - 1);
  const [red, green, blue] = [redGain * full, greenGain * full, blueGain * full];
  const { noise } = settings;
  const table = normalTable();
  const drawPlace = createPlaces(seed);
  // Rounds and clips what is stored.
  const values = new Uint8ClampedArray(rgb.buffer, rgb.byteOffset, rgb.length);
  for (let start = 0; start < light.length; start += noiseRun) {
    const end = Math.min(light.length, start + noiseRun);
    let place = drawPlace();
    for (let at = start; at < end; at += 3) {
      values[at] = valueAt(curve, (light[at] ?? 0) * red) + noise * (table[place] ?? 0);
      values[at + 1] = valueAt(curve, (light[at + 1] ?? 0) * green) + noise * (table[place + 1] ?? 0);
      values[at + 2] = valueAt(curve, (light[at + 2] ?? 0) * blue) + noise * (table[place + 2] ?? 0);
      place += 3;
    }
  }
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

/** Draws places of the noise table with a whole run behind them. */
function createPlaces(seed: number): () => number {
  // Xorshift: a whole number a draw, its upper half an index of the table.
  let state = Math.floor(createRandom(seed)() * 0xfffffffe) + 1;
  const range = normalTable().length - noiseRun;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 16) * range) >>> 16;
  };
}

/** Gaussian blur along rows, then along columns; at its edge the picture is continued with its last pixel. */
function blurLight(light: Float32Array, width: number, sigma: number): void {
  const weights = gaussianWeights(sigma);
  const rowLength = width * 3;
  blurRows(light, rowLength, weights);
  blurColumns(light, rowLength, weights);
}

/** Weight of the middle, then of each neighbour on one side. */
function gaussianWeights(sigma: number): Float32Array {
  const reach = Math.max(1, Math.floor(3 * sigma));
  const weights = Array.from({ length: reach + 1 }, (_, index) => Math.exp(-(index ** 2) / (2 * sigma ** 2)));
  const sum = weights.reduce((total, weight, index) => total + (index === 0 ? weight : 2 * weight), 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

function blurRows(light: Float32Array, rowLength: number, weights: Float32Array): void {
  const margin = (weights.length - 1) * 3;
  const padded = new Float32Array(rowLength + 2 * margin);
  for (let start = 0; start < light.length; start += rowLength) {
    const row = light.subarray(start, start + rowLength);
    padded.set(row, margin);
    for (let at = 0; at < margin; at += 3) {
      padded.set(row.subarray(0, 3), at);
      padded.set(row.subarray(rowLength - 3), margin + rowLength + at);
    }
    mix(row, padded.subarray(margin), weights[0] ?? 1);
    for (let tap = 1; tap < weights.length; tap += 1)
      addPair(row, padded.subarray(margin - 3 * tap), padded.subarray(margin + 3 * tap), weights[tap] ?? 0);
  }
}

function blurColumns(light: Float32Array, rowLength: number, weights: Float32Array): void {
  const count = light.length / rowLength;
  const rowAt = (index: number) => light.subarray(index * rowLength, (index + 1) * rowLength);
  // Rows above are overwritten already.
  const originals = Array.from({ length: weights.length }, () => new Float32Array(rowLength));
  const originalAt = (index: number) => originals[index % originals.length] ?? rowAt(index);
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index);
    originalAt(index).set(row);
    const below = (tap: number) => (index === count - 1 ? originalAt(index) : rowAt(Math.min(count - 1, index + tap)));
    mix(row, row, weights[0] ?? 1);
    for (let tap = 1; tap < weights.length; tap += 1)
      addPair(row, originalAt(Math.max(0, index - tap)), below(tap), weights[tap] ?? 0);
  }
}

function mix(out: Float32Array, from: Float32Array, weight: number): void {
  for (let at = 0; at < out.length; at += 1) out[at] = weight * (from[at] ?? 0);
}

function addPair(out: Float32Array, one: Float32Array, other: Float32Array, weight: number): void {
  for (let at = 0; at < out.length; at += 1) out[at] = (out[at] ?? 0) + weight * ((one[at] ?? 0) + (other[at] ?? 0));
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

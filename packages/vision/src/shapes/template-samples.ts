import { type GrayImage, valueAt } from '../gray-image.ts';

export interface Placement {
  /** Middle of the template in the picture, pixels. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
}

/** Points of a template around its middle, with brightness of mean 0 and length 1. */
export interface Samples {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly value: Float64Array;
  /** Pixels between two points. */
  readonly spacing: number;
}

/** Takes about `side` points along the smaller side. Undefined for a template without any contrast. */
export function listSamples(template: GrayImage, side: number): Samples | undefined {
  const spacing = Math.max(1, Math.min(template.width, template.height) / side);
  const [columns, rows] = [Math.floor(template.width / spacing), Math.floor(template.height / spacing)];
  const count = columns * rows;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const value = new Float64Array(count);
  const [middleX, middleY] = [(template.width - 1) / 2, (template.height - 1) / 2];
  for (let index = 0; index < count; index += 1) {
    x[index] = ((index % columns) - (columns - 1) / 2) * spacing;
    y[index] = (Math.floor(index / columns) - (rows - 1) / 2) * spacing;
    value[index] = valueAt(template, middleX + (x[index] ?? 0), middleY + (y[index] ?? 0));
  }
  const mean = value.reduce((sum, each) => sum + each, 0) / count;
  const length = Math.sqrt(value.reduce((sum, each) => sum + (each - mean) ** 2, 0));
  if (!(length > 1e-6)) return undefined;
  return { x, y, value: value.map((each) => (each - mean) / length), spacing };
}

/** Normalised correlation with the picture, −1…1; −1 where the template leaves the picture. */
export function scoreAt(image: GrayImage, samples: Samples, { x, y, scale, rotation }: Placement): number {
  const cosine = scale * Math.cos((rotation * Math.PI) / 180);
  const sine = scale * Math.sin((rotation * Math.PI) / 180);
  const { width, height } = image;
  let [sum, squares, products] = [0, 0, 0];
  const count = samples.value.length;
  for (let index = 0; index < count; index += 1) {
    const dx = samples.x[index] ?? 0;
    const dy = samples.y[index] ?? 0;
    const atX = x + dx * cosine - dy * sine;
    const atY = y + dx * sine + dy * cosine;
    if (atX < 0 || atY < 0 || atX > width - 1 || atY > height - 1) return -1;
    const seen = valueAt(image, atX, atY);
    sum += seen;
    squares += seen * seen;
    products += seen * (samples.value[index] ?? 0);
  }
  const variance = squares - (sum * sum) / count;
  return variance > 1e-6 ? products / Math.sqrt(variance) : -1;
}

/** Correlation at every pixel where the whole template is in the picture, with its points moved to whole pixels. */
export function scoreEverywhere(
  { width, height, data }: GrayImage,
  samples: Samples,
  { scale, rotation }: Pick<Placement, 'scale' | 'rotation'>,
  onScore: (x: number, y: number, score: number) => void,
): void {
  const cosine = scale * Math.cos((rotation * Math.PI) / 180);
  const sine = scale * Math.sin((rotation * Math.PI) / 180);
  const columns = Int32Array.from(samples.x, (x, index) => Math.round(x * cosine - (samples.y[index] ?? 0) * sine));
  const rows = Int32Array.from(samples.x, (x, index) => Math.round(x * sine + (samples.y[index] ?? 0) * cosine));
  const offsets = columns.map((column, index) => (rows[index] ?? 0) * width + column);
  const [left, right] = [-Math.min(...columns), width - Math.max(...columns)];
  const [top, bottom] = [-Math.min(...rows), height - Math.max(...rows)];
  const { value } = samples;
  const count = value.length;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      let [sum, squares, products] = [0, 0, 0];
      for (let index = 0; index < count; index += 1) {
        const seen = data[at + (offsets[index] ?? 0)] ?? 0;
        sum += seen;
        squares += seen * seen;
        products += seen * (value[index] ?? 0);
      }
      const variance = squares - (sum * sum) / count;
      if (variance > 1) onScore(x, y, products / Math.sqrt(variance));
    }
  }
}

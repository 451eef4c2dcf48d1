/** Brightness of each pixel, 0…255, row by row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Brightness of a colour picture, as OpenCV weighs it. */
export function grayFromRgb(rgb: Uint8Array, width: number, height: number): GrayImage {
  const data = new Float32Array(width * height);
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    const at = pixel * 3;
    data[pixel] = 0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0);
  }
  return { width, height, data };
}

/** Brightness between pixels; beyond the edge, that of the edge continued. */
export function valueAt({ width, height, data }: GrayImage, x: number, y: number): number {
  const column = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const row = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const [right, down] = [x - column, y - row];
  const at = row * width + column;
  const above = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const below = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return above * (1 - down) + below * down;
}

/** Averages squares of pixels; what is left over at the right and below is dropped. */
export function decimateImage(image: GrayImage, factor: number): GrayImage {
  if (factor === 1) return image;
  const width = Math.floor(image.width / factor);
  const height = Math.floor(image.height / factor);
  const data = new Float32Array(width * height);
  for (let row = 0; row < height * factor; row += 1) {
    const target = Math.floor(row / factor) * width;
    for (let column = 0; column < width * factor; column += 1) {
      const at = target + Math.floor(column / factor);
      data[at] = (data[at] ?? 0) + (image.data[row * image.width + column] ?? 0) / (factor * factor);
    }
  }
  return { width, height, data };
}

/** Gaussian blur; at its edge the picture is continued with its last pixel. */
export function blurImage({ width, height, data }: GrayImage, sigma: number): GrayImage {
  const weights = gaussianWeights(sigma);
  const rows = new Float32Array(data.length);
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    blurLine(data.subarray(start, start + width), rows.subarray(start, start + width), weights);
  }
  const blurred = new Float32Array(data.length);
  for (let row = 0; row < height; row += 1) {
    const out = blurred.subarray(row * width, (row + 1) * width);
    for (const [tap, weight] of weights.entries()) {
      const above = Math.max(0, row - tap) * width;
      const below = Math.min(height - 1, row + tap) * width;
      const share = tap === 0 ? weight / 2 : weight;
      for (let column = 0; column < width; column += 1)
        out[column] = (out[column] ?? 0) + share * ((rows[above + column] ?? 0) + (rows[below + column] ?? 0));
    }
  }
  return { width, height, data: blurred };
}

/** Weight of the middle, then of each neighbour on one side. */
function gaussianWeights(sigma: number): Float32Array {
  const reach = Math.max(1, Math.ceil(2.5 * sigma));
  const weights = Array.from({ length: reach + 1 }, (_, index) => Math.exp(-(index ** 2) / (2 * sigma ** 2)));
  const sum = weights.reduce((total, weight, index) => total + (index === 0 ? weight : 2 * weight), 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

function blurLine(line: Float32Array, out: Float32Array, weights: Float32Array): void {
  const last = line.length - 1;
  const reach = weights.length - 1;
  for (let at = 0; at <= last; at += 1) {
    const isInside = at >= reach && at + reach <= last;
    let sum = (weights[0] ?? 0) * (line[at] ?? 0);
    for (let tap = 1; tap <= reach; tap += 1) {
      const before = isInside ? at - tap : Math.max(0, at - tap);
      const behind = isInside ? at + tap : Math.min(last, at + tap);
      sum += (weights[tap] ?? 0) * ((line[before] ?? 0) + (line[behind] ?? 0));
    }
    out[at] = sum;
  }
}

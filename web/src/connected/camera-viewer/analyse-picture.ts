/** Pixels of a picture as a canvas gives them: red, green, blue and alpha of each. */
export interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

export interface PictureFacts {
  /** Share of the pixels at each level of brightness, from black to white. */
  readonly histogram: readonly number[];
  /** Shares of pixels without detail. */
  readonly black: number;
  readonly white: number;
  /** Variance of the Laplacian: higher is sharper, comparable only between pictures of the same scene. */
  readonly sharpness: number;
}

export const histogramLevels = 64;

/** Measures exposure and sharpness of a picture. */
export function analysePicture({ data, width, height }: Pixels): PictureFacts {
  const count = width * height;
  const luma = new Float32Array(count);
  const histogram = new Array<number>(histogramLevels).fill(0);
  for (let pixel = 0; pixel < count; pixel += 1) {
    const at = pixel * 4;
    const value = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    luma[pixel] = value;
    const level = Math.min(histogramLevels - 1, Math.floor((value / 256) * histogramLevels));
    histogram[level] = (histogram[level] ?? 0) + 1 / count;
  }
  return {
    histogram,
    black: histogram[0] ?? 0,
    white: histogram[histogramLevels - 1] ?? 0,
    sharpness: laplacianVariance(luma, width, height),
  };
}

function laplacianVariance(luma: Float32Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column;
      const around = (luma[at - 1] ?? 0) + (luma[at + 1] ?? 0) + (luma[at - width] ?? 0) + (luma[at + width] ?? 0);
      const value = around - 4 * (luma[at] ?? 0);
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

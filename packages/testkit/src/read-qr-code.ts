/** Data codewords of versions 1 to 4 by their level of error correction; those of several blocks alternate. */
const dataCodewords: Readonly<Record<string, readonly number[]>> = {
  L: [19, 34, 55, 80],
  M: [16, 28, 44, 64],
  Q: [13, 22, 34, 48],
  H: [9, 16, 26, 36],
};
const blockCounts: Readonly<Record<string, readonly number[]>> = {
  L: [1, 1, 1, 1],
  M: [1, 1, 1, 2],
  Q: [1, 1, 2, 2],
  H: [1, 1, 2, 4],
};
/** Levels by their two bits in the format. */
const levels = ['M', 'L', 'H', 'Q'];
const formatMask = 0x5412;

/** True if the mask inverts a module, by the number of the mask. */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type IsDark = (x: number, y: number) => boolean;

/**
 * Reads the text of a QR code in an SVG of squares, as a camera does: versions 1 to 4, bytes, without correcting errors.
 * @throws Error if it is none
 */
export function readQRCode(svg: string): string {
  const squares = [...svg.matchAll(/M(\d+),(\d+)h(\d+)/g)].map(([, ...numbers]) => numbers.map(Number));
  const unit = squares[0]?.[2] ?? 1;
  const columns = squares.map(([x = 0]) => x / unit);
  const border = Math.min(...columns);
  const size = Math.max(...columns) - border + 1;
  const dark = new Set(squares.map(([x = 0, y = 0]) => `${x / unit - border} ${y / unit - border}`));
  const version = (size - 17) / 4;
  if (![1, 2, 3, 4].includes(version)) throw new Error(`There is no QR code of version 1 to 4: ${size} modules`);
  const isDark: IsDark = (x, y) => dark.has(`${x} ${y}`);
  const { level, mask } = readFormat(isDark);
  const codewords = readCodewords(isDark, { size, version, mask: masks[mask] ?? (() => false) });
  const blockCount = blockCounts[level]?.[version - 1] ?? 1;
  const count = dataCodewords[level]?.[version - 1] ?? 0;
  return readBytes(joinBlocks(codewords.slice(0, count), blockCount));
}

function readFormat(isDark: IsDark): { level: string; mask: number } {
  const places: [number, number][] = [
    ...Array.from({ length: 6 }, (_, index): [number, number] => [8, index]),
    ...([
      [8, 7],
      [8, 8],
      [7, 8],
    ] satisfies [number, number][]),
    ...Array.from({ length: 6 }, (_, index): [number, number] => [5 - index, 8]),
  ];
  const bits = places.reduce((sum, [x, y], index) => sum | (Number(isDark(x, y)) << index), 0) ^ formatMask;
  return { level: levels[bits >> 13] ?? 'L', mask: (bits >> 10) & 7 };
}

/** Reads the codewords in columns of two modules, from right to left, alternately upwards and downwards. */
function readCodewords(isDark: IsDark, code: { size: number; version: number; mask: IsDark }): number[] {
  const { size, version, mask } = code;
  const isInCorner = (x: number, y: number) => (x < 9 && (y < 9 || y >= size - 8)) || (x >= size - 8 && y < 9);
  const isInAlignment = (x: number, y: number) =>
    version > 1 && Math.abs(x - size + 7) <= 2 && Math.abs(y - size + 7) <= 2;
  const bits: boolean[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is left out.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (x === 6 || y === 6 || isInCorner(x, y) || isInAlignment(x, y)) continue;
        bits.push(isDark(x, y) !== mask(x, y));
      }
    }
    isUpward = !isUpward;
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((sum, bit) => 2 * sum + Number(bit), 0),
  );
}

function joinBlocks(codewords: readonly number[], blockCount: number): number[] {
  return Array.from({ length: blockCount }, (_, block) =>
    codewords.filter((_codeword, index) => index % blockCount === block),
  ).flat();
}

function readBytes(codewords: readonly number[]): string {
  const bits = codewords.map((codeword) => codeword.toString(2).padStart(8, '0')).join('');
  const take = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2);
  if (take(0, 4) !== 4) throw new Error('The QR code does not contain bytes');
  const bytes = Array.from({ length: take(4, 8) }, (_, index) => take(12 + 8 * index, 8));
  return Buffer.from(bytes).toString('utf8');
}

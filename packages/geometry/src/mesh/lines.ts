import { MeshProblem } from './triangle-mesh.ts';

/** Maximum length of a line in these formats. */
const longestLine = 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;
/**
 * Number of bytes that distinguish text from binary: they include the triangle count of a binary STL, whose highest
 * byte is 0.
 */
const sampleBytes = 512;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Calls `take` for each line of a text file that is not empty, without its comment and surrounding space; never keeps
 * all lines in memory. A comment begins with #. Lines end with LF, CR LF or CR.
 */
export function eachLine(bytes: Uint8Array, take: (line: string) => void): void {
  const decoder = new TextDecoder('latin1');
  const text = withoutByteOrderMark(bytes);
  const separator = text.includes(lineFeed) ? lineFeed : carriageReturn;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(separator, start);
    const end = found < 0 ? text.length : found;
    if (end - start > longestLine) throw new MeshProblem('A line of the file is too long. Export the file again');
    const line = decoder.decode(text.subarray(start, end)).replace(/#.*/s, '').trim();
    if (line !== '') take(line);
    start = end + 1;
  }
}

/** True if the file begins like text: without a byte 0. */
export function looksLikeText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, sampleBytes).includes(0);
}

export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return byteOrderMark.every((byte, index) => bytes[index] === byte) ? bytes.subarray(byteOrderMark.length) : bytes;
}

/**
 * Parses a coordinate.
 * @throws MeshProblem if the text is not a number; the message explains a decimal comma.
 */
export function readCoordinate(text: string): number {
  const value = Number(text);
  if (Number.isNaN(value) && /^[-+]?\d*,\d+(e[-+]?\d+)?$/i.test(text)) {
    throw new MeshProblem(`The coordinate '${text.slice(0, 40)}' has a comma. Export the file with decimal points`);
  }
  return value;
}

import { MeshProblem } from './triangle-mesh.ts';

/** Longer lines are not of these formats. */
const longestLine = 1024 * 1024;
const lineFeed = 10;

/** Calls for each line of a text file that is not empty, without the space round it; lines are never all in memory. */
export function eachLine(bytes: Uint8Array, take: (line: string) => void): void {
  const decoder = new TextDecoder('latin1');
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    if (end - start > longestLine) throw new MeshProblem('A line of the file is too long. Export the file again');
    const line = decoder.decode(bytes.subarray(start, end)).trim();
    if (line !== '') take(line);
    start = end + 1;
  }
}

// A13 for mesh uploads: files of every format, cut off, changed byte by byte, with inflated announcements. Each is read
// or refused with an explanation within a second, with no more triangles than allowed and no more memory than a few
// uploads take. Prints JSON, exits with 1 otherwise. Usage: tsx scripts/soak/a13-mesh-uploads.ts [cases] [seed]
import { spaceFileLimits } from '@cellwright/domain/space';
import { readMeshFile, writeBinaryStl } from '@cellwright/geometry/mesh';
import { boxMesh, glbFile, gltfText, objText, textStl } from '@cellwright/geometry/mesh/testing';
import fc from 'fast-check';

const cases = Number(process.argv[2] ?? 50_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const limits = { slowestMS: 1000, grownMiB: 512 };

const box = boxMesh(1, 2, 3);
const files = [
  ['a.stl', writeBinaryStl(box)],
  ['a.stl', textStl(box)],
  ['a.obj', objText(box)],
  ['a.gltf', gltfText(box)],
  ['a.glb', glbFile(box)],
] as const;

/** Large values for headers, counts and indices. */
const large = fc.constantFrom(0xffffffff, 0x7fffffff, 0x80000000, 100_001, 0);
const change = fc.oneof(
  fc.record({ at: fc.nat(6000), byte: fc.nat(255) }),
  fc.record({ at: fc.nat(6000), word: large }),
  fc.record({ at: fc.nat(6000), text: fc.constantFrom('9999999', '1e999', 'NaN', '-1', '[[[[', '"uri":"../x"', '\n') }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(bytes: Uint8Array, made: Change): void {
  const at = made.at % bytes.length;
  if ('byte' in made) bytes[at] = made.byte;
  else if ('word' in made) {
    if (at + 4 <= bytes.length) new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, made.word, true);
  } else bytes.set(new TextEncoder().encode(made.text).subarray(0, bytes.length - at), at);
}

let slowestMS = 0;
let read = 0;
const startedWith = process.memoryUsage().rss;
const mutated = fc.tuple(
  fc.constantFrom(...files),
  fc.constantFrom('', 'a.stl', 'a.obj', 'a.gltf', 'a.glb'),
  fc.array(change, { maxLength: 12 }),
  fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(6000)),
);
const result = fc.check(
  fc.property(mutated, ([[name, original], otherName, changes, end]) => {
    const bytes = original.slice(0, Math.max(1, end));
    for (const made of changes) apply(bytes, made);
    const startedAt = performance.now();
    const reading = readMeshFile(otherName || name, bytes, spaceFileLimits);
    slowestMS = Math.max(slowestMS, performance.now() - startedAt);
    if (!reading.ok) return /\S+ \S+/.test(reading.error.message);
    read++;
    const { corners } = reading.value.mesh;
    return corners.length <= 9 * spaceFileLimits.triangles && corners.every(Number.isFinite);
  }),
  { numRuns: cases, seed },
);
const grownMiB = (process.memoryUsage().rss - startedWith) / 1024 / 1024;
const holds = !result.failed && slowestMS <= limits.slowestMS && grownMiB <= limits.grownMiB;
const problem = result.failed ? fc.defaultReportMessage(result)?.slice(0, 2000) : undefined;
process.stdout.write(
  `${JSON.stringify({ seed, cases: result.numRuns, read, slowestMS, grownMiB, limits, holds, problem })}\n`,
);
process.exitCode = holds ? 0 : 1;

// Measures the first load of the home screen: gzip of all JavaScript before the 3D view. Exits with 1 beyond the limit.
// Build first (npm run build).
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const limitKB = 250;
const dist = 'web/dist';
const firstScreen = 'src/features/home/HomeScreen.tsx';

const chunkSchema = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  isEntry: z.boolean().default(false),
});
const manifest = z
  .record(z.string(), chunkSchema)
  .parse(JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')));

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
const files = new Set<string>();
const pending = [...entries, firstScreen];
for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (files.has(chunk.file)) continue;
  files.add(chunk.file);
  pending.push(...chunk.imports);
}

let total = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(`${dist}/${file}`)).length / 1000;
  total += size;
  console.log(`${size.toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(
  `${total.toFixed(1).padStart(7)} kB  first load of the home screen, before the 3D view (at most ${limitKB} kB)`,
);
if (total > limitKB) process.exitCode = 1;

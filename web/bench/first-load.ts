import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

export const firstLoadLimitKB = 250;
const firstScreen = 'src/features/home/HomeScreen.tsx';

const chunkSchema = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  isEntry: z.boolean().default(false),
});

export interface FirstLoad {
  readonly totalKB: number;
  readonly files: readonly { readonly file: string; readonly sizeKB: number }[];
}

/**
 * Returns the gzip sizes of all JavaScript that the home screen loads before the 3D view.
 * @param dist folder of the built web app
 */
export function measureFirstLoad(dist: string): FirstLoad {
  const manifest = z
    .record(z.string(), chunkSchema)
    .parse(JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')));
  const found = new Set<string>();
  const pending = [...Object.keys(manifest).filter((key) => manifest[key]?.isEntry), firstScreen];
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    pending.push(...chunk.imports);
  }
  const files = [...found].map((file) => ({ file, sizeKB: gzipSync(readFileSync(`${dist}/${file}`)).length / 1000 }));
  return { totalKB: files.reduce((sum, { sizeKB }) => sum + sizeKB, 0), files };
}

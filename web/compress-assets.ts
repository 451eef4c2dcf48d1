import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(?:js|css|html|svg|json)$/;
/** Smaller files gain nothing. */
const leastBytes = 1024;
/** As small as makes sense for a build that takes seconds. */
const brotliQuality = 9;

/** Writes each text file of the build compressed beside it, so that the door has nothing to compress. */
export function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !texts.test(entry.name)) continue;
        const bytes = readFileSync(path);
        if (bytes.length < leastBytes) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

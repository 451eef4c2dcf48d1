import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(?:js|css|html|svg|json)$/;
/** Smaller files gain nothing from compression. */
const leastBytes = 1024;
/** Highest quality that is reasonable for a build of some seconds. */
const brotliQuality = 9;

/** Writes a compressed copy of each text file of the build, so that the gateway need not compress. */
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

// Programs that run in pods of the check, bundled with all dependencies.
import { join } from 'node:path';
import { build } from 'esbuild';

/** Files of the repository by the names of the programs. */
const entries = { stranger: 'services/cell/e2e/stranger.fixture.ts' };

/** Writes the programs to a folder, as `NAME.mjs`. */
export async function bundleProbes(outdir: string): Promise<void> {
  await build({
    entryPoints: entries,
    ...{ outdir, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    outExtension: { '.js': '.mjs' },
    // Packages in the older format of modules load others with `require`; some only if they are installed.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    external: ['pg-native', 'bufferutil', 'utf-8-validate'],
  });
}

/** Path of a program in the image of the probes. */
export const probePath = (name: keyof typeof entries) => join('/probe', `${name}.mjs`);

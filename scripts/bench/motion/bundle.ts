import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/cellwright-bench/', import.meta.url));

/** Bundles entries (names to files of this repository) like shipped services; returns the folder. */
export async function bundle(name: string, entries: Readonly<Record<string, string>>): Promise<string> {
  const outdir = `${folder}${name}/`;
  await build({
    entryPoints: { ...entries },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    splitting: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'external-dependencies',
        setup(own) {
          own.onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
            kind === 'entry-point' || path.startsWith('@cellwright/') ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  return outdir;
}

/** Returns the path of a file of this repository. */
export const fileOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

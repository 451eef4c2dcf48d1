// Bundles modules for programs that run from source (tests): `node source-bundle.mjs CACHE NAME ENTRIES`, with the entries as
// JSON, name to path. Writes CACHE/NAME.json, which names the folder and the state of every source file in it.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';

const oldAfterMS = 86_400_000;

const [, , cache, name, entries] = process.argv;
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, 'package.json'), '{ "type": "module" }');
removeOld();
const folder = mkdtempSync(join(cache, `${name}-`));
// A process that drops its user later reads its modules as another user.
chmodSync(folder, 0o755);
const startedAt = Date.now();
const { metafile } = await build({
  ...bundleOptions,
  entryPoints: JSON.parse(entries),
  outdir: folder,
  metafile: true,
});
const inputs = Object.keys(metafile.inputs).map((path) => {
  const { mtimeMs, size } = statSync(path);
  // A file changed during the read is never fresh.
  return [resolve(path), mtimeMs < startedAt ? mtimeMs : 0, size];
});
const draft = join(folder, 'index.json');
writeFileSync(draft, JSON.stringify({ folder, entries, inputs }));
renameSync(draft, join(cache, `${name}.json`));

/** Removes folders of earlier builds: those of today may still be in use. */
function removeOld() {
  for (const each of readdirSync(cache)) {
    if (!each.startsWith(`${name}-`)) continue;
    const path = join(cache, each);
    if (Date.now() - statSync(path).mtimeMs > oldAfterMS) rmSync(path, { recursive: true, force: true });
  }
}

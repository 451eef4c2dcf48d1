// Bundles one service: every entry named in its package.json "entries" (default: src/main.ts) becomes dist/<name>.js.
import { readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';

const pkg = JSON.parse(readFileSync('package.json', 'utf8'));
rmSync('dist', { recursive: true, force: true });
await build({ ...bundleOptions, entryPoints: pkg.entries ?? { main: 'src/main.ts' }, outdir: 'dist' });

// Bundles one service: every entry named in its package.json "entries" (default: src/main.ts) becomes dist/<name>.js.
// Workspace packages are bundled in; most packages from the registry stay external and are loaded from node_modules.
import { readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

/** Large libraries of which little is used: bundled in, a process loads that little. */
const bundledIn = /^three(-mesh-bvh)?(\/|$)/;
const pkg = JSON.parse(readFileSync('package.json', 'utf8'));
const entryPoints = pkg.entries ?? { main: 'src/main.ts' };
const externalDependencies = {
  name: 'external-dependencies',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' || args.path.startsWith('@cellwright/') || bundledIn.test(args.path)
        ? undefined
        : { path: args.path, external: true },
    );
  },
};

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  splitting: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [externalDependencies],
});

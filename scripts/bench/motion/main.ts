import { bundle, fileOf } from './bundle.ts';

export type Command = (args: readonly string[]) => Promise<void>;

/** Motion benchmarks, each loaded on demand. */
const commands: Record<string, () => Promise<{ run: Command }>> = {
  ik: () => import('./ik.ts'),
  mbm: () => import('./mbm.ts'),
  narrow: asShipped('narrow'),
  trajectories: () => import('./trajectories.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = commands[name];
if (load === undefined) {
  console.error(`usage: npm run bench:motion -- ${Object.keys(commands).join('|')} [options]`);
  process.exit(2);
}
const { run } = await load();
await run(args);

/**
 * Runs a bundle: compiled while loading, every closure would be named again each time it is created, unlike in shipped
 * code.
 */
function asShipped(name: string): () => Promise<{ run: Command }> {
  return async () => import(`${await bundle(name, { [name]: fileOf(`scripts/bench/motion/${name}.ts`) })}${name}.js`);
}

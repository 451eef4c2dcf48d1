import { bundle, fileOf } from './bundle.ts';

export type Command = (args: readonly string[]) => Promise<void>;

/** The motion benchmarks, each loaded only when asked for. */
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

/** Compiled as it is loaded, every closure would be given its name again each time that it is made: shipped code is not. */
function asShipped(name: string): () => Promise<{ run: Command }> {
  return async () => import(`${await bundle(name, { [name]: fileOf(`scripts/bench/motion/${name}.ts`) })}${name}.js`);
}

export type Command = (args: readonly string[]) => Promise<void>;

/** The motion benchmarks, each loaded only when asked for. */
const commands: Record<string, () => Promise<{ run: Command }>> = {
  ik: () => import('./ik.ts'),
  mbm: () => import('./mbm.ts'),
  narrow: () => import('./narrow.ts'),
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

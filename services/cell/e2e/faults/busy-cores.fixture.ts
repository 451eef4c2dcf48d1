import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Uses the processor until its parent has ended. */
const program = `
  const parent = process.ppid;
  while (process.ppid === parent) for (let x = 0; x < 1e7; x++) Math.sqrt(x);
`;

/**
 * Keeps every core busy until the returned function is called. The busy processes have separate sessions, like other
 * programs of a machine: where the kernel divides time by session, they would otherwise share the priority of the
 * test's cell, and its database would not.
 */
export function saturateCores(): () => void {
  const burners: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore', detached: true }),
  );
  const end = () => {
    for (const burner of burners) burner.kill('SIGKILL');
  };
  process.once('exit', end);
  return end;
}

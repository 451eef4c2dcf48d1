import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Burns until its parent, which would end it, is gone. */
const program = `
  const parent = process.ppid;
  while (process.ppid === parent) for (let x = 0; x < 1e7; x++) Math.sqrt(x);
`;

/**
 * Keeps every core busy; the returned function ends it. The burners have sessions of their own, as other programs of a
 * machine have: where the kernel shares time out by session, they would otherwise have the priority of the cell that the
 * tests started, and its database would not.
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

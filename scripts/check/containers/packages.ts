import { existsSync } from 'node:fs';
import { run } from './commands.ts';
import { NotRun } from './report.ts';

/** Installs packages of Debian when one of their files is missing. @throws NotRun if that is not possible. */
export async function ensurePackages(
  names: readonly string[],
  files: readonly string[],
  { signal, say }: { signal: AbortSignal; say: (text: string) => void },
): Promise<void> {
  if (files.every((file) => existsSync(file))) return;
  const sentence = `apt-get install ${names.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new NotRun(`no container engine answers to docker, and only root on Debian can have one: ${sentence}`);
  }
  say(`Installing ${names.join(', ')}…`);
  // With this run level no service starts: the engine is started by this check.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  try {
    await run('apt-get', ['update', '-qq'], { env, signal, withinMS: 180_000 });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      ...{ env, signal, withinMS: 300_000 },
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new NotRun(`${sentence}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

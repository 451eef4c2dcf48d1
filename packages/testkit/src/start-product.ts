import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const packageSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** A cell started in the same way as by a user. */
export interface StartedProduct {
  readonly child: ChildProcess;
  /** Time from the command until the cell reports that it runs, ms. */
  readonly tookMS: number;
  stop(): Promise<void>;
}

/**
 * Runs the start script of the repository's package.json on a data folder, on a free port. The cell ends with this
 * process.
 * @throws Error with its output when it ends before it runs.
 */
export async function startProduct(root: string, dataPath: string): Promise<StartedProduct> {
  const { scripts } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const beganAt = performance.now();
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: root,
    env: { ...process.env, CELLWRIGHT_DATA: dataPath, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  let text = '';
  const runs = new Promise<boolean>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.includes('Cellwright runs at http')) resolve(true);
    });
  });
  if (!(await Promise.race([runs, exited.then(() => false)]))) throw new Error(`The cell did not start:\n${text}`);
  return {
    child,
    tookMS: Math.round(performance.now() - beganAt),
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

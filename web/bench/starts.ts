import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How long `npm start` takes until the cell runs: with a new data folder, and with the same one again. Built before. */
export async function measureStarts(): Promise<{ cold: number; warm: number }> {
  const data = mkdtempSync(join(tmpdir(), 'cellwright-start-'));
  try {
    return { cold: await startOnce(data), warm: await startOnce(data) };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function startOnce(data: string): Promise<number> {
  const beganAt = performance.now();
  const env = { ...process.env, CELLWRIGHT_DATA: data, PORT: '0' };
  const cell = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(cell, 'exit');
  let text = '';
  for await (const chunk of cell.stdout) {
    text += chunk;
    if (/runs at http/.test(text)) break;
  }
  const tookMS = Math.round(performance.now() - beganAt);
  if (!/runs at http/.test(text)) throw new Error(`the cell did not start:\n${text}`);
  cell.kill('SIGINT');
  await exited;
  return tookMS;
}

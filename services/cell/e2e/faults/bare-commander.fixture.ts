/**
 * A timer of 50 ms with a commander's priority in a separate process: measures the effect of the machine on an idle
 * commander. When run directly, it is that process.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { raisePriority } from '@cellwright/service-kit/priority';
import * as z from 'zod';

const self = fileURLToPath(import.meta.url);
const gapsSchema = z.object({ p99MS: z.number(), worstMS: z.number() });

/** Starts it; the returned function ends it and returns the gaps between its ticks. */
export function startBareCommander(): () => Promise<z.infer<typeof gapsSchema>> {
  const child = spawn(process.execPath, ['--import', 'tsx', self], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
    return gapsSchema.parse(JSON.parse(text));
  };
}

if (process.argv[1] === self) {
  raisePriority('commander');
  const gaps: number[] = [];
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }, 50);
  process.once('SIGTERM', () => {
    // The first gaps include the start of the process.
    const sorted = gaps.slice(5).sort((one, other) => one - other);
    const p99MS = sorted[Math.floor(0.99 * sorted.length)] ?? 0;
    process.stdout.write(JSON.stringify({ p99MS, worstMS: sorted.at(-1) ?? 0 }));
    process.exit(0);
  });
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExhaustive } from '@cellwright/testkit';
import { expect } from 'vitest';
import type { Bait } from './escape-attempts.fixture.ts';

const attemptCount = isExhaustive() ? 1000 : 80;
const secret = 'a text that only the file holds';

export interface BaitOutside {
  readonly bait: Bait;
  /** Runs attempts one after the other and returns those that reached anything. */
  tryAll(
    attempt: (seed: number, bait: Bait) => string,
    run: (source: string) => string | Promise<string>,
  ): Promise<string[]>;
  remove(): void;
}

/** Puts a file and a server into this process's reach, which no attempt may reach. */
export async function layBait(): Promise<BaitOutside> {
  const folder = mkdtempSync(join(tmpdir(), 'escape-'));
  const file = join(folder, 'bait.txt');
  writeFileSync(file, secret);
  let connectionCount = 0;
  const server = createServer((socket) => {
    connectionCount += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const bait = { file, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
  return {
    bait,
    async tryAll(attempt, run) {
      const reached: string[] = [];
      for (let seed = 0; seed < attemptCount; seed += 1) {
        const source = attempt(seed, bait);
        const outcome = await run(source);
        const hasEscaped =
          'escapedFromExpression' in globalThis || outcome.includes(secret) || outcome.includes(process.version);
        if (hasEscaped || connectionCount > 0) reached.push(`${source}\n=> ${outcome}`);
        if (seed % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      // Waits for operations that were started without await.
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(connectionCount).toBe(0);
      expect(Object.keys(Object.prototype)).toEqual([]);
      return reached;
    },
    remove() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

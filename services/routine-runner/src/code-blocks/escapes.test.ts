import { CodeRun, codeLimits, type FromCode, loadSandboxes } from '@cellwright/service-kit/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { javaScriptAttempt } from '../testing/escape-attempts.fixture.ts';
import { type BaitOutside, layBait } from '../testing/escape-bait.fixture.ts';

/**
 * The interpreter runs in this process, which has files, a network and JavaScript. Only the interpreter confines the
 * attempts here; in the product its process is a second boundary.
 */
const patience = 300_000;
const sandboxesPerMemory = 100;
let outside: BaitOutside;
beforeAll(async () => {
  outside = await layBait();
});
afterAll(() => outside.remove());

describe('A10: a generated attempt to escape', () => {
  it(
    'reaches nothing from a code block',
    async () => {
      let sandboxes: Awaited<ReturnType<typeof loadSandboxes>>;
      let openCount = 0;
      const open = async () => {
        // A code block has a memory for itself; here many share one until it is used up.
        if (openCount % sandboxesPerMemory === 0) sandboxes = await loadSandboxes(codeLimits);
        openCount += 1;
        return sandboxes.open();
      };
      const run = async (source: string) => {
        const calls: Extract<FromCode, { kind: 'call' }>[] = [];
        const code = new CodeRun(await open(), (call) => void calls.push(call));
        const turn = code.begin(
          `const variables = cell, steps = cell.wait, io = [];\nawait cell.report(String(${source}));`,
        );
        return JSON.stringify([turn, calls]);
      };
      expect(await outside.tryAll(javaScriptAttempt, run)).toEqual([]);
    },
    patience,
  );
});

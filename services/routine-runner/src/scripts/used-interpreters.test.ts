import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEvaluating } from './evaluating.fixture.ts';

const MB = 1024 * 1024;
/** The limit is 320 MB. Node.js takes about 130 MB, and each of two interpreters 16 MB. */
const expectedBytes = 230 * MB;
/** Python takes seconds to start, and longer on a busy machine. */
const patience = 120_000;

/** Returns the process ids of this process's children that evaluate expressions. */
function hostIDs(): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return children.split('\n').flatMap((line) => (line.includes('script-process') ? [Number.parseInt(line, 10)] : []));
}

/** Returns the writable memory that counts for the limit. */
function writableBytes(id: number): number {
  const kilobytes = /^VmData:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

describe.each(['Python', 'JavaScript'] as const)('the process of %s expressions', (language) => {
  const { scripts, evaluate } = startEvaluating(language);
  const others = new Set(hostIDs());
  beforeAll(async () => void (await evaluate('1')), patience);
  afterAll(() => scripts.close());

  it('keeps the memory of no used interpreter, however quickly they follow one another', async () => {
    const own = hostIDs().filter((id) => !others.has(id));
    expect(own).not.toEqual([]);
    let mostBytes = 0;
    for (let index = 0; index < 60; index++) {
      expect(await evaluate(`${index} + 1`)).toEqual({ ok: true, value: index + 1 });
      mostBytes = Math.max(mostBytes, ...own.map(writableBytes));
    }
    expect(mostBytes).toBeLessThan(expectedBytes);
  });
});

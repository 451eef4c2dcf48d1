import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { lowestPriority, runProcess } from './processes.ts';

/** Waits for priorities for some seconds, then prints that of a started program, and of its session where there are any. */
const printPriorities = (awaited: number) => `
  session() { cat /proc/self/autogroup 2>/dev/null | sed 's/.* //'; }
  reached() { [ "$(nice)" = ${awaited} ] && [ "$(session)" = "" -o "$(session)" = ${awaited} ]; }
  for turn in $(seq 100); do reached && break; sleep 0.05; done
  nice; session`;

async function readPriorities(awaited: number, priority?: number) {
  const script = printPriorities(awaited);
  const options = { isQuiet: true, ...(priority !== undefined && { priority }) };
  const { code, output } = await runProcess('sh', ['-c', script], options);
  const [own = '', session] = output.trim().split('\n');
  return { code, own: Number(own), sessionNice: session };
}

describe('runProcess', () => {
  it('returns the exit code and the output', async () => {
    expect(await runProcess('sh', ['-c', 'echo seen; exit 3'], { isQuiet: true })).toEqual({
      code: 3,
      output: 'seen\n',
    });
  });

  it('lowers the priority of programs, of their sessions and of what they start', async () => {
    // The kernel refuses changes that follow each other closely.
    const asked = [5, lowestPriority, 5, lowestPriority];
    const started = await Promise.all(asked.map((priority) => readPriorities(priority, priority)));
    for (const [at, { code, own, sessionNice = String(asked[at]) }] of started.entries())
      expect([code, own, sessionNice]).toEqual([0, asked[at], String(asked[at])]);
  });

  it('keeps the priority of other programs', async () => {
    const { code, own, sessionNice = '0' } = await readPriorities(getPriority());
    expect([code, own, sessionNice]).toEqual([0, getPriority(), '0']);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { codeLimits } from '@cellwright/service-kit/sandbox/hosts';
import { lagFactor } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnswer, CodeCalls } from '../domain/run/code-blocks.ts';
import { createCodeProcesses } from './code-processes.ts';

/** A busy machine gets more time than in the product. */
const processes = createCodeProcesses({ graceMS: 30_000, killMS: 10_000 });
/** For code that is to be stopped: five times the time of the product, which the tests below require. */
const strictProcesses = createCodeProcesses({ graceMS: 4000, killMS: 10_000 });
const nothing: CallAnswer = { ok: true, value: null };
// In source, a process first compiles itself, which takes seconds on a busy machine.
const patience = { timeout: 60_000 };

/** Returns a cell that answers every call and records it. */
function openCell(answer: (name: string) => CallAnswer | Promise<CallAnswer> = () => nothing) {
  const called: string[] = [];
  const calls: CodeCalls = {
    async call(name, args) {
      called.push(`${name} ${args}`);
      return answer(name);
    },
  };
  return { called, calls };
}

async function run(source: string, cell = openCell(), signal = new AbortController().signal, within = processes) {
  const result = await within.run(source, cell.calls, signal);
  if (result.ok) return 'ended';
  return 'stopped' in result ? 'stopped' : `${result.failure.message}: ${result.failure.detail}`;
}

/** Starts code that waits for an answer. */
async function startWaiting() {
  const stop = new AbortController();
  const cell = openCell(() => new Promise(() => undefined));
  const running = run('await cell.wait(1e6)', cell, stop.signal);
  await expect.poll(() => cell.called, patience).toHaveLength(1);
  return { stop, running };
}

/** Returns the processes of code blocks that this process has started. */
function listProcesses(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && readOf(entry, 'cmdline').includes('code-process'))
    .filter((entry) => Number(/\) \S (\d+)/.exec(readOf(entry, 'stat'))?.[1]) === process.pid)
    .map(Number);
}

function readOf(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended during the search.
    return '';
  }
}

// The first start compiles the interpreter.
beforeAll(() => run(''), 60_000);
afterAll(() => Promise.all([processes.close(), strictProcesses.close()]));

describe('a code block', () => {
  it('ends with a stop, together with its process', patience, async () => {
    const { stop, running } = await startWaiting();
    expect(listProcesses()).toHaveLength(1);
    stop.abort();
    expect(await running).toBe('stopped');
    expect(listProcesses()).toEqual([]);
  });

  it('A10: has a process without environment, and without rights where there were some', patience, async () => {
    const { stop, running } = await startWaiting();
    const [pid = 0] = listProcesses();
    const isRoot = process.getuid?.() === 0;
    const status = readOf(pid, 'status');
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).toBe(isRoot ? '65534' : String(process.getuid?.()));
    if (isRoot) expect(status).toMatch(/^CapEff:\t0+$/m);
    stop.abort();
    await running;
  });

  it('has a process with a memory limit that includes buffers and WebAssembly', patience, async () => {
    const { stop, running } = await startWaiting();
    const [pid = 0] = listProcesses();
    const bytes = Number(/^Max data size\s+(\d+)/m.exec(readOf(pid, 'limits'))?.[1]);
    expect(bytes).toBe(384 * 1024 * 1024);
    stop.abort();
    await running;
  });

  it('has room for Node.js left in its process when it has used up its own memory', patience, async () => {
    const stop = new AbortController();
    const cell = openCell(() => new Promise(() => undefined));
    const source = "const a = []; try { for (;;) a.push(new Uint8Array(1e6)) } catch {} await cell.report('full')";
    const running = run(source, cell, stop.signal);
    await expect.poll(() => cell.called, patience).toHaveLength(1);
    const [pid = 0] = listProcesses();
    const kilobytes = Number(/^VmData:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1]);
    stop.abort();
    await running;
    expect(kilobytes).toBeGreaterThan(64 * 1024);
    expect(kilobytes).toBeLessThan(300 * 1024);
  });

  it('has its own time counted, not that in which the machine did not run it', patience, async () => {
    const hasty = createCodeProcesses({ graceMS: 50 - codeLimits.turnMS, killMS: 10_000 });
    const cell = openCell(async (name) => {
      if (name !== 'report') return nothing;
      for (const pid of listProcesses()) process.kill(pid, 'SIGSTOP');
      setTimeout(() => {
        for (const pid of listProcesses()) process.kill(pid, 'SIGCONT');
      }, 500);
      return nothing;
    });
    const source = "await cell.report('before');\nawait cell.setVariable('x', 1);";
    expect(await run(source, cell, undefined, hasty)).toBe('ended');
    expect(cell.called).toEqual(['report ["before"]', 'setVariable ["x",1]']);
    await hasty.close();
  });

  it('reports that its process was killed', patience, async () => {
    const { running } = await startWaiting();
    for (const pid of listProcesses()) process.kill(pid, 'SIGKILL');
    expect(await running).toBe('An error occurred while running the CodeBlock: Its process ended unexpectedly');
  });

  inExhaustiveRuns(() => {
    it('does not start beside too many others', patience, async () => {
      const stop = new AbortController();
      const cell = openCell(() => new Promise(() => undefined));
      const others = Array.from({ length: 8 }, () => run('await cell.wait(1)', cell, stop.signal));
      expect(await run('')).toContain('At most 8 code blocks can run at once');
      stop.abort();
      expect(new Set(await Promise.all(others))).toEqual(new Set(['stopped']));
    });

    it('gets at most 200 answers a second if it only calls', patience, async () => {
      const stop = new AbortController();
      const cell = openCell();
      const running = run('for (;;) await cell.getVariable("x")', cell, stop.signal);
      await expect.poll(() => cell.called.length, patience).toBeGreaterThan(0);
      const before = cell.called.length;
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const callsPerSecond = ((cell.called.length - before) * 1000) / (performance.now() - from);
      stop.abort();
      await running;
      expect(callsPerSecond).toBeLessThan(220);
    });
  });
});

describe('R39: a code block without limits', () => {
  it.each([
    [
      'an endless loop beside a wait',
      'cell.wait(1e6); for (;;) { try { for (;;) {} } catch {} }',
      'for more than 1000',
    ],
    ['an endless loop of promises', 'for (;;) await null', 'for more than 1000'],
    ['one operation that is too long', '10n ** 10000000n > 5n', /for more than 1000|RangeError|more than 64 MB/],
    ['memory that grows', 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)', /more than 64 MB|ran for more/],
    ['a flood of calls', 'for (;;) cell.wait(1e6).catch(() => {})', /for more than 1000|more than 64 MB/],
  ] as const)('%s ends while the runner keeps answering', patience, async (_what, source, message) => {
    let longestGapMS = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longestGapMS = Math.max(longestGapMS, performance.now() - last);
      last = performance.now();
    }, 5);
    let begunAt = performance.now();
    const cell = openCell((name) => {
      if (name === 'report') begunAt = performance.now();
      return name === 'wait' ? new Promise(() => undefined) : nothing;
    });
    const ending = await run(`await cell.report('begun'); ${source}`, cell, undefined, strictProcesses);
    const tookMS = performance.now() - begunAt;
    clearInterval(beat);
    expect(ending).toMatch(/^An error occurred while running the CodeBlock: /);
    expect(ending).toMatch(message);
    // The limit is 1,250 ms; a busy machine gets five times that.
    expect(tookMS).toBeLessThan(6250 * lagFactor());
    expect(longestGapMS).toBeLessThan(1250 * lagFactor());
    expect(listProcesses()).toEqual([]);
  });
});

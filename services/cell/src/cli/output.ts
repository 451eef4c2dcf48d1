import { durationText } from '@cellwright/domain/basics';
import { describeProblem, isBlockingProblem, type Problem } from '@cellwright/domain/routine';
import type { JournalEntry } from '@cellwright/domain/run';

/** Output of the command line: lines for users, or JSON for programs. */
export interface Output {
  line(text: string): void;
  problem(problem: Problem): void;
  entry(entry: JournalEntry): void;
  result(result: Readonly<Record<string, unknown>>, text: string): void;
  error(text: string, details?: Readonly<Record<string, unknown>>): void;
}

export function createTextOutput(write: (text: string) => void): Output {
  const startedAt = new Map<string, number>();
  const loops = createLoopCounter();
  const indentOf = (path: string | null) => '  '.repeat(Math.max((path?.split('.').length ?? 1) - 1, 0));
  return {
    line: (text) => write(text),
    problem: (problem) => write(`${isBlockingProblem(problem) ? 'error' : 'warning'}  ${describeProblem(problem)}`),
    entry(entry) {
      const { event, stepPath, stepKind, result, at } = entry;
      const where = `${indentOf(stepPath)}${stepPath ?? ''} ${stepKind ?? ''}`;
      const key = `${entry.thread} ${stepPath}`;
      if (event === 'stepStarted') {
        startedAt.set(key, Date.parse(at));
        const cycle = loops.count(entry);
        if (cycle) write(`↻ ${indentOf(cycle.path)}${cycle.path} cycle ${cycle.count}`);
        write(`▶ ${where}`);
      } else if (event === 'stepEnded') {
        const seconds = (Date.parse(at) - (startedAt.get(key) ?? Date.parse(at))) / 1000;
        write(`${result === 'completed' ? '✓' : '✗'} ${where}  ${result}  ${durationText(seconds, 2)}`);
      } else if (event === 'stepWarning') write(`! ${where}  ${textOf(entry.data)}`);
      else if (event === 'paused' || event === 'resumed' || event === 'recovered') write(`- ${event}`);
    },
    result: (_result, text) => write(text),
    error: (text) => write(text),
  };
}

export function createJsonOutput(write: (text: string) => void): Output {
  const print = (value: unknown) => write(JSON.stringify(value));
  return {
    line: () => undefined,
    problem: (problem) => print({ type: 'problem', ...problem }),
    entry: (entry) => print({ type: 'journal', ...entry }),
    result: (result) => print({ type: 'result', ...result }),
    error: (message, details) => print({ type: 'error', message, ...details }),
  };
}

function textOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'message' in data ? String(data.message) : '';
}

/** Counts the cycles of loops by their first steps: the step that began a loop begins each of its cycles. */
function createLoopCounter() {
  const loops = new Map<string, { firstChild: string | undefined; count: number }>();
  return {
    count({ thread, stepPath, stepKind }: JournalEntry): { path: string; count: number } | undefined {
      if (stepPath === null) return undefined;
      if (stepKind === 'Loop') loops.set(`${thread} ${stepPath}`, { firstChild: undefined, count: 0 });
      const parent = stepPath.slice(0, Math.max(stepPath.lastIndexOf('.'), 0));
      const loop = loops.get(`${thread} ${parent}`);
      if (!loop) return undefined;
      loop.firstChild ??= stepPath;
      if (loop.firstChild !== stepPath) return undefined;
      loop.count++;
      return { path: parent, count: loop.count };
    },
  };
}

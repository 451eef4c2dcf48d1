import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './commands.ts';

/** A point that was not checked, with the reason: it never counts as passed. */
export class NotRun extends Error {
  override readonly name = 'NotRun';
}

export type Figures = Readonly<Record<string, unknown>>;

export interface Point {
  readonly name: string;
  readonly status: 'passed' | 'FAILED' | 'not run';
  readonly seconds: number;
  /** The worst lag of a bare timer of this process in the meantime, ms: shows how reliable the times are. */
  readonly bareTimerLagMS: number;
  readonly figures?: Figures;
  /** The problem, or why it was not run. */
  readonly problem?: string;
}

/** Records points one after the other; a point's return value is the input of others. */
export class Report {
  readonly points: Point[] = [];
  private readonly say: (text: string) => void;
  private readonly interrupted: AbortSignal | undefined;

  constructor(say: (text: string) => void, interrupted?: AbortSignal) {
    this.say = say;
    this.interrupted = interrupted;
  }

  /** Runs one point and returns its findings, or undefined when it failed or could not be done. */
  async point<Found extends Figures>(name: string, work: () => Promise<Found>): Promise<Found | undefined> {
    this.say(`${name}…`);
    const startedAt = performance.now();
    const lag = watchTimerLag();
    const times = () => ({
      seconds: round((performance.now() - startedAt) / 1000),
      bareTimerLagMS: Math.round(lag()),
    });
    try {
      const figures = await work();
      this.points.push({ name, status: 'passed', ...times(), figures });
      return figures;
    } catch (error) {
      const isInterrupted = this.interrupted?.aborted ?? false;
      const status = isInterrupted || error instanceof NotRun ? 'not run' : 'FAILED';
      const problem = isInterrupted ? 'interrupted' : describe(error);
      this.points.push({ name, status, ...times(), problem });
      this.say(`${name}: ${status}. ${problem}`);
      return undefined;
    }
  }

  /** Records that a point was not checked. */
  leaveOut(name: string, problem: string): void {
    this.points.push({ name, status: 'not run', seconds: 0, bareTimerLagMS: 0, problem });
  }

  /** Returns 0 when all points passed, 1 when one failed, 3 when one was not run. */
  get exitCode(): number {
    if (this.points.some(({ status }) => status === 'FAILED')) return 1;
    return this.points.some(({ status }) => status === 'not run') ? 3 : 0;
  }

  get result(): 'passed' | 'FAILED' | 'not run' {
    return this.exitCode === 0 ? 'passed' : this.exitCode === 1 ? 'FAILED' : 'not run';
  }

  table(): string {
    const width = Math.max(...this.points.map(({ name }) => name.length));
    return this.points
      .map(({ name, status, seconds, problem }) => {
        const line = `${name.padEnd(width)}  ${status.padEnd(7)} ${seconds.toFixed(1).padStart(7)} s`;
        return problem === undefined ? line : `${line}  ${problem.split('\n')[0]}`;
      })
      .join('\n');
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = error instanceof CommandError ? error.output.slice(-4000) : '';
  return error.message.includes(output) ? error.message : `${error.message}\n${output}`;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Measures the worst lag of a timer of this process until the returned function is called, ms. */
function watchTimerLag(): () => number {
  const everyMS = 20;
  let worst = 0;
  let dueAt = performance.now() + everyMS;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - dueAt);
    dueAt = now + everyMS;
  }, everyMS);
  return () => {
    clearInterval(timer);
    return worst;
  };
}

/** Retries until the answer is defined. @throws Error with the sentence when that takes too long. */
export async function until<Answer>(
  ask: () => Promise<Answer | undefined>,
  { withinMS, sentence, everyMS = 200 }: { withinMS: number; sentence: string; everyMS?: number },
): Promise<Answer> {
  const end = performance.now() + withinMS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`${sentence} within ${withinMS / 1000} s`);
    await sleep(everyMS);
  }
}

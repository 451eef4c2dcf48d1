import { type ErrorCode, isErrorCode, ProductError } from '@cellwright/domain/basics';
import type { StackReport } from '@cellwright/domain/pallet';
import type { RoutineTestsReport } from '@cellwright/domain/routine';
import type { ProofReport } from '@cellwright/domain/run';
import { proofRefusals } from '@cellwright/domain/runner-socket';
import { type HelperProcess, startHelperProcess } from '@cellwright/service-kit';
import type { AnyJob, ProofAnswer, ProofJob, ReportOf, StackJob, TestJob } from './proof-job.ts';
import { createTurns } from './proof-turns.ts';

/** Maximum duration of a dry run including loading, s. */
export const longestProofSeconds = 90;
/** Maximum wait for the turn of a dry run, s: together with the dry run within the timeout of callers. */
const longestWaitSeconds = 60;
/** Each waiting request holds its job, possibly a whole file, in this process. */
const maxWaiting = 8;
/**
 * Maximum memory of its JavaScript, MB, and of its young generation: most new objects are short-lived, and are
 * collected less often.
 */
const memoryMB = 512;
const youngMemoryMB = 32;

export interface ProofLimits {
  /** Duration of one dry run, s. */
  readonly longestSeconds: number;
  /** Wait for its turn, s. */
  readonly longestWaitSeconds: number;
}

export interface ProofProcesses {
  /**
   * Waits for its turn first.
   * @throws ProductError conflict when its turn does not come, too_large when this one takes too long, unavailable when it breaks off.
   */
  prove(job: ProofJob, signal: AbortSignal): Promise<ProofReport>;
  /** @throws ProductError as `prove`, and request_failed_validation where the routine carries no tests. */
  test(job: TestJob, signal: AbortSignal): Promise<RoutineTestsReport>;
  /** @throws ProductError as `prove`, and request_failed_validation where the question is none. */
  proveStack(job: StackJob, signal: AbortSignal): Promise<StackReport>;
  close(): Promise<void>;
}

/**
 * Runs dry runs in their own processes, one after the other in order of request. They start on demand and end with
 * their answer.
 */
export function createProofProcesses(wanted: Partial<ProofLimits> = {}): ProofProcesses {
  const limits: ProofLimits = { longestSeconds: longestProofSeconds, longestWaitSeconds, ...wanted };
  const turns = createTurns(maxWaiting, limits.longestWaitSeconds);
  let running: { readonly child: HelperProcess; readonly ended: Promise<unknown> } | undefined;
  const carryOut = async <Wanted extends keyof ReportOf>(job: JobFor<Wanted>, signal: AbortSignal) => {
    const release = await turns.take(signal);
    const flags = [`--max-old-space-size=${memoryMB}`, `--max-semi-space-size=${youngMemoryMB}`];
    let child: HelperProcess | undefined;
    try {
      child = startHelperProcess(import.meta.url, './proof-process.ts', flags);
      const answer = answerOf<Wanted>(child, job, signal, limits.longestSeconds);
      running = { child, ended: Promise.allSettled([answer]) };
      return await answer;
    } finally {
      child?.kill('SIGKILL');
      running = undefined;
      release();
    }
  };
  return {
    prove: (job, signal) => carryOut<'proof'>(job, signal),
    test: (job, signal) => carryOut<'tests'>(job, signal),
    proveStack: (job, signal) => carryOut<'stack'>(job, signal),
    async close() {
      turns.close();
      running?.child.kill('SIGKILL');
      await running?.ended;
    },
  };
}

type JobFor<Wanted extends keyof ReportOf> = Extract<AnyJob, { readonly wanted: Wanted }>;

/** Returns the answer of the process, or the reason why it failed. */
function answerOf<Wanted extends keyof ReportOf>(
  child: HelperProcess,
  job: JobFor<Wanted>,
  signal: AbortSignal,
  longestSeconds: number,
): Promise<ReportOf[Wanted]> {
  return new Promise((resolve, reject) => {
    const fail = (code: ErrorCode, message: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      reject(new ProductError(code, message));
    };
    const giveUp = () => fail('unavailable', proofRefusals.brokeOff);
    const timer = setTimeout(() => {
      fail('too_large', proofRefusals.tookTooLong(longestSeconds));
    }, longestSeconds * 1000);
    signal.addEventListener('abort', giveUp, { once: true });
    child.once('error', giveUp);
    child.once('exit', giveUp);
    child.once('message', (answer: ProofAnswer<ReportOf[Wanted]>) => {
      if (!answer.ok) return fail(isErrorCode(answer.code) ? answer.code : 'unavailable', answer.message);
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(answer.report);
    });
    if (signal.aborted) giveUp();
    else child.send(job);
  });
}

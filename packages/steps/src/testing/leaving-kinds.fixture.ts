import type { Clock } from '@cellwright/domain/basics';
import * as z from 'zod';
import type { NodeKind } from '../engine/index.ts';
import { type AnyStepRuntime, completed, failed, type StepOutcome } from '../framework/index.ts';
import { waitContract } from '../kinds/Wait/contract.ts';

const argsSchema = z.object({
  /** End of the step itself: by itself, only when stopped (`waits`), or not even then (`ignoresStop`). */
  run: z.enum(['completes', 'fails', 'throws', 'breaks', 'waits', 'ignoresStop', 'playsInside', 'playsBeside']),
  /** End of leaving it. */
  leave: z.enum(['completes', 'fails', 'throws', 'ignoresTime']).default('completes'),
  takesMS: z.number().default(0),
  leaveTakesMS: z.number().default(0),
  /** Its time limit, ms. */
  limitMS: z.number().nullable().default(null),
});
export type LeavingArgs = z.input<typeof argsSchema>;

export interface LeaveNote {
  readonly stepID: string;
  readonly outcome: StepOutcome['kind'];
  readonly at: number;
  readonly signal: AbortSignal;
  readonly wasAborted: boolean;
}

const forever = new Promise<never>(() => undefined);

/** Returns a step kind whose steps end and are left as their arguments specify. */
export function leavingKind(notes: LeaveNote[], clock: Pick<Clock, 'now'>): NodeKind {
  const runtime: AnyStepRuntime = {
    async run(context) {
      const { run, takesMS } = argsSchema.parse(context.args);
      if (takesMS > 0) await context.ports.clock.sleep(takesMS, context.signal);
      if (run === 'fails') return failed('ExecutionFailure', 'the step failed');
      if (run === 'throws') throw new Error('the step crashed');
      if (run === 'breaks') return { kind: 'loopControl', action: 'break' };
      if (run === 'waits') await context.ports.clock.sleep(1e9, context.signal);
      if (run === 'ignoresStop') await forever;
      if (run === 'playsBeside') context.playChildrenBeside(() => undefined);
      return run === 'playsInside' ? context.playChildren() : completed;
    },
    async leave({ stepID, args, outcome, signal, ports }) {
      notes.push({ stepID, outcome: outcome.kind, at: clock.now(), signal, wasAborted: signal.aborted });
      const { leave, leaveTakesMS } = argsSchema.parse(args);
      if (leaveTakesMS > 0) await ports.clock.sleep(leaveTakesMS, signal);
      if (leave === 'fails') return failed('IOFailure', 'the output stayed on');
      if (leave === 'throws') throw new Error('leaving crashed');
      if (leave === 'ignoresTime') await forever;
      return completed;
    },
  };
  const contract = {
    ...waitContract,
    timeLimit: (args: unknown) => ({ limitMS: argsSchema.parse(args).limitMS, warningMS: null }),
  };
  return { contract, runtime };
}

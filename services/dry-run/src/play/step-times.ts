import type { ProofTimes } from '@cellwright/domain/run';
import type { ProgramStep } from '@cellwright/steps/framework';

export type TimedActivity = 'planning' | 'moving' | 'device';

interface Playing {
  readonly step: ProgramStep;
  readonly startedAt: number;
}

interface Tally {
  playCount: number;
  durationMS: number;
  planningMS: number;
  movingMS: number;
  deviceMS: number;
}

/** Duration of each step, including its children, in milliseconds of the run. */
export class StepTimes {
  private readonly now: () => number;
  private readonly tallies = new Map<string, Tally>();
  private readonly threads = new Map<string, Playing[]>();
  private readonly steps: ReadonlyMap<string, ProgramStep>;

  constructor(steps: readonly ProgramStep[], now: () => number) {
    this.now = now;
    this.steps = new Map(steps.map((step) => [step.id, step]));
  }

  start(step: ProgramStep, thread: string): void {
    const playing = this.threads.get(thread) ?? [];
    this.threads.set(thread, playing);
    playing.push({ step, startedAt: this.now() });
    this.tallyOf(step.id).playCount += 1;
  }

  end(step: ProgramStep, thread: string): void {
    const playing = this.threads.get(thread) ?? [];
    const index = playing.findLastIndex((entry) => entry.step.id === step.id);
    const [ended] = index < 0 ? [] : playing.splice(index, 1);
    if (ended) this.tallyOf(step.id).durationMS += this.now() - ended.startedAt;
  }

  /** The innermost step that plays in a thread. */
  current(thread: string): ProgramStep | undefined {
    return this.threads.get(thread)?.at(-1)?.step;
  }

  /** Time that a step and its parents spent on something. */
  add(stepID: string, activity: TimedActivity, ms: number): void {
    for (let id: string | null | undefined = stepID; id; id = this.steps.get(id)?.parentID) {
      const tally = this.tallyOf(id);
      if (activity === 'planning') tally.planningMS += ms;
      else if (activity === 'moving') tally.movingMS += ms;
      else tally.deviceMS += ms;
    }
  }

  playCount(stepID: string): number {
    return this.tallies.get(stepID)?.playCount ?? 0;
  }

  timesOf(stepID: string): ProofTimes {
    const { durationMS, planningMS, movingMS, deviceMS } = this.tallies.get(stepID) ?? emptyTally();
    return timesFrom(durationMS, planningMS, movingMS, deviceMS);
  }

  private tallyOf(stepID: string): Tally {
    const known = this.tallies.get(stepID) ?? emptyTally();
    this.tallies.set(stepID, known);
    return known;
  }
}

/** Milliseconds for the report; time that is neither planning, moving nor a device counts as waiting. */
export function timesFrom(durationMS: number, planningMS: number, movingMS: number, deviceMS: number): ProofTimes {
  const waitingMS = Math.max(0, durationMS - planningMS - movingMS - deviceMS);
  return {
    durationSeconds: durationMS / 1000,
    planningSeconds: planningMS / 1000,
    movingSeconds: movingMS / 1000,
    deviceSeconds: deviceMS / 1000,
    waitingSeconds: waitingMS / 1000,
  };
}

function emptyTally(): Tally {
  return { playCount: 0, durationMS: 0, planningMS: 0, movingMS: 0, deviceMS: 0 };
}

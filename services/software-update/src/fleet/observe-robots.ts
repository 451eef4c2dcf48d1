import { createHash } from 'node:crypto';
import { startOfText } from '@cellwright/domain/basics';
import type { BoxFact, ReportedRobot } from '@cellwright/domain/fleet';
import type { ObservedRobot } from '../rpc/runner-interlock.ts';

const hourMS = 3_600_000;
const maxText = 300;
const unfinished: ReadonlySet<string> = new Set(['running', 'paused']);

/** Observes the robots of a box: their current state, and events since the last observation. */
export class RobotObserver {
  #robots: readonly ReportedRobot[] = [];
  #failureTimes: readonly number[] = [];

  /** The robots as of the last look. */
  get robots(): readonly ReportedRobot[] {
    return this.#robots;
  }

  /** Observes the robots and returns the new facts. An unknown robot keeps its last state. */
  look(observed: readonly ObservedRobot[], now: Date): readonly BoxFact[] {
    const facts: BoxFact[] = [];
    this.#robots = observed.flatMap((each) => {
      const before = this.#robots.find(({ robotKind }) => robotKind === each.robotKind);
      if (!each.state) return before ? [{ ...before, isConnected: false }] : [];
      const after = describeRobot(each.robotKind, each.state);
      facts.push(...compareRobots(before, after, now));
      return [after];
    });
    const failures = facts.filter(({ kind }) => kind === 'robotFailed').map(() => now.getTime());
    this.#failureTimes = [...this.#failureTimes, ...failures];
    return facts;
  }

  countFailures(now: Date): number {
    const from = now.getTime() - hourMS;
    this.#failureTimes = this.#failureTimes.filter((at) => at > from);
    return this.#failureTimes.length;
  }
}

function describeRobot(
  robotKind: ReportedRobot['robotKind'],
  state: NonNullable<ObservedRobot['state']>,
): ReportedRobot {
  const { kind, isControllerConnected, failure, routine, run } = state;
  return {
    ...{ robotKind, isConnected: isControllerConnected, state: kind },
    failure: failure ? startOfText(failure.reason, maxText) : null,
    routineName: routine ? startOfText(routine.name, maxText) : null,
    run: run && {
      ...{ id: run.id, status: run.status, startedAt: run.startedAt },
      ...{ cycleTimeSeconds: run.cycleTimeSeconds, cycleCount: run.cycleCount },
    },
  };
}

/** Returns the facts of a change. A first observation has none, because its state may be old. */
function compareRobots(before: ReportedRobot | undefined, after: ReportedRobot, now: Date): readonly BoxFact[] {
  if (!before) return [];
  const facts: BoxFact[] = [];
  const at = now.toISOString();
  const { run, failure, robotKind } = after;
  const hasEnded = run && !unfinished.has(run.status);
  const wasKnown = before.run?.id === run?.id && before.run?.status === run?.status;
  if (hasEnded && !wasKnown) {
    const text = startOfText(`${after.routineName ?? 'A routine'}: ${run.status}`, maxText);
    facts.push({ id: digest(['runEnded', run.id, run.status]), kind: 'runEnded', at, text });
  }
  if (failure !== null && before.failure === null)
    facts.push({ id: digest(['robotFailed', robotKind, at]), kind: 'robotFailed', at, text: failure });
  return facts;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

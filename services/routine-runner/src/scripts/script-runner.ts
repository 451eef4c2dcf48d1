import type { Clock } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { systemClock } from '@cellwright/service-kit';
import { pythonSwitchedOff, type ScriptLanguage, type ScriptRunner } from '@cellwright/steps/framework';
import { HostPool } from './host-pool.ts';
import { Penalties } from './penalties.ts';
import { type StartScriptHost, startScriptProcess } from './script-host.ts';
import { ScriptQueue } from './script-queue.ts';

export interface ScriptsParts {
  /** Returns whether Python expressions are enabled in the cell. Called before each of them. */
  readonly isPythonOn: () => Promise<boolean>;
  readonly clock?: Clock;
  readonly startHost?: StartScriptHost;
}

export interface Scripts {
  /** Expressions of one robot, which never wait for the other robot's. */
  forRobot(robotKind: RobotKind): ScriptRunner;
  close(): Promise<void>;
}

/** Caller of the playing routine, and of other expressions of the cell itself. */
const cellCaller = 'cell';

/**
 * Evaluates expressions in JavaScript and Python in separate processes, which start when they are needed. Every
 * expression of the cell is evaluated here, so this is where the feature flag of Python is checked.
 */
export function createScripts({
  isPythonOn,
  clock = systemClock,
  startHost = startScriptProcess,
}: ScriptsParts): Scripts {
  const pool = new HostPool(startHost, clock);
  const penalties = new Penalties(clock);
  const open = () => new ScriptQueue({ pool, penalties, clock });
  const queues = { live: open(), simulated: open() };
  const mayRun = async (language: ScriptLanguage) => language !== 'Python' || (await isPythonOn());
  const runnerOf = (queue: ScriptQueue, callerID: string): ScriptRunner => ({
    async run(script) {
      if (await mayRun(script.language)) return queue.run(script, callerID);
      return { ok: false, message: pythonSwitchedOff };
    },
    async prepare(language) {
      const nothing = { language, source: '1', values: { variables: [], steps: [], io: [] } };
      if (await mayRun(language)) await queue.run(nothing, callerID);
    },
    forCaller: (otherID) => runnerOf(queue, otherID),
  });
  return {
    forRobot: (robotKind) => runnerOf(queues[robotKind], cellCaller),
    async close() {
      await Promise.all([queues.live.close(), queues.simulated.close(), pool.close()]);
    },
  };
}

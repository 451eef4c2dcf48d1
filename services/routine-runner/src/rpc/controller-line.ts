import { connectController } from '@cellwright/controller-link';
import { type Clock, rest } from '@cellwright/domain/basics';
import type { CallProof } from '@cellwright/service-kit/callers';
import type { Answer } from '../domain/answer.ts';
import type { SessionLog } from '../domain/cell.ts';
import type { RobotSession } from '../domain/session/session.ts';

/** Pause before the next attempt to reach a controller, ms. */
const retryMS = 250;

export interface ControllerAddress {
  readonly host: string;
  readonly port: number;
}

export interface ControllerLineOptions {
  readonly session: RobotSession;
  readonly address: ControllerAddress;
  readonly proof: CallProof;
  /** The arm used for planning and checks: no other arm is driven. */
  readonly armName: string;
  /** Checks that this runner may take command of the controller now. */
  readonly checkMayTakeCommand: () => Answer;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** Keeps a session connected to its controller; a new connection never resumes a motion. */
export function keepConnected(options: ControllerLineOptions) {
  const { session, clock, log } = options;
  const { robotKind } = session;
  const closing = new AbortController();
  let lastReason: string | undefined;

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const reason = await connectOnce(options, closing.signal);
      // Logged once, not four times a second.
      if (reason !== undefined && reason !== lastReason) {
        log.warn('the robot controller is not reached', { robotKind, reason });
      }
      lastReason = reason;
      await rest(clock, retryMS, closing.signal);
    }
  };
  const running = run();
  return {
    async close(): Promise<void> {
      closing.abort();
      await session.core.arm.close();
      await running;
    },
  };
}

/** Connects and stays connected until the connection is lost; returns the reason if there was none. */
async function connectOnce(
  { session, armName, address, proof, checkMayTakeCommand, clock, log }: ControllerLineOptions,
  closing: AbortSignal,
): Promise<string | undefined> {
  const mayTake = checkMayTakeCommand();
  if (!mayTake.ok) return mayTake.refusal.message;
  const { robotKind } = session;
  const { epochs, isTwin } = session.core;
  const commander = `routine-runner ${robotKind}`;
  const result = await connectController({ ...address, proof, clock, commander, epoch: epochs.current });
  if (!result.ok) return result.reason;
  const { driver } = result;
  // A session that believes it drives a twin must never reach a real arm, nor the other way round.
  if (closing.aborted || driver.identity.isTwin !== isTwin) {
    await driver.close();
    return `the controller is ${driver.identity.isTwin ? 'a twin' : 'no twin'}, the session is for the other`;
  }
  if (driver.identity.armName !== armName) {
    await driver.close();
    return `the controller drives the arm ${driver.identity.armName}, this cell is set to ${armName}: give both the same ROBOT_ARM`;
  }
  const gone = new Promise<void>((resolve) => {
    driver.onDisconnected(() => resolve());
  });
  session.attach(driver);
  log.info('the robot controller is connected', { robotKind, arm: driver.identity.armName });
  await gone;
  if (!closing.aborted) log.warn('the robot controller is disconnected', { robotKind });
  return undefined;
}

import { connectController } from '@cellwright/controller-link';
import type { Clock } from '@cellwright/domain';
import type { SessionLog } from '../domain/cell.ts';
import type { RobotSession } from '../domain/session.ts';

/** Pause before the next attempt to reach a controller, ms. */
const retryMS = 250;

export interface ControllerAddress {
  readonly host: string;
  readonly port: number;
}

export interface ControllerLineOptions {
  readonly session: RobotSession;
  readonly address: ControllerAddress;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** Keeps a session connected to its controller; a new line never resumes anything. */
export function keepConnected({ session, address, clock, log }: ControllerLineOptions) {
  const closing = new AbortController();
  const { robotKind } = session;
  let lastReason: string | undefined;

  const connectOnce = async (): Promise<void> => {
    const { epochs, isTwin } = session.core;
    const result = await connectController({
      ...address,
      clock,
      commander: `routine-runner ${robotKind}`,
      epoch: epochs.current,
    });
    if (!result.ok) {
      if (result.reason !== lastReason)
        log.warn('the robot controller is not reached', { robotKind, reason: result.reason });
      lastReason = result.reason;
      return;
    }
    const { driver } = result;
    lastReason = undefined;
    if (closing.signal.aborted || driver.identity.isTwin !== isTwin) {
      // A session that believes it drives a twin must never reach a real arm, nor the other way round.
      if (!closing.signal.aborted) {
        log.error('the controller is not of the kind that this session is for', {
          robotKind,
          identity: driver.identity,
        });
      }
      await driver.close();
      return;
    }
    const gone = new Promise<void>((resolve) => {
      driver.onDisconnected(() => resolve());
    });
    session.attach(driver);
    log.info('the robot controller is connected', { robotKind, arm: driver.identity.armName });
    await gone;
    log.warn('the robot controller is disconnected', { robotKind });
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await connectOnce().catch((error: unknown) =>
        log.error('connecting to the controller failed', { robotKind, error }),
      );
      await clock.sleep(retryMS, closing.signal).catch(() => undefined);
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

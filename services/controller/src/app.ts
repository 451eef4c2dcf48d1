/** The parts of one robot controller; `build` assembles them for the process and for tests. */

import { randomUUID } from 'node:crypto';
import type { ControllerEvent, ControllerIdentity, ControllerState } from '@cellwright/controller-link';
import type { Clock } from '@cellwright/domain/basics';
import { createScaledClock, type Health, type Logger, type Metrics } from '@cellwright/service-kit';
import type { CallerGate } from '@cellwright/service-kit/callers';
import { setUpArm } from './arms.ts';
import type { Config } from './config.ts';
import { ControllerCore } from './domain/controller-core.ts';
import { MotionLog } from './domain/motion-log.ts';
import { Pacer } from './pacer.ts';
import { CommanderSilence } from './rpc/commander-silence.ts';
import { ControllerServer } from './rpc/controller-server.ts';
import { openLogFile } from './store/log-file.ts';

export { type Config, configSchema } from './config.ts';

/** Maximum wait for the arm to stop, ms. A stop takes at most 0.5 s. */
const longestStopMS = 1500;

export interface ControllerDeps {
  readonly config: Config;
  /** Decides which clients may watch and which may command. */
  readonly callers: CallerGate;
  /** `now` in milliseconds since the machine started, which makes the logs of several processes comparable. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly health?: Health;
  readonly metrics?: Metrics;
  /**
   * Called when a commander asked for a restart and the process should end. The brakes are engaged and the answer is
   * sent.
   */
  readonly onRestart?: () => void;
}

export interface ControllerApp {
  /** Listens; the address is host:port. @throws when the port is taken. */
  start(): Promise<{ readonly address: string; readonly port: number }>;
  /** Performs a controlled stop, engages the brakes and closes every connection. */
  stop(): Promise<void>;
  readonly state: ControllerState;
  /** Simulates a hand that pushes the arm in guided mode, rad/s. For tests; no message of the protocol calls it. */
  push(velocities: readonly number[]): boolean;
}

/** One simulated robot controller, or the twin of a live one. */
export function build({
  config,
  callers,
  clock: real,
  log,
  health,
  metrics,
  onRestart,
}: ControllerDeps): ControllerApp {
  const timeScale = config.CELL_TIME_SCALE;
  const clock = createScaledClock(real, timeScale);
  const isTwin = config.CONTROLLER_KIND === 'twin';
  const arm = setUpArm(config.ROBOT_ARM.model, (note, level) => log[level](note, { arm: config.ROBOT_ARM.model.name }));
  const identity: ControllerIdentity = {
    kind: config.CONTROLLER_KIND,
    isTwin,
    armName: arm.name,
    instanceID: randomUUID(),
  };
  const logFile = config.CONTROLLER_LOG_FILE ? openLogFile(config.CONTROLLER_LOG_FILE, log) : undefined;
  const motionLog = new MotionLog(config.CONTROLLER_LOG_ENTRIES, logFile && ((entry) => logFile.append(entry)));
  const onEvent = (event: ControllerEvent) => {
    log.info(event.kind, { event });
    server.queueEvent(event);
  };
  const core = new ControllerCore({
    arm,
    log: motionLog,
    time: clock.now() / 1000,
    timeScale,
    onEvent,
  });
  const pacer = new Pacer({ core, clock, afterInput: setImmediate, onAdvanced: () => server.publish() });
  const silence = metrics && new CommanderSilence(metrics);
  const server = new ControllerServer({ core, callers, pacer, identity, clock: real, log, silence, onRestart });
  health?.addCheck('listening', async () => {
    if (!server.isListening) throw new Error('the controller does not listen');
  });

  const standStill = async () => {
    pacer.advance();
    core.shutDown('the process ends');
    pacer.schedule();
    server.publish();
    const deadline = clock.now() + longestStopMS;
    while (core.isMoving && clock.now() < deadline) await clock.sleep(10);
  };

  return {
    async start() {
      const port = await server.listen(config.CONTROLLER_HOST, config.CONTROLLER_PORT);
      return { address: `${config.CONTROLLER_HOST}:${port}`, port };
    },
    async stop() {
      server.stopListening();
      await standStill();
      pacer.stop();
      server.close();
      await logFile?.close();
    },
    get state() {
      return core.state;
    },
    push: (velocities) => {
      pacer.advance();
      const moved = core.push(velocities);
      pacer.schedule();
      return moved;
    },
  };
}

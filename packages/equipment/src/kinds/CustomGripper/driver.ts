import { withEither } from '@cellwright/domain/basics';
import type { GripperCommand, GripperResult } from '../../capabilities/gripper.ts';
import { createDeferred } from '../../framework/deferred.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { writeFunctionsFrom } from '../../framework/write-functions.ts';
import { type CustomGripperConfig, type CustomGripperLiveState, customGripperContract } from './contract.ts';
import type { GripperLine } from './line.ts';
import { lineOverModbus } from './modbus-line.ts';
import { type GripperPlan, planGripper } from './plan.ts';
import { explainFailure, fail, judgeResult, lookFirst, stopped, widthAt } from './results.ts';
import { holdsPart, judgeMotion, type Progress, placeOf } from './sensors.ts';
import { lineOverPorts } from './wired-line.ts';

/** A motion since its command; `progress` is how it ended, undefined if its time ran out. */
interface Motion {
  readonly plan: GripperPlan;
  readonly startedAt: number;
  readonly cancelTimers: () => void;
  readonly ended: Promise<void>;
  readonly end: () => void;
  progress: Progress;
}

export const customGripperDriver: DriverDefinition<typeof customGripperContract> = {
  contract: customGripperContract,
  create: (config, context) => new CustomGripperDriver(config, context.clock, openLine(config, context)),
};

function openLine(config: CustomGripperConfig, { address, clock, openModbus, openPorts }: DriverContext): GripperLine {
  if (config.interface === 'wired') return lineOverPorts(config, openPorts());
  const { unitID, connectTimeoutMS, timeoutMS } = config;
  const writeFunctions = writeFunctionsFrom(config);
  return lineOverModbus(config, openModbus({ ...address, unitID, connectTimeoutMS, timeoutMS, writeFunctions }), clock);
}

/** Opens and closes, each command in one request; sensors and time determine the position of the fingers. */
class CustomGripperDriver implements EquipmentDriver<CustomGripperLiveState, 'gripper'> {
  readonly capabilities = {
    gripper: { actuate: (command: GripperCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: CustomGripperConfig;
  readonly #clock: DriverContext['clock'];
  readonly #line: GripperLine;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(state: CustomGripperLiveState) => void>();
  readonly #known = createDeferred();
  #endListening: () => void = () => undefined;
  /** Latest motion, in progress or ended. */
  #motion: Motion | undefined;
  #isCommanded = false;
  /** Result of a command that the closing of the driver ends. */
  #endOfClosed = stopped;
  #published = '';

  constructor(config: CustomGripperConfig, clock: DriverContext['clock'], line: GripperLine) {
    this.#config = config;
    this.#clock = clock;
    this.#line = line;
  }

  start(): void {
    this.#endListening = this.#line.onChange(() => this.#follow());
    this.#follow();
  }

  whenKnown(): Promise<void> {
    return this.#known.promise;
  }

  state(): CustomGripperLiveState {
    const signals = this.#line.signals();
    const command = this.#motion?.plan.command;
    const target = { direction: command?.direction ?? 'inward', targetWidthMeters: command?.widthMeters } as const;
    if (!signals) {
      const error = this.#line.problem();
      return { connected: false, status: 'error', error, gripDetected: false, place: 'unknown', ...target };
    }
    const isMoving = this.#motion?.progress === 'moving';
    const ended = isMoving ? undefined : this.#motion;
    const place = isMoving ? 'between' : placeOf(signals, ended);
    const widthMeters = widthAt(place, this.#config, ended && command);
    return {
      connected: true,
      status: isMoving || this.#isCommanded ? 'busy' : 'idle',
      gripDetected: !isMoving && holdsPart(signals, ended),
      place,
      widthMeters,
      externalWidthMeters: widthMeters,
      ...target,
    };
  }

  onChange(listener: (state: CustomGripperLiveState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Outputs do not change: the fingers of a valve cannot be held half-way, and switching one off may drop the part. */
  stopMotion(): Promise<void> {
    return Promise.resolve();
  }

  async close(reason?: string): Promise<void> {
    if (reason !== undefined) this.#endOfClosed = fail('outcomeUnknown', `${reason}. ${lookFirst}`);
    this.#closing.abort();
    this.#endListening();
    this.#motion?.cancelTimers();
    this.#motion?.end();
    await this.#line.close();
    this.#listeners.clear();
    this.#known.resolve();
  }

  async #actuate(command: GripperCommand, caller: AbortSignal): Promise<GripperResult> {
    const planned = planGripper(command, this.#config);
    if (!planned.ok) return fail('outOfRange', planned.message);
    if (this.#isCommanded) return fail('busy', 'The gripper is executing another command. Wait until it has ended');
    return withEither(caller, this.#closing.signal, (signal) => this.#carryOutUntil(signal, planned.plan, caller));
  }

  async #carryOutUntil(signal: AbortSignal, plan: GripperPlan, caller: AbortSignal): Promise<GripperResult> {
    if (signal.aborted) return stopped;
    const aborted = createDeferred<GripperResult>();
    const onAbort = () => aborted.resolve(caller.aborted ? stopped : this.#endOfClosed);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#isCommanded = true;
    try {
      return await Promise.race([this.#carryOut(plan, signal), aborted.promise]);
    } finally {
      this.#isCommanded = false;
      signal.removeEventListener('abort', onAbort);
      this.#follow();
    }
  }

  async #carryOut(plan: GripperPlan, signal: AbortSignal): Promise<GripperResult> {
    if (!this.#line.signals()) return fail('unreachable', this.#line.problem());
    const sent = await this.#line.send(plan.place, { signal });
    // Even unanswered, outputs that may be set may be moving the fingers.
    const mayMove = sent.ok || sent.failure.wasSent;
    const motion = mayMove && !this.#closing.signal.aborted ? this.#beginMotion(plan) : undefined;
    if (!sent.ok) return explainFailure(sent.failure);
    if (!motion) return stopped;
    if (plan.command.waitForGrip) await motion.ended;
    return judgeResult(motion, this.#line.signals(), this.#config);
  }

  #beginMotion(plan: GripperPlan): Motion {
    this.#motion?.cancelTimers();
    this.#motion?.end();
    const { motionTimeMS, timeLimitMS } = this.#config;
    const { promise: ended, resolve: end } = createDeferred();
    const cancels = [
      this.#clock.schedule(motionTimeMS, () => this.#follow()),
      this.#clock.schedule(timeLimitMS, () => end()),
    ];
    const cancelTimers = () => {
      for (const cancel of cancels) cancel();
    };
    const motion: Motion = { plan, startedAt: this.#clock.now(), cancelTimers, ended, end, progress: 'moving' };
    this.#motion = motion;
    this.#follow();
    return motion;
  }

  /** Updates the state from the sensors and the time. */
  #follow(): void {
    const signals = this.#line.signals();
    const motion = this.#motion;
    if (signals && motion?.progress === 'moving') {
      const elapsedMS = this.#clock.now() - motion.startedAt;
      motion.progress = judgeMotion(motion.plan, elapsedMS, this.#config, signals);
      if (motion.progress !== 'moving') {
        motion.cancelTimers();
        motion.end();
      }
    }
    if (signals) this.#known.resolve();
    this.#publish();
  }

  #publish(): void {
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.#published) return;
    this.#published = text;
    for (const listener of this.#listeners) listener(state);
  }
}

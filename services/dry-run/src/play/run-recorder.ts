import type { WirePose } from '@cellwright/domain/robot';
import { type OperatorPrompt, refusePromptInput } from '@cellwright/domain/routine';
import { proofMessages } from '@cellwright/domain/runner-socket';
import { createEngine, type Engine, type EngineOptions, type EngineResult, mainThread } from '@cellwright/steps/engine';
import type {
  CommandedCapabilityName,
  DevicesPort,
  MotionActivity,
  MotionPort,
  NetworkPort,
  ProgramStep,
  StepPorts,
  VariablesPort,
} from '@cellwright/steps/framework';
import type { Findings } from '../review/findings.ts';
import type { NotedPlan } from './proof-planner.ts';
import { StepMotions } from './step-motions.ts';
import { StepTimes, type TimedActivity } from './step-times.ts';

type Ports = Omit<StepPorts, 'clock'>;

export interface RecorderParts {
  readonly steps: readonly ProgramStep[];
  readonly now: () => number;
  readonly findings: Findings;
  /** Answers to the prompts, in order. */
  readonly answers: readonly string[];
  /** Iterations after which an endless routine is ended; undefined for one that ends. */
  readonly mostCycles: number | undefined;
  /** Called at the start and end of every step. */
  readonly observer?: {
    readonly onStepStarted?: (stepID: string) => void;
    readonly onStepEnded?: (stepID: string) => void;
  };
  readonly onDevice: (step: ProgramStep, capability: CommandedCapabilityName, equipmentID: string | undefined) => void;
}

/** A place is identified by exactly these numbers. */
export function placeKey({ x, y, z, i, j, k, w }: WirePose): string {
  return JSON.stringify([x, y, z, i, j, k, w]);
}

/**
 * Observes the engine and simulates the operators, whose answers arrive immediately. Everything else uses the ports of
 * the session.
 */
export class RunRecorder {
  readonly times: StepTimes;
  readonly motions = new StepMotions();
  /** First writes of variables, by id, as counts of started steps. */
  readonly setAt = new Map<string, number>();
  /** First starts of steps, as counts of started steps. */
  readonly begunAt = new Map<string, number>();
  /** Bound of the dry run that ended it. */
  endedBecause: 'boundReached' | 'waitsForOutside' | undefined;
  /** The step that played then. */
  endedIn: ProgramStep | undefined;
  result: EngineResult | undefined;
  /** Milliseconds of the run's clock. */
  endedAt = 0;
  /** Resolves when the engine is done. */
  readonly ended: Promise<void>;
  /** Notes of the planner on its detours, by step. */
  readonly detours: { readonly stepID: string; readonly text: string }[] = [];
  cycleCount = 0;
  /** Positions of the tool in successful plans: see placeKey. */
  readonly reached = new Set<string>();
  get steps(): readonly ProgramStep[] {
    return this.parts.steps;
  }

  lastProgressAt = 0;
  /** The failure of the plan that was made last. */
  lastPlan: { readonly plan: NotedPlan; readonly stepIDs: readonly string[]; readonly moverID: string } | undefined;
  private readonly parts: RecorderParts;
  private end: () => void = () => undefined;
  private engine: Engine | undefined;
  private begun = 0;
  private answered = 0;
  /** Threads whose newest request went to no server. */
  private readonly notAsked = new Set<string>();
  private moving: { readonly stepIDs: readonly string[]; readonly moverID: string } | undefined;

  constructor(parts: RecorderParts) {
    this.parts = parts;
    this.times = new StepTimes(parts.steps, parts.now);
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Creates the engine of the run, with an observer. */
  createEngine = (options: EngineOptions): Engine => {
    const engine = createEngine({
      ...options,
      portsOf: (thread) => this.watchPorts(options.portsOf(thread), thread),
      observer: this.watch(options.observer),
    });
    this.engine = engine;
    return {
      places: () => engine.places(),
      checkStart: (fromStepID) => engine.checkStart(fromStepID),
      play: async (how) => {
        try {
          this.result = await engine.play(how);
          return this.result;
        } finally {
          this.endedAt = this.parts.now();
          this.end();
        }
      },
      pause: () => engine.pause(),
      resume: (goOn) => engine.resume(goOn),
      setBreakpoints: (breakpoints) => engine.setBreakpoints(breakpoints),
      setDisabledSteps: (stepIDs) => engine.setDisabledSteps(stepIDs),
      stop: () => engine.stop(),
      stopAfterCycle: () => engine.stopAfterCycle(),
      continueAfterCycle: () => engine.continueAfterCycle(),
      suspendTimeLimit: (thread) => engine.suspendTimeLimit(thread),
      get isPaused() {
        return engine.isPaused;
      },
    };
  };

  /** Ends the dry run at a bound. */
  endBecause(reason: NonNullable<RunRecorder['endedBecause']>): void {
    if (this.endedBecause !== undefined) return;
    this.endedBecause = reason;
    this.endedIn = this.times.current(mainThread);
    this.engine?.stop();
  }

  notePlan(plan: NotedPlan): void {
    if (!this.moving) return;
    const { stepIDs, moverID } = this.moving;
    this.lastPlan = { plan, stepIDs, moverID };
    this.motions.add(plan, stepIDs, moverID);
    if (!plan.result.ok) return;
    for (const { target } of plan.request.targets) if ('pose' in target) this.reached.add(placeKey(target.pose));
    for (const { targetIndex, reason } of plan.result.detours) {
      this.detours.push({ stepID: stepIDs[targetIndex] ?? moverID, text: reason });
    }
  }

  private watch(observer: EngineOptions['observer']): EngineOptions['observer'] {
    return {
      stepStarted: (step, thread) => {
        this.noteStart(step, thread);
        observer.stepStarted(step, thread);
      },
      stepEnded: (step, thread, outcome) => {
        if (outcome.kind !== 'skipped') {
          this.times.end(step, thread);
          this.parts.observer?.onStepEnded?.(step.id);
        }
        this.lastProgressAt = this.parts.now();
        observer.stepEnded(step, thread, outcome);
      },
      stepVariable: (step, name, value) => observer.stepVariable(step, name, value),
      stepWarning: (step, message) => {
        this.parts.findings.add('timeLimitNear', step, [message]);
        observer.stepWarning(step, message);
      },
      cycleEnded: (count) => {
        this.cycleCount = count;
        const { mostCycles } = this.parts;
        if (mostCycles !== undefined && count >= mostCycles) this.engine?.stopAfterCycle();
        observer.cycleEnded(count);
      },
      halted: (halt) => observer.halted?.(halt),
    };
  }

  private noteStart(step: ProgramStep, thread: string): void {
    this.begun += 1;
    this.lastProgressAt = this.parts.now();
    if (!this.begunAt.has(step.id)) this.begunAt.set(step.id, this.begun);
    this.times.start(step, thread);
    this.parts.observer?.onStepStarted?.(step.id);
  }

  private watchPorts(ports: Ports, thread: string): Ports {
    return {
      ...ports,
      motion: this.watchMotion(ports.motion, thread),
      devices: this.watchDevices(ports.devices, thread),
      network: this.watchNetwork(ports.network, thread),
      variables: this.watchVariables(ports.variables),
      operator: {
        ask: async (prompt) => ({ ok: true, value: this.answer(prompt) }),
        countDown: async ({ delayMS }, { clock, signal }) => {
          await clock.sleep(delayMS, signal);
          return { ok: true, value: 'elapsed' };
        },
      },
      faults: {
        hold: async ({ message }) => {
          const said = proofMessages.faultHeld(message);
          this.parts.findings.say('faultRaised', this.times.current(thread), said, {
            severity: this.notAsked.delete(thread) ? 'note' : 'warning',
          });
          return { ok: true, value: undefined };
        },
      },
    };
  }

  private watchMotion(motion: MotionPort, thread: string): MotionPort {
    return {
      currentContactForce: () => motion.currentContactForce(),
      currentJoints: () => motion.currentJoints(),
      currentPose: (tcpOption) => motion.currentPose(tcpOption),
      basePose: () => motion.basePose(),
      poseOf: (joints, tcpOption) => motion.poseOf(joints, tcpOption),
      check: (waypoints, signal) => motion.check(waypoints, signal),
      moveThrough: async (waypoints, options) => {
        const stepIDs = waypoints.map(({ stepID }) => stepID);
        const moverID = this.times.current(thread)?.id ?? stepIDs[0] ?? '';
        this.moving = { stepIDs, moverID };
        const activities = this.timeActivities(moverID);
        const onActivity = (activity: MotionActivity) => {
          activities.enter(activity);
          options.onActivity?.(activity);
        };
        const result = await motion.moveThrough(waypoints, { ...options, onActivity });
        activities.enter('none');
        if (result.ok && result.value.endedInContact) this.motions.addContact(moverID);
        return result;
      },
    };
  }

  /** Adds up the planning and motion time of a move. */
  private timeActivities(stepID: string) {
    let current: TimedActivity | undefined;
    let since = this.parts.now();
    return {
      enter: (activity: MotionActivity) => {
        const now = this.parts.now();
        if (current) this.times.add(stepID, current, now - since);
        since = now;
        if (activity === 'moving') current = 'moving';
        else current = activity === 'none' || activity === 'paused' ? undefined : 'planning';
      },
    };
  }

  private watchDevices(devices: DevicesPort, thread: string): DevicesPort {
    return {
      actuate: async (capability, equipmentID, command, signal, limitMS) => {
        const step = this.times.current(thread);
        const startedAt = this.parts.now();
        if (step) this.parts.onDevice(step, capability, equipmentID);
        const result = await devices.actuate(capability, equipmentID, command, signal, limitMS);
        if (step) this.times.add(step.id, 'device', this.parts.now() - startedAt);
        if (!result.ok && 'failure' in result) {
          this.parts.findings.add('gripperImpossible', step, [result.failure.message]);
        }
        return result;
      },
    };
  }

  /** A server that a dry run does not contact is not a mistake of the routine. */
  private watchNetwork(network: NetworkPort, thread: string): NetworkPort {
    return {
      request: async (request, signal) => {
        const result = await network.request(request, signal);
        if (request.simulatedAnswer === undefined) this.notAsked.add(thread);
        return result;
      },
    };
  }

  private watchVariables(variables: VariablesPort): VariablesPort {
    return {
      get: (id) => variables.get(id),
      getStepVariable: (stepID, name) => variables.getStepVariable(stepID, name),
      set: (id, value) => {
        if (!this.setAt.has(id)) this.setAt.set(id, this.begun);
        return variables.set(id, value);
      },
    };
  }

  /** Returns the next given answer that fits, or a plausible one. */
  private answer(prompt: OperatorPrompt): string {
    const given = this.parts.answers[this.answered];
    this.answered += 1;
    if (given !== undefined && refusePromptInput(prompt, given) === undefined) return given;
    if (prompt.mode === 'confirm') return '';
    return prompt.mode === 'choice' ? (prompt.choices[0] ?? '') : '1';
  }
}

import { VirtualClock } from '@cellwright/testkit';
import {
  buildProgram,
  createEngine,
  type Engine,
  type EngineObserver,
  type EngineResult,
  type GoOn,
  type Halt,
  type NodeKind,
} from '../engine/index.ts';
import type { ProgramStep, StepOutcome } from '../framework/index.ts';
import { findStepContract } from '../step-contracts.ts';
import { FakeCell, type FakeCellOptions } from './fake-cell.fixture.ts';

/** A step as tests write it. Default id: the kind's name with a number. */
export interface StepSketch {
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly children: readonly StepSketch[];
  readonly id: string | undefined;
  readonly isDisabled: boolean;
}

export function step(
  kind: string,
  args: Readonly<Record<string, unknown>> = {},
  children: readonly StepSketch[] = [],
  options: { id?: string; isDisabled?: boolean } = {},
): StepSketch {
  return { kind, args, children, id: options.id, isDisabled: options.isDisabled ?? false };
}

/**
 * Returns steps in document order with parsed arguments, as the library sends them. Recursive, so only for shallow
 * trees.
 */
export function programOf(sketches: readonly StepSketch[]): ProgramStep[] {
  const steps: ProgramStep[] = [];
  const add = (siblings: readonly StepSketch[], parent: ProgramStep | undefined) => {
    siblings.forEach((sketch, index) => {
      const path = parent ? `${parent.path}.${index + 1}` : `${index + 1}`;
      const added: ProgramStep = {
        id: sketch.id ?? `${sketch.kind} ${path}`,
        stepKind: sketch.kind,
        path,
        parentID: parent?.id ?? null,
        isDisabled: sketch.isDisabled,
        args: parseArgs(sketch),
      };
      steps.push(added);
      add(sketch.children, added);
    });
  };
  add(sketches, undefined);
  return steps;
}

function parseArgs({ kind, args }: StepSketch): Readonly<Record<string, unknown>> {
  const contract = findStepContract(kind);
  return contract === undefined ? args : { ...Object(contract.args.parse(args)) };
}

export interface PlayOptions extends Omit<FakeCellOptions, 'clock'> {
  readonly mainLoopStepID?: string;
  readonly fromStepID?: string;
  readonly goOn?: GoOn;
  /** Finds a kind that is not in this build, by name. */
  readonly findKind?: (playback: Playback, stepKind: string) => NodeKind | undefined;
}

/** A routine that plays on a fake cell and a virtual clock, with everything that was reported about it. */
export class Playback {
  readonly clock = new VirtualClock();
  readonly cell: FakeCell;
  readonly engine: Engine;
  /** 'start Wait 1', 'end Wait 1 completed', 'Loop 1.completedCount = 1', 'cycle 1', 'paused', 'warn …'. */
  readonly events: string[] = [];
  /** Halts of the engine by itself. */
  readonly halts: Halt[] = [];
  onHalt: (halt: Halt) => void = () => undefined;
  /** Thread in which each step was played, by step id; also the threads that got ports of their own. */
  readonly threads = new Map<string, string>();
  readonly threadsWithPorts = new Set<string>();
  readonly stepIDs: readonly string[];
  readonly #options: PlayOptions;

  constructor(steps: readonly ProgramStep[], options: PlayOptions = {}) {
    this.#options = options;
    this.stepIDs = steps.map(({ id }) => id);
    this.cell = new FakeCell({ ...options, clock: this.clock });
    const header = { routineID: 'routine_1', version: 1, name: 'Test', mainLoopStepID: options.mainLoopStepID };
    this.engine = createEngine({
      program: buildProgram(header, steps),
      portsOf: (thread) => {
        this.threadsWithPorts.add(thread);
        return this.cell.ports;
      },
      ...(options.findKind && { findKind: (kind: string) => options.findKind?.(this, kind) }),
      clock: this.clock,
      observer: this.#createObserver(),
    });
  }

  play(): Promise<EngineResult> {
    return this.engine.play(this.#options);
  }

  /** Plays to the end and returns the result. */
  finish(result: Promise<EngineResult> = this.play()): Promise<EngineResult> {
    return this.clock.runUntilSettled(result);
  }

  #createObserver(): EngineObserver {
    const { events } = this;
    return {
      stepStarted: ({ id }, thread) => {
        this.threads.set(id, thread);
        events.push(`start ${id}`);
      },
      stepEnded: ({ id }, _thread, outcome) => void events.push(`end ${id} ${describeOutcome(outcome)}`),
      stepVariable: ({ id }, name, value) => {
        this.cell.stepVariables.set(`${id}.${name}`, value);
        events.push(`${id}.${name} = ${value}`);
      },
      stepWarning: ({ id }, message) => void events.push(`warn ${id} ${message}`),
      cycleEnded: (count) => void events.push(`cycle ${count}`),
      halted: (halt) => {
        events.push('paused');
        this.halts.push(halt);
        this.onHalt(halt);
      },
    };
  }
}

export function playback(sketches: readonly StepSketch[], options: PlayOptions = {}): Playback {
  return new Playback(programOf(sketches), options);
}

function describeOutcome(outcome: StepOutcome | { readonly kind: 'skipped' }): string {
  if (outcome.kind === 'failed') return `failed ${outcome.failure}: ${outcome.message}`;
  return outcome.kind === 'loopControl' ? outcome.action : outcome.kind;
}

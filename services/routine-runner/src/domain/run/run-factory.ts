import { createId, type VariableValue } from '@cellwright/domain/basics';
import type { FlagName } from '@cellwright/domain/cell';
import type { OperatorPrompt } from '@cellwright/domain/routine';
import type { Run, RunStop } from '@cellwright/domain/run';
import type { Engine, EngineOptions, Halt } from '@cellwright/steps/engine';

import { findStepNamed, type OperatorPort, type PackagesPort, type ScriptRunner } from '@cellwright/steps/framework';
import type { Mover } from '../arm/mover.ts';
import { PauseGate } from '../arm/pause-gate.ts';
import type { CellEquipment, ProgramSource } from '../cell.ts';
import type { PortClaims } from '../core/port-claims.ts';
import type { SessionCore } from '../core/session-core.ts';
import { EffectJournal, type Effects, LeaveEffects } from '../journal/effects.ts';
import { type JournalStore, type ProgressRow, RunJournal } from '../journal/journal.ts';
import { ActiveRun } from './active-run.ts';
import type { CodeRunner } from './code-blocks.ts';
import type { LoadedRoutine } from './loaded-routine.ts';
import type { ResumeOrder } from './resume-order.ts';
import type { LoadedRoutineStore } from './routine-loading.ts';
import type { Ending } from './run-ending.ts';
import { RunProgress } from './run-progress.ts';
import { startRunTime } from './run-time.ts';
import { createLeavePorts, createStepPorts, type StepPortParts } from './step-ports.ts';
import { StepStates } from './step-states.ts';
import type { Visualization } from './visualization.ts';

export interface RunParts {
  readonly core: SessionCore;
  readonly mover: Mover;
  readonly programs: ProgramSource;
  readonly equipment: CellEquipment;
  readonly portClaims: PortClaims;
  readonly visualization: Visualization;
  readonly journal: JournalStore;
  readonly loadedRoutines: LoadedRoutineStore;
  /** Evaluates expressions in JavaScript and Python; without it they are refused. */
  readonly scripts?: ScriptRunner | undefined;
  /** Runs code blocks; without it, while the developer API is off, they fail. */
  readonly codeRunner?: CodeRunner | undefined;
  /** Plays steps of packages; without it, a cell has none. */
  readonly packages?: PackagesPort | undefined;
  readonly createEngine: (options: EngineOptions) => Engine;
  /** Returns whether a feature flag is on; absent: all are on. */
  readonly isFlagOn?: ((flag: FlagName) => Promise<boolean>) | undefined;
  /** Called with every prompt, and its routine. */
  readonly noteQuestion?: (prompt: OperatorPrompt, routineID: string | null) => void;
}

const noPackages: PackagesPort = {
  run: async ({ kind }) => ({
    ok: false,
    failure: { kind: 'ExecutionFailure', message: `The package of ${kind} is not loaded` },
  }),
};

/** Inputs of a run from its control. */
export interface RunControls {
  readonly operator: OperatorPort;
  /** Closed while the run is paused. */
  readonly gate: PauseGate;
  readonly onEngineHalted: (halt: Halt) => void;
}

/** A run and the engine that plays it, wired to the cell; nothing has happened yet. */
export interface PreparedRun {
  readonly run: ActiveRun;
  readonly engine: Engine;
  readonly progress: RunProgress;
}

/** A run that has started. */
export interface Playing extends PreparedRun {
  /** End of the run once the engine has finished; the first request decides. */
  ending?: Ending | undefined;
  /** The first wish to stop after the cycle. */
  stopAfterCycle?: RunStop | undefined;
}

export function prepareRun(
  parts: RunParts,
  routine: LoadedRoutine,
  controls: RunControls,
  resume?: ResumeOrder,
): PreparedRun {
  const { core, createEngine } = parts;
  const steps = new StepStates(() => core.store.contributeLater(steps.contribute));
  const journal: RunJournal = openJournal(parts, routine, resume, (seq) => progress.take(seq));
  const run = new ActiveRun(core, journal, steps);
  const suspendTimeLimit = (thread: string) => engine.suspendTimeLimit(thread);
  const engine: Engine = createEngine({
    program: routine.program,
    clock: core.clock,
    ...createRunPorts({ parts, routine, controls, run, suspendTimeLimit }),
    observer: run.observe(controls.onEngineHalted),
  });
  const { variables, program, spaceItems } = routine;
  const firstPlaces = resume?.from.places ?? [];
  const progress = new RunProgress({ core, engine, program, spaceItems, variables, steps, firstPlaces });
  for (const [stepID, values] of resume?.progress.steps ?? []) {
    for (const [name, value] of Object.entries(values)) steps.setVariable(stepID, name, value);
  }
  return { run, engine, progress };
}

interface RunPortsParts {
  readonly parts: RunParts;
  readonly routine: LoadedRoutine;
  readonly controls: RunControls;
  readonly run: ActiveRun;
  readonly suspendTimeLimit: (thread: string) => () => void;
}

/** Returns what steps of the run act through: while they play, and while they are left. */
function createRunPorts(of: RunPortsParts): Pick<EngineOptions, 'portsOf' | 'leavePortsOf'> {
  const { parts, controls, run, suspendTimeLimit } = of;
  const { arm, clock } = parts.core;
  const seen: StepPortParts['seen'] = new Map();
  const { journal, steps } = run;
  const effectsOf = (thread: string) =>
    new EffectJournal({
      ...{ journal, steps, thread, clock, gate: controls.gate },
      suspendTimeLimit: () => suspendTimeLimit(thread),
      showWaiting: (step) => run.showWaiting(step),
    });
  const leaveEffectsOf = (thread: string) =>
    new LeaveEffects({ journal, steps, thread, mayAct: () => arm.isInCommand || !arm.isConnected });
  return {
    portsOf: (thread) => createStepPorts(describePorts(of, thread, effectsOf(thread), seen)),
    // Commands on leaving a step neither wait for the end of a pause nor hide the device that failed it.
    leavePortsOf: (thread) =>
      createLeavePorts({
        ...describePorts(of, thread, leaveEffectsOf(thread), seen),
        gate: new PauseGate(),
        onDeviceAnswered: () => undefined,
      }),
  };
}

function describePorts(
  { parts, routine, controls, run }: RunPortsParts,
  thread: string,
  effects: Effects,
  seen: StepPortParts['seen'],
): StepPortParts {
  const { core, mover, equipment, portClaims, visualization, codeRunner, packages = noPackages } = parts;
  const { variables, codeBlocks, safetyOutputs, spaceItems, correct, program } = routine;
  const findStep = (stepID: string) => program.steps.find(({ id }) => id === stepID);
  return {
    ...{ core, mover, equipment, portClaims, visualization, codeRunner, packages },
    ...{ variables, codeBlocks, safetyOutputs, spaceItems, correct },
    effects,
    seen,
    saveGlobalVariable: (id, value) => saveGlobalVariable(parts, id, value),
    steps: run.steps,
    thread,
    gate: controls.gate,
    operator: controls.operator,
    scripting: scriptingOf(parts, routine),
    onDistance: (meters) => run.addDistance(meters),
    onMoving: () => run.journal.touch(),
    onRefused: (message, causes) => run.noteRefusal(message, causes),
    onWarning: (stepID, message) => run.warn(findStep(stepID), message),
    onDeviceAnswered: (step, failedEquipmentID) => run.noteDevice(step, failedEquipmentID),
  };
}

/** Returns the step lookup and the evaluator for scripts of a routine. */
export function scriptingOf({ scripts }: Pick<RunParts, 'scripts'>, { program }: LoadedRoutine) {
  const known = new Map<string, string | undefined>();
  const findStepID = (name: string): string | undefined => {
    if (!known.has(name)) known.set(name, findStepNamed(program.steps, name)?.id);
    return known.get(name);
  };
  return { findStepID, scripts };
}

/** Saves a variable of the cell. A failure is only logged; the session continues with the new value. */
export function saveGlobalVariable({ core, programs }: RunParts, variableID: string, value: VariableValue): void {
  programs.saveGlobalVariable(variableID, value).catch((error: unknown) => {
    core.log.warn('a variable of the cell was not saved; the session keeps its value', { variableID, error });
  });
}

function openJournal(
  { core, journal: store }: RunParts,
  { program }: LoadedRoutine,
  resume: ResumeOrder | undefined,
  takeProgress: (seq: number) => readonly ProgressRow[],
): RunJournal {
  const readTime = startRunTime(core.clock);
  const run: Run = {
    id: createId('run'),
    robotKind: core.robotKind,
    isTwin: core.isTwin,
    routineID: program.routineID,
    routineName: program.name,
    routineVersion: program.version,
    status: 'running',
    startedAt: readTime().toISOString(),
    endedAt: null,
    cycleCount: resume?.from.cycleCount ?? 0,
    cycleTimeSeconds: null,
    distanceMeters: 0,
    failure: null,
    stop: null,
    interruptedIn: null,
  };
  const kept: RunJournal = new RunJournal({
    run,
    store,
    takeProgress,
    continuedRunID: resume?.runID,
    clock: core.clock,
    readTime,
    onBacklogFull: () =>
      core.fail({
        kind: 'InternalFailure',
        reason: `The run journal could not be written for too long. ${kept.problem}. Then recover`,
        recoveryKind: 'Recoverable',
      }),
    onWriteFailed: (error) => core.log.warn('the run journal was not written; it is kept and tried again', { error }),
  });
  return kept;
}

import { createId, type Run, type VariableValue } from '@cellwright/domain';
import type { Engine, EngineOptions } from '@cellwright/steps/engine';
import type { Mover } from '../arm/mover.ts';
import type { CellEquipment, ProgramSource } from '../cell.ts';
import { EffectJournal } from '../journal/effects.ts';
import { type JournalStore, RunJournal } from '../journal/journal.ts';
import type { SessionCore } from '../session/session-core.ts';
import { ActiveRun } from './active-run.ts';
import type { LoadedRoutine } from './loaded-routine.ts';
import { createStepPorts } from './step-ports.ts';
import { StepStates } from './step-states.ts';

export interface RunParts {
  readonly core: SessionCore;
  readonly mover: Mover;
  readonly programs: ProgramSource;
  readonly equipment: CellEquipment;
  readonly journal: JournalStore;
  readonly createEngine: (options: EngineOptions) => Engine;
}

/** A run and the engine that plays it, wired to the cell; nothing has happened yet. */
export interface PreparedRun {
  readonly run: ActiveRun;
  readonly engine: Engine;
}

export function prepareRun(parts: RunParts, routine: LoadedRoutine, onEnginePaused: () => void): PreparedRun {
  const { core, createEngine, equipment, mover } = parts;
  const steps = new StepStates(() => core.store.contributeLater(steps.contribute));
  const journal = openJournal(parts, routine);
  const run = new ActiveRun(core, journal, steps);
  const findStep = (stepID: string) => routine.program.steps.find(({ id }) => id === stepID);
  const engine = createEngine({
    program: routine.program,
    clock: core.clock,
    portsOf: (thread) =>
      createStepPorts({
        core,
        mover,
        equipment,
        effects: new EffectJournal(journal, steps, thread),
        variables: routine.variables,
        saveGlobalVariable: (id, value) => saveGlobalVariable(parts, id, value),
        steps,
        spaceItems: routine.spaceItems,
        correct: routine.correct,
        onDistance: (meters) => run.addDistance(meters),
        onWarning: (stepID, message) => run.warn(findStep(stepID), message),
      }),
    observer: run.observe(onEnginePaused),
  });
  return { run, engine };
}

/** Failed changes of the cell's variables are logged only; the session goes on with the new value. */
export function saveGlobalVariable({ core, programs }: RunParts, variableID: string, value: VariableValue): void {
  programs.saveGlobalVariable(variableID, value).catch((error: unknown) => {
    core.log.warn('a variable of the cell was not saved; the session keeps its value', { variableID, error });
  });
}

function openJournal({ core, journal: store }: RunParts, { program }: LoadedRoutine): RunJournal {
  const run: Run = {
    id: createId('run'),
    robotKind: core.robotKind,
    isTwin: core.isTwin,
    routineID: program.routineID,
    routineName: program.name,
    routineVersion: program.version,
    status: 'running',
    startedAt: core.clock.wallNow().toISOString(),
    endedAt: null,
    cycleCount: 0,
    cycleTimeSeconds: null,
    distanceMeters: 0,
    failure: null,
    interruptedIn: null,
  };
  const kept: RunJournal = new RunJournal({
    run,
    store,
    clock: core.clock,
    onBacklogFull: () =>
      core.fail({
        kind: 'InternalFailure',
        reason: `The run journal has not been written for too long. ${kept.problem}. Then recover`,
        recoveryKind: 'Recoverable',
      }),
    onWriteFailed: (error) => core.log.warn('the run journal was not written; it is kept and tried again', { error }),
  });
  return kept;
}

import { robotMessages, runMessages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import { canContinue, type EffectAnswer, type Resumption, type UnknownEffect } from '@cellwright/domain/run';
import { checkResume as checkPlaces, mainThread, type Place, type Program } from '@cellwright/steps/engine';
import * as z from 'zod';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import type { ProgramSource } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import { checkMayMove, type SessionCore } from '../core/session-core.ts';
import { nearestOnPath } from '../run/driven-path.ts';
import { fetchRoutine } from '../run/loaded-routine.ts';
import { PlaceWords } from '../run/place-words.ts';
import { checkResume, type PausePoint } from '../run/resume-guard.ts';
import type { RunControl } from '../run/run-control.ts';
import { runsPart } from '../run/runs-part.ts';
import { type KeptProgress, type RunArchive, readProgress, type StoredRun } from '../run/stored-run.ts';
import { answerPlaces, findUnknownEffects } from './unknown-effects.ts';

export interface RunResumptionParts {
  readonly core: SessionCore;
  readonly runs: RunControl;
  readonly programs: ProgramSource;
  readonly archive: RunArchive;
}

export interface ResumeWish {
  readonly runID: string;
  readonly fromStepID?: string | undefined;
  readonly answers: readonly EffectAnswer[];
}

const offerSchema = z.object({ offers: z.literal('returnToPausePosition') });

/** A stored run and its routine, as it was played. */
interface Resumable {
  readonly stored: StoredRun;
  readonly progress: KeptProgress;
  readonly program: Program;
  readonly variables: Resumption['variables'];
  readonly effects: readonly UnknownEffect[];
}

/**
 * Continues an unfinished run after a crash, a failure or a stop: on request, in the version that was played, from the
 * position of the arm. Outside effects that may have happened are never repeated without confirmation.
 */
export class RunResumption {
  private readonly parts: RunResumptionParts;
  /** Required position of the arm for the last requested run. */
  private wanted: { readonly joints: JointAngles | null; readonly path: readonly JointAngles[] | null } | undefined;

  constructor(parts: RunResumptionParts) {
    this.parts = parts;
  }

  async describe(runID: string): Promise<Answer<Resumption>> {
    const found = await this.find(runID);
    if (!found.ok) return found;
    const { stored, progress, program, variables, effects } = found.value;
    const { places } = progress.place;
    const check = checkPlaces(program, places);
    const going = check.ok ? check.places : places;
    const words = new PlaceWords(program);
    const describeAt = ({ stepID }: Place) => words.describeStep(stepID, (id, name) => progress.steps.get(id)?.[name]);
    const main = going.find(({ thread }) => thread === mainThread);
    const at = main && describeAt(main);
    const guard = await this.guard(progress, stored);
    const { id, robotKind, routineID, routineName, routineVersion, status, startedAt, endedAt, cycleCount } =
      stored.run;
    return accept({
      run: { id, robotKind, routineID, routineName, routineVersion, status, startedAt, endedAt, cycleCount },
      at: at && main ? { ...at, isDone: main.when === 'after' } : null,
      beside: going.flatMap((place) => (place.thread === mainThread ? [] : (describeAt(place) ?? []))),
      variables: [...variables],
      effects: [...effects],
      obstacle: main === undefined ? hadNotBegun : check.ok ? null : check.message,
      guard: guard.ok ? null : { message: guard.refusal.message, offersReturn: offersReturn(guard.refusal.details) },
    });
  }

  async resume({ runID, fromStepID, answers }: ResumeWish): Promise<Answer<{ runID: string }>> {
    const found = await this.find(runID);
    if (!found.ok) return found;
    const { stored, progress, program, effects } = found.value;
    const answered = checkAnswers(effects, answers);
    if (!answered.ok) return answered;
    const { places: interrupted } = progress.place;
    if (!interrupted.some(({ thread }) => thread === mainThread)) return refuse('cannot_play_routine', hadNotBegun);
    const done = new Set(answers.filter(({ answer }) => answer === 'done').map(({ effectID }) => effectID));
    const check = checkPlaces(program, answerPlaces(interrupted, effects, done), fromStepID);
    if (!check.ok) return refuse('cannot_play_routine', check.message, { stepID: check.stepID });
    const guard = await this.guard(progress, stored);
    if (!guard.ok) return guard;
    const { routineID, routineVersion, cycleCount } = stored.run;
    const loaded = await this.parts.runs.load(routineID, routineVersion);
    if (!loaded.ok) return loaded;
    const from = { interrupted, places: check.places, cycleCount };
    return this.parts.runs.play({ isConfirmed: true, resume: { runID, from, progress, answers } });
  }

  async giveUp(runID: string): Promise<Answer> {
    const { core, runs, archive } = this.parts;
    if (runs.isActive && core.store.state.run?.id === runID) return refuse('robot_not_idle', runMessages.runIsPlaying);
    // Pending writes of an ended run would restore its place.
    if (!runs.isActive) await runs.settle();
    if (!(await archive.find(runID))) return refuse('not_found', noSuchRun);
    await archive.forget(runID);
    runs.places.giveUp(runID);
    return accepted;
  }

  /** Position to which the arm returns before the last requested run can continue: the nearest one on its path. */
  get returnPoint(): JointAngles | undefined {
    const { arm } = this.parts.core;
    if (!this.wanted || !arm.joints || this.parts.runs.isActive) return undefined;
    return whereArmWas(this.wanted, arm.joints) ?? undefined;
  }

  /** Shows the unfinished runs of earlier runners. */
  async restore(): Promise<void> {
    this.parts.runs.places.restore(await this.parts.archive.listPlaces());
  }

  private async findEnded(runID: string): Promise<Answer<StoredRun>> {
    const { runs, archive } = this.parts;
    if (runs.isActive) return refuse('robot_not_idle', runMessages.stopFirst);
    await runs.settle();
    const stored = await archive.find(runID);
    return stored ? accept(stored) : refuse('not_found', noSuchRun);
  }

  private async find(runID: string): Promise<Answer<Resumable>> {
    const { core, programs } = this.parts;
    const ended = await this.findEnded(runID);
    if (!ended.ok) return ended;
    const { value: stored } = ended;
    if (!canContinue(stored.run)) return refuse('conflict', runMessages.completed);
    const progress = readProgress(stored);
    if (!progress) return refuse('not_found', runMessages.nothingToContinueFrom);
    if (isBehind(stored, progress)) {
      return refuse('conflict', runMessages.variablesIncomplete);
    }
    const { routineID, routineVersion } = stored.run;
    const fetched = await fetchRoutine(core, programs, routineID, routineVersion);
    if (!fetched.ok) return fetched;
    const { program, variables } = fetched.value;
    const own = variables.filter(({ isGlobal }) => !isGlobal);
    return accept({
      stored,
      progress,
      program,
      variables: own.map(({ id, name, initialValue }) => ({
        id,
        name,
        value: progress.variables.get(id) ?? initialValue,
      })),
      effects: findUnknownEffects(stored.tail, progress.place.places),
    });
  }

  /** Checks that the cell is as at the end of the run. */
  private async guard({ place, path }: KeptProgress, { run }: StoredRun): Promise<Answer> {
    const { core, runs } = this.parts;
    this.wanted = { joints: place.joints, path };
    const fired = core.machine.check('routineStarted');
    if (!fired.ok) return refuse('robot_not_idle', fired.reason);
    const mayMove = checkMayMove(core, 'cannot_play_routine');
    if (!mayMove.ok) return mayMove;
    if (!(await core.arm.waitForStandstill())) return refuse('cannot_play_routine', robotMessages.armNotStopped);
    const tool = await core.refreshTool();
    if (!tool.ok) return tool;
    const { joints } = core.arm;
    if (!joints) return refuse('unavailable', robotMessages.controllerNotConnected);
    const routine = { routineID: run.routineID, routineVersion: run.routineVersion };
    const { tool: toolThen, payloadMassKg, base } = place;
    const was = whereArmWas(this.wanted, joints) ?? joints;
    const then: PausePoint = { ...routine, tool: toolThen, payloadMassKg, base, joints: was };
    return checkResume(then, { ...runs.describeHere(joints), ...routine }, runMessages.theInterruption);
  }
}

const noSuchRun = runMessages.unknownToRobot;
const hadNotBegun = runMessages.noFirstStep;

/** Returns the positions at which the run can continue: anywhere on its current path, else its last position. */
function whereArmWas(
  { joints: stood, path }: { readonly joints: JointAngles | null; readonly path: readonly JointAngles[] | null },
  joints: JointAngles,
): JointAngles | null {
  return path ? (nearestOnPath(path, joints) ?? stood) : stood;
}

function offersReturn(details: unknown): boolean {
  return offerSchema.safeParse(details).success;
}

/** True if there are entries after the last values: the journal had a backlog when the runner crashed. */
function isBehind({ tail }: StoredRun, { place }: KeptProgress): boolean {
  const closing = (result: string | null, event: string) =>
    event === 'interrupted' || event === 'runEnded' || (event === 'effectEnded' && result === 'unknown');
  return tail.some(({ seq, event, result }) => seq > place.seq && !closing(result, event));
}

function checkAnswers(effects: readonly UnknownEffect[], answers: readonly EffectAnswer[]): Answer {
  const stray = answers.find(({ effectID }) => !effects.some((effect) => effect.effectID === effectID));
  if (stray) return refuse('request_failed_validation', `There is no question about effect ${stray.effectID}`);
  const open = effects.filter(({ effectID }) => !answers.some((answer) => answer.effectID === effectID));
  const [first] = open;
  if (!first) return accepted;
  const message = `Step ${first.stepPath}: ${first.question} Check the cell and answer`;
  return refuse('cannot_play_routine', message, { effects: open });
}

export type ResumptionOutside = Pick<RunResumptionParts, 'programs' | 'archive'>;

export const resumptionPart = definePart({
  name: 'resumption',
  start: ({ core, outside: { programs, archive } }: PartContext<ResumptionOutside>) =>
    new RunResumption({ core, programs, archive, runs: runsPart.of(core) }),
  begin: (resumption) => resumption.restore(),
  messages: {
    getResumption: (resumption, { runID }) => resumption.describe(runID),
    resumeRun: (resumption, wish) => resumption.resume(wish),
    giveUpRun: (resumption, { runID }) => emptyResult(resumption.giveUp(runID)),
  },
});

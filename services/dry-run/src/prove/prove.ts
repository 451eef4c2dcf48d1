import type { ArmModel } from '@cellwright/arm';
import type { ControllerCommand } from '@cellwright/controller-link';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { Failure } from '@cellwright/domain/robot';
import { isBlockingProblem } from '@cellwright/domain/routine';
import type { ProofOptions, ProofReport } from '@cellwright/domain/run';
import { findCarriers } from '@cellwright/equipment/carrying';
import type { CodeRunner, LoadedProgram, RobotFacts, RobotSession } from '@cellwright/routine-runner/simulation';
import { findStepContract } from '@cellwright/steps/contracts';
import { mainThread } from '@cellwright/steps/engine';
import type { CommandedCapabilityName, ProgramStep, ScriptRunner } from '@cellwright/steps/framework';
import { createMotionMeasurer, type MotionMeasurer } from '../play/motion-measurer.ts';
import { watchMotion } from '../play/motion-record.ts';
import { OutputWatch } from '../play/output-watch.ts';
import { createProofCell } from '../play/proof-cell.ts';
import { ProofClock } from '../play/proof-clock.ts';
import { chooseDevice } from '../play/proof-devices.ts';
import type { RunObserver } from '../play/run-observer.ts';
import { RunRecorder } from '../play/run-recorder.ts';
import { explainEnd, longestWaitForOutside } from '../review/explain-end.ts';
import { Findings } from '../review/findings.ts';
import { DataFlow } from '../review/outside.ts';
import { describeRun, emptyReport } from '../review/report.ts';
import { reviewMotion } from '../review/review-motion.ts';
import { reviewPallets } from '../review/review-pallets.ts';
import { reviewReach } from '../review/review-reach.ts';
import { reviewVariables } from '../review/review-variables.ts';

/** Interval of queries whether a run has ended after its engine, ms. */
const endPollMS = 1;

export interface ProofParts {
  readonly arm: ArmModel;
  readonly facts: RobotFacts;
  readonly program: LoadedProgram;
  readonly equipment: readonly EquipmentRecord[];
  readonly options: ProofOptions;
  readonly scripts: ScriptRunner;
  /** Undefined where code blocks are not run. */
  readonly codeRunner: CodeRunner | undefined;
  /** The wall clock's time when the routine begins. */
  readonly startedAt: Date;
  /** Monotonic milliseconds of this machine. */
  readonly measure: () => number;
}

/** Plays a routine on its own clock, in a copy of its cell, and reports findings. Nothing else changes. */
export async function prove(parts: ProofParts): Promise<ProofReport> {
  const begun = parts.measure();
  const report = await proveProgram(parts);
  return { ...report, computedSeconds: (parts.measure() - begun) / 1000 };
}

async function proveProgram(parts: ProofParts): Promise<ProofReport> {
  const findings = new Findings();
  if (!isPlayable(parts.program, findings)) return emptyReport(parts.program.program, findings);
  return play(parts, findings);
}

/** Records every problem of the routine, and returns whether it can be played anyway. */
export function isPlayable({ problems }: LoadedProgram, findings: Findings): boolean {
  for (const problem of problems) {
    const place = problem.stepID === undefined ? undefined : { id: problem.stepID, path: problem.stepPath ?? '' };
    const severity = isBlockingProblem(problem) ? 'error' : 'warning';
    const where = problem.fieldId === undefined ? '' : `${problem.fieldId}: `;
    findings.say('invalid', place, `${where}${problem.message}`, { severity });
  }
  return !problems.some(isBlockingProblem);
}

/** Plays the routine to its end or to a bound. Returns the reason as text if it did not start. */
export async function playProgram(parts: ProofParts, findings: Findings, observer: RunObserver = {}) {
  const measurer = createMotionMeasurer(parts.arm);
  try {
    return await playMeasured(parts, findings, observer, measurer);
  } finally {
    await measurer.close();
  }
}

async function playMeasured(parts: ProofParts, findings: Findings, observer: RunObserver, measurer: MotionMeasurer) {
  const { options } = parts;
  const { program, variables, codeBlocks = [] } = parts.program;
  const { steps } = program;
  const clock = new ProofClock(parts.startedAt);
  const outputs = new OutputWatch();
  const flow = new DataFlow({ steps, variables, codeBlocks });
  const endless = findEndless(steps);
  const recorder = new RunRecorder({
    steps,
    now: () => clock.now(),
    findings,
    answers: options.answers,
    mostCycles: endless && options.cycles,
    observer,
    onDevice: watchTools(parts, findings),
  });
  const onCommand = (command: ControllerCommand) => outputs.note(command, recorder.times.current(mainThread));
  const cell = createProofCell({
    ...{ ...parts, clock, measurer, recorder, onCommand },
    onFrame: observer.onFrame,
    onDeviceState: observer.onDeviceState,
  });
  await clock.runUntil(cell.makeReady(options.inputs));
  observer.onReady?.(cell, clock, recorder);
  const begunAt = clock.now();
  const refusal = await clock.runUntil(playToEnd(cell.session, recorder, options), (next) => {
    if (next - begunAt > options.maxSeconds * 1000) recorder.endBecause('boundReached');
    const current = recorder.times.current(mainThread);
    const isQuiet = next - recorder.lastProgressAt > longestWaitForOutside * 1000;
    if (isQuiet && current && flow.dependsOnOutside(current.id)) recorder.endBecause('waitsForOutside');
  });
  if (refusal !== undefined) return refusal;
  await recorder.motions.settle();
  const durationMS = recorder.endedAt - begunAt;
  const { failure } = cell.session.core.store.state;
  const outcome = outcomeOf(recorder, failure);
  return { clock, cell, recorder, outputs, flow, endless, failure, outcome, durationMS };
}

async function play(parts: ProofParts, findings: Findings): Promise<ProofReport> {
  const { options } = parts;
  const { program, variables } = parts.program;
  const { steps } = program;
  const watch = options.recordsMotion ? watchMotion() : undefined;
  const played = await playProgram(parts, findings, watch);
  if (typeof played === 'string') {
    findings.add('stepFailed', undefined, [played]);
    return emptyReport(program, findings);
  }
  const { cell, recorder, outputs, flow, endless, failure, outcome, durationMS } = played;
  if (endless && recorder.times.playCount(endless.id) > 0) findings.add('endlessLoop', endless, [recorder.cycleCount]);
  const causes = explainEnd({ recorder, failure, findings, options });
  await reviewPallets(parts, recorder.reached, findings);
  reviewMotion({ steps, motions: recorder.motions, warnings: recorder.detours, findings });
  if (outcome === 'completed') {
    outputs.review(findings);
    const { begunAt: firstBegun, setAt, times } = recorder;
    reviewReach({ steps, flow, findings, playCount: (id) => times.playCount(id) });
    const given = new Set(Object.keys(options.variables));
    reviewVariables({ steps, variables, flow, findings, given, begunAt: firstBegun, setAt });
  }
  const report = describeRun({ program, findings, recorder, cell, outcome, durationMS });
  const recording = watch?.record?.describe({ seconds: durationMS / 1000, findings, causes, steps });
  return { ...report, ...(recording && { recording }) };
}

/** Loads and plays the routine, and waits for its end. Returns the reason if it did not start. */
async function playToEnd(
  { core, runs }: RobotSession,
  recorder: RunRecorder,
  { variables }: ProofOptions,
): Promise<string | undefined> {
  const loaded = await runs.load('', 0);
  if (!loaded.ok) return loaded.refusal.message;
  const played = await runs.play({ isConfirmed: true, variables });
  if (!played.ok) return played.refusal.message;
  await recorder.ended;
  while (runs.isActive) await core.clock.sleep(endPollMS);
  return undefined;
}

function outcomeOf({ endedBecause, result }: RunRecorder, failure: Failure | null): ProofReport['outcome'] {
  if (endedBecause !== undefined) return 'ended';
  return failure || result?.kind === 'failed' ? 'failed' : 'completed';
}

/** Returns a loop of the routine itself that runs until a stop. */
function findEndless(steps: readonly ProgramStep[]): ProgramStep | undefined {
  const away = new Set<string>();
  for (const { id, parentID, isDisabled, stepKind } of steps) {
    const isBeside = findStepContract(stepKind)?.children.played === 'beside';
    if (isDisabled || isBeside || (parentID !== null && away.has(parentID))) away.add(id);
  }
  return steps.find(({ id, stepKind, args }) => findStepContract(stepKind)?.isEndless?.(args) && !away.has(id));
}

/** Reports commands to a gripper that is not on the flange; other tools may be placed beside the arm. */
function watchTools({ equipment, facts }: ProofParts, findings: Findings) {
  // Checked with every command; the devices stay unchanged.
  const detached = new Map<string | undefined, readonly [device: string, tool: string] | undefined>();
  const findDetached = (equipmentID: string | undefined) => {
    const device = findDevice(equipment, 'gripper', equipmentID);
    const { equipmentID: toolID } = facts.tool;
    const isOnEnd = device && findCarriers(equipment, device.id).some(({ changer }) => changer.id === toolID);
    if (!device || device.id === toolID || isOnEnd) return undefined;
    const tool = equipment.find(({ id }) => id === toolID)?.config.name ?? 'nothing';
    return [device.config.name, tool] as const;
  };
  return (step: ProgramStep, capability: CommandedCapabilityName, equipmentID: string | undefined): void => {
    if (capability !== 'gripper') return;
    if (!detached.has(equipmentID)) detached.set(equipmentID, findDetached(equipmentID));
    const names = detached.get(equipmentID);
    if (names) findings.add('toolNotAttached', step, [...names]);
  };
}

function findDevice(
  equipment: readonly EquipmentRecord[],
  capability: CommandedCapabilityName,
  equipmentID: string | undefined,
) {
  try {
    return chooseDevice(equipment, capability, equipmentID);
  } catch {
    // The command itself reports it.
    return undefined;
  }
}

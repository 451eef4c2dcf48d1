import { withEither } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { weldMessages } from '@cellwright/domain/runner-socket';
import {
  completed,
  failAt,
  failed,
  type LegWaypoint,
  type MotionCaps,
  type MoveTarget,
  type MoveWaypoint,
  outcomeOf,
  playLeg,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  stopped,
  waypointRole,
} from '../../framework/index.ts';
import { Arc, faultWords } from './arc.ts';
import { type WeldVariables, weldPaused } from './contract.ts';
import type { WeldActivity, WeldArgs } from './contract-args.ts';
import { LegSteps } from './leg-steps.ts';
import { type Pass, planPasses, type Stroke } from './passes.ts';

/** Speed of the approach, in percent of its limits. */
const approachPercent = 50;
/** Interval at which the arc is looked at during a rest, ms. */
const restPollMS = 100;
const arcWentOut = { kind: 'WeldFailure', message: faultWords.arcLost } as const;

type Context = StepContext<WeldArgs, WeldVariables>;

/** Everything that a weld is played with. */
interface Weld {
  readonly context: Context;
  readonly arc: Arc;
  readonly legSteps: LegSteps;
  show(activity: WeldActivity): void;
}

export const weldRuntime: StepRuntime<WeldArgs, WeldVariables> = {
  async run(context) {
    const { args, ports } = context;
    const torch = args.isDryRun ? undefined : await ports.tools.findMounted('torch', args.selectedTorchID);
    if (torch && !torch.ok) return 'stopped' in torch ? stopped : failed('WeldFailure', torch.failure.message);
    const show = (activity: WeldActivity) => context.setVariable('currentActivity', activity);
    const weld: Weld = { context, show, arc: new Arc(context, torch?.value), legSteps: new LegSteps(context) };
    try {
      return await playWeld(weld);
    } finally {
      weld.legSteps.leaveAll(stopped);
      show('none');
    }
  },
  async leave({ args, ports, signal }) {
    if (args.isDryRun) return completed;
    const ended = await ports.devices.actuate('welder', args.selectedMachineID, { action: 'stopArc' }, signal);
    if (ended.ok) return completed;
    const detail = 'failure' in ended ? ended.failure.message : undefined;
    return failed('WeldFailure', weldMessages.startStopFailed, detail);
  },
};

async function playWeld(weld: Weld): Promise<StepOutcome> {
  const { context } = weld;
  const seam = await planSeam(context);
  if (!seam.ok) return seam.outcome;
  const [first, ...legs] = seam.waypoints;
  if (!first) return failed('ExecutionFailure', messages.noWaypointsFound);
  weld.show('approaching');
  const { outcome: approached } = await playLeg(context, [approachTo(context, first)]);
  if (approached.kind !== 'completed') return approached;
  const passes = planPasses(context.args, {
    start: poseOf(context, first),
    legs: legs.map((waypoint) => ({ waypoint, end: poseOf(context, waypoint) })),
  });
  for (const [index, pass] of passes.entries()) {
    const outcome = pass.isBead ? await playBead(weld, pass, index === passes.length - 1) : await playGap(weld, pass);
    if (outcome.kind !== 'completed') return outcome;
  }
  return completed;
}

type SeamPlan =
  | { readonly ok: true; readonly waypoints: readonly MoveWaypoint[] }
  | { readonly ok: false; readonly outcome: StepOutcome };

/** Returns the waypoints of the seam: the first as it is, the others as lines and arcs at the travel speed. */
async function planSeam(context: Context): Promise<SeamPlan> {
  const { approachSpeedProfile, weldSpeedProfile, travelSpeed } = context.args;
  const waypoints: MoveWaypoint[] = [];
  for (const child of context.children) {
    if (child.isDisabled) context.skipChild(child.id);
    const role = child.as(waypointRole);
    if (!role) continue;
    const isFirst = waypoints.length === 0;
    const limits = isFirst ? approachSpeedProfile : { ...weldSpeedProfile, maxTooltipSpeed: travelSpeed };
    const defaults = { motionSpeed: isFirst ? approachPercent : 100, blendRadius: 0, limits, tcpOption: 'auto' };
    const plan = await role.plan(defaults, waypoints.at(-1)?.target);
    if (!plan.ok) return { ok: false, outcome: failAt(context.enterChild(child.id), plan.failure) };
    waypoints.push(isFirst ? plan.waypoint : alongSeam(plan.waypoint, limits));
  }
  return { ok: true, waypoints };
}

/** A seam is followed by the tool; a waypoint may only slow it down. */
function alongSeam(waypoint: MoveWaypoint, limits: MotionCaps | undefined): MoveWaypoint {
  const motionKind = waypoint.motionKind === 'arc' ? 'arc' : 'line';
  const caps = { ...waypoint.limits, ...limits };
  return { ...waypoint, motionKind, motionSpeed: 100, limits: caps };
}

function approachTo(context: Context, waypoint: MoveWaypoint): LegWaypoint {
  return {
    ok: true,
    waypoint: { ...waypoint, blendRadius: 0, stopHere: true },
    enter: () => context.enterChild(waypoint.stepID),
  };
}

function poseOf(
  { ports }: Context,
  { target, tcpOption }: { readonly target: MoveTarget; readonly tcpOption: string },
) {
  return 'pose' in target ? target.pose : ports.motion.poseOf(target.jointAngles, tcpOption);
}

/** Moves to the next bead. A pause holds the arm. */
async function playGap(weld: Weld, pass: Pass): Promise<StepOutcome> {
  weld.show('movingToNextStitch');
  return playStrokes(weld, pass.strokes, weld.context.signal);
}

/** Welds one bead. A pause would let the arc burn in one place: it ends the weld. */
async function playBead(weld: Weld, pass: Pass, isLast: boolean): Promise<StepOutcome> {
  const { context } = weld;
  const { args, signal, pauseSignal } = context;
  if (pass.strokes.every(({ waypoints }) => waypoints.length === 0)) return completed;
  await context.holdWhilePaused();
  if (args.isDryRun) {
    weld.show(travelActivity(args));
    return playStrokes(weld, pass.strokes, signal);
  }
  const outcome = await withEither(signal, pauseSignal, (within) =>
    burnBead(weld, pass, isLast, within).catch((error: unknown) => {
      if (within.aborted) return stopped;
      throw error;
    }),
  );
  const isPaused = pauseSignal.aborted && !signal.aborted && outcome.kind === 'stopped';
  return isPaused ? failed('WeldFailure', weldPaused) : outcome;
}

async function burnBead(weld: Weld, pass: Pass, isLast: boolean, signal: AbortSignal): Promise<StepOutcome> {
  const { context, arc, show } = weld;
  const { args, ports } = context;
  const waypoints = pass.strokes[0]?.waypoints.map(({ waypoint }) => waypoint) ?? [];
  const fillsCrater = isLast || args.stitching?.craterFillAfterEveryStitch === true;
  const rest = async (ms: number) => (await restWithArc(weld, ms, signal)) ?? completed;
  const parts: readonly { readonly activity?: WeldActivity; play(): Promise<StepOutcome> }[] = [
    // Limits are checked before the arc starts.
    { play: async () => outcomeOf(await ports.motion.check(waypoints, signal)) },
    ...(args.millerWeldParameters
      ? [{ activity: 'settingWeldParameters', play: () => arc.setParameters(signal) } as const]
      : []),
    { activity: 'startArc', play: () => arc.start(signal) },
    ...(args.arcStartTime > 0 ? [{ activity: 'dwelling', play: () => rest(args.arcStartTime) } as const] : []),
    { activity: travelActivity(args), play: () => playStrokes(weld, pass.strokes, signal) },
    ...(fillsCrater && args.craterFillTime > 0
      ? [{ activity: 'craterFilling', play: () => rest(args.craterFillTime) } as const]
      : []),
    { activity: 'stopArc', play: () => arc.stop(signal) },
  ];
  for (const { activity, play } of parts) {
    if (activity) show(activity);
    const outcome = await play();
    if (outcome.kind !== 'completed') return outcome;
  }
  return completed;
}

function travelActivity({ stitching, weaving }: WeldArgs): WeldActivity {
  if (stitching) return 'stitching';
  return weaving ? 'weaving' : 'movingDuringWeld';
}

/** Moves along each stroke and rests after it. */
async function playStrokes(weld: Weld, strokes: readonly Stroke[], signal: AbortSignal): Promise<StepOutcome> {
  const { context, arc, legSteps } = weld;
  for (const { waypoints, dwellMS } of strokes) {
    const leg = waypoints.map(
      ({ waypoint, endsLeg }): LegWaypoint => ({
        ok: true,
        waypoint: { ...waypoint, ...(arc.isOn ? { stopEarly: arc.look } : {}) },
        stopEarlyFailure: arc.failure,
        enter: () => legSteps.enter(waypoint.stepID, endsLeg),
      }),
    );
    if (leg.length > 0) {
      const { outcome } = await playLeg({ ports: context.ports, signal, find: (key) => context.find(key) }, leg);
      if (outcome.kind !== 'completed') return outcome;
    }
    const rested = dwellMS > 0 ? await restWithArc(weld, dwellMS, signal) : undefined;
    if (rested) return rested;
  }
  return completed;
}

/** Rests, and returns why the arc went out meanwhile. */
async function restWithArc({ context, arc }: Weld, ms: number, signal: AbortSignal): Promise<StepOutcome | undefined> {
  const { clock } = context.ports;
  const end = clock.now() + ms;
  while (clock.now() < end) {
    await clock.sleep(Math.min(restPollMS, end - clock.now()), signal);
    if ((await arc.look()) > 0) return outcomeOf({ ok: false, failure: arc.failure() ?? arcWentOut });
  }
  return undefined;
}

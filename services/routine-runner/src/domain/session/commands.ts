import { messages, type RunnerMessageKind, type RunnerPayload, type RunnerResult } from '@cellwright/domain';
import { createExpressionPort } from '@cellwright/steps/framework';
import { type Answer, accept, refuse } from '../answer.ts';
import { tcpOf } from '../arm/tool-tcp.ts';
import type { Caller } from '../core/caller.ts';
import type { Planner } from '../planner.ts';
import { stopBy } from '../run/stop-by.ts';
import type { RobotSession } from './session.ts';

export interface CommandContext {
  readonly session: RobotSession;
  readonly planner: Planner;
  readonly caller: Caller;
}

type Handler<K extends RunnerMessageKind> = (
  context: CommandContext,
  payload: RunnerPayload<K>,
) => Answer<RunnerResult<K>> | Promise<Answer<RunnerResult<K>>>;

const done = { ok: true, value: {} } as const;

/** An answer without a value as the empty result of a message. */
async function empty(answer: Answer | Promise<Answer>): Promise<Answer<Record<string, never>>> {
  const settled = await answer;
  return settled.ok ? done : settled;
}

/** What each message of the runner does: one line to the part that knows how. */
export const commands: { readonly [K in RunnerMessageKind]: Handler<K> } = {
  acquireControl({ session, caller }, { name }) {
    const result = session.lease.acquire(caller.sessionID, name ?? caller.name);
    if (result.ok) return accept({ sequence: result.lease.sequence });
    return refuse('api_control_required', `${result.heldBy.holderName} controls the robot. Take over control first`);
  },
  takeOverControl: ({ session, caller }, { name }) =>
    session.takeOver(caller.sessionID, name ?? caller.name, stopBy(caller, 'takeOver')),
  releaseControl({ session, caller }) {
    session.lease.release(caller.sessionID);
    return done;
  },
  // Any message of the holder is a sign of life; this one is nothing else.
  controlHeartbeat: () => done,

  loadRoutine: ({ session }, { routineID, version }) => session.runs.load(routineID, version ?? 0),
  unloadRoutine: ({ session }) => empty(session.runs.unload()),
  playRoutine: ({ session }, payload) => session.runs.play(payload),
  stepOnce: ({ session }, payload) => session.runs.step({ kind: 'stepOnce' }, payload),
  stepOver: ({ session }, payload) => session.runs.step({ kind: 'stepOver' }, payload),
  stepInto: ({ session }, payload) => session.runs.step({ kind: 'stepInto' }, payload),
  runTo: ({ session }, { stepID, isConfirmed }) => session.runs.runTo(stepID, { isConfirmed }),
  setBreakpoints: ({ session }, { routineID, breakpoints }) =>
    session.runs.debug.setBreakpoints(routineID, breakpoints),
  setStepDisabled: ({ session }, { stepID, isDisabled }) => session.runs.debug.setStepDisabled(stepID, isDisabled),
  setWatches: ({ session }, { watches }) => session.runs.debug.setWatches(watches),
  pauseRoutine: ({ session }) => empty(session.runs.pause()),
  resumeRoutine: async ({ session }) => {
    const resumed = await session.runs.resume();
    return resumed.ok ? done : resumed;
  },
  getResumption: ({ session }, { runID }) => session.resumption.describe(runID),
  resumeRun: ({ session }, wish) => session.resumption.resume(wish),
  giveUpRun: ({ session }, { runID }) => empty(session.resumption.giveUp(runID)),
  confirmStep: ({ session }, { stepID, input }) => empty(session.runs.confirm(stepID, input)),
  stop: ({ session, caller }) =>
    accept({ stopEpoch: session.stop(`stopped by ${caller.name}`, stopBy(caller, 'stop')) }),
  stopAfterCycle: ({ session, caller }) => empty(session.runs.stopAfterCycle(stopBy(caller, 'afterCycle'))),
  recover: ({ session }) => empty(session.failures.recover()),
  emergencyStop: ({ session, caller }, { reason }) =>
    accept({
      stopEpoch: session.emergencyStop(reason ?? `emergency stop by ${caller.name}`, stopBy(caller, 'emergencyStop')),
    }),
  setInFailureState: ({ session }, { message, isRecoverable }) => empty(session.raiseFault(message, isRecoverable)),

  setBrakes: ({ session, caller }, { state }) => session.setBrakes(state, stopBy(caller, 'brakes')),
  setSpeedRestrictionPercentage: ({ session }, { value }) => session.settings.setSpeedRestriction(value),
  setTestRunSpeed: ({ session }, { value }) => empty(session.settings.setTestRunSpeed(value)),
  skipPreflightTestRun: ({ session, caller }, { reason }) => empty(session.settings.skipTestRun(reason, caller.name)),

  moveToJointSpacePoint: ({ session, caller }, { jointAngles, ...held }) =>
    session.hand.moveToJoints(jointAngles, { ...held, ownerID: caller.sessionID }),
  moveToCartesianSpacePose: ({ session, caller }, { pose, motionKind, tcpOption, ...held }) =>
    session.hand.moveToPose({ pose }, motionKind, tcpOption, { ...held, ownerID: caller.sessionID }),
  async moveToBoxingPosition({ session, caller }, { palletBoxesID, motionKind, tcpOption, ...payload }) {
    const { palletBaseID, layerIndex, boxIndex, boxTypeID, moveType, ...held } = payload;
    const target = { palletBaseID, layerIndex, boxIndex, boxTypeID, moveType };
    const found = await session.hand.boxing.find(palletBoxesID, target);
    if (!found.ok) return found;
    return session.hand.moveToPosition(found.value, motionKind, tcpOption, { ...held, ownerID: caller.sessionID });
  },
  moveJointRelative: ({ session, caller }, { joint, offset, ...held }) =>
    session.hand.moveJoint(joint, offset, { ...held, ownerID: caller.sessionID }),
  moveToolRelative: ({ session, caller }, { frame, translation, rotation, ...held }) =>
    session.hand.moveTool({ frame, translation, rotation }, { ...held, ownerID: caller.sessionID }),
  returnToPausePosition: ({ session, caller }, held) =>
    session.hand.returnToPause({ ...held, ownerID: caller.sessionID }),
  holdHeartbeat: ({ session }, { commandID }) => accept(session.jog.beat(commandID)),
  jog: ({ session, caller }, { commandID, ...command }) => session.jog.move(commandID, command, caller.sessionID),
  stopJog: ({ session }, { commandID }) => empty(session.jog.stop(commandID)),

  setOutputIO: ({ session }, { outputs }) => empty(session.settings.setOutputs(outputs)),
  setRobotPayload: ({ session }, { mass }) => empty(session.settings.setPayload(mass)),
  forceInput: ({ session }, { name, level }) => empty(session.settings.forceInput(name, level)),

  changeRoutineSpeedProfile: ({ session }, { speedProfileID }) => session.speed.choose(speedProfileID),
  setJerkLimit: ({ session }, { jerkLimit }) => session.speed.limitJerk(jerkLimit),
  getGlobalSpeedLimits: ({ session }) => accept(session.core.speed.describeLimits()),

  setLEDPattern: ({ session }, { pattern }) => empty(session.armSettings.setLeds(pattern)),
  unbrakeJoint: ({ session }, { joint, isUnbraked }) => session.armSettings.unbrakeJoint(joint, isUnbraked),
  getAntigravityConfigs: ({ session }) => accept(session.armSettings.antigravity),
  setAntigravityConfigs: ({ session }, config) => session.armSettings.setAntigravity(config),
  setForceRecoveryMode: ({ session }, { isEnabled }) => session.failures.forceRecoveryMode(isEnabled),
  setROSControlEnabled: ({ session }, { isEnabled }) => session.armSettings.setROSControl(isEnabled),
  injectFault: ({ session }, request) => empty(session.armSettings.injectFault(request)),
  setContactSurfaces: ({ session }, { surfaces }) => session.armSettings.setContactSurfaces(surfaces),
  getContactSurfaces: ({ session }) => session.armSettings.contactSurfaces,

  executeDeviceCommand: ({ session }, order) => session.devices.execute(order),
  actuateDevice: ({ session }, order) => session.devices.execute(order),
  setTool: ({ session }, { equipmentID }) => session.tools.choose(equipmentID),
  setActiveEnd: ({ session }, { end }) => session.tools.activate(end),
  setControlMode: ({ session, caller }, { kind }) => session.setControlMode(kind, caller),
  getControlMode: ({ session }) => accept({ kind: session.core.store.state.controlMode }),

  startAntigravity: ({ session }, { isSlow }) => empty(session.guided.start(isSlow)),
  validateGuidedMode: ({ session }) => empty(session.guided.validate()),
  stopAntigravity: ({ session }) => empty(session.guided.stop()),

  async evaluateConditional({ session, caller }, { expression }) {
    const sources = session.expressionsFor(`user ${caller.subjectID || caller.sessionID}`);
    const evaluation = await createExpressionPort(sources).evaluate(expression);
    return evaluation.ok
      ? accept({ value: evaluation.value })
      : refuse('request_failed_validation', evaluation.message);
  },
  setVariableState: ({ session }, { variableID, value }) => empty(session.runs.setVariable(variableID, value)),
  getLoadedRoutineState({ session }) {
    const { routine, run, steps, variables } = session.core.store.snapshot().state;
    if (!routine) return refuse('routine_must_be_running', messages.routineStateNotFound);
    return accept({ routine, run, steps, variables });
  },
  getStateSnapshot({ session }) {
    const { seq, hash, state } = session.core.store.snapshot();
    return accept({ seq, hash, state });
  },

  forwardKinematics: ({ session }, { jointAngles }) =>
    accept({ pose: session.core.toolPoseOf(jointAngles, session.core.tools.tcp) }),
  async inverseKinematics({ session, planner }, { pose, seed }) {
    const from = seed ?? session.core.arm.joints ?? [0, 0, 0, 0, 0, 0];
    const { tools } = session.core;
    const [best] = await planner.inverseKinematics(session.robotKind, pose, tools.tcp, from);
    if (best) return accept({ jointAngles: best });
    return refuse('request_failed_validation', 'Inverse kinematics failed');
  },
  async getJointAnglesForCartesianSpacePose({ session, planner }, { pose, tcpOption, seed }) {
    const tcp = tcpOf(session.core.tools.current, tcpOption);
    if (!tcp) {
      return refuse('request_failed_validation', messages.tcpNotAvailable(tcpOption));
    }
    const from = seed ?? session.core.arm.joints ?? [0, 0, 0, 0, 0, 0];
    const solutions = await planner.inverseKinematics(session.robotKind, pose, tcp, from);
    const [best] = solutions;
    if (best) return accept({ jointAngles: best, solutions: [...solutions] });
    return refuse('request_failed_validation', 'No joint angles put the TCP there: the pose is out of reach');
  },
  async clearMotionPlanCache({ planner }) {
    await planner.clearPlanCache();
    return done;
  },
};

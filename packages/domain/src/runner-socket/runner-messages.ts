import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { largestInt32 } from '../basics/limits.ts';
import { oneLine, textSchema } from '../basics/text.ts';
import { ioLevelSchema, outputActionSchema } from '../robot/io.ts';
import { poseSchema, tcpOptionOrAutoSchema } from '../robot/position.ts';
import { brakesStateSchema, controlModeSchema, jogFrameSchema, jointAnglesSchema } from '../robot/robot.ts';
import { expressionSchema, storedValueSchema, variableValueSchema } from '../routine/expression.ts';
import { longestPromptInput } from '../routine/prompt.ts';
import { robotSessionStateSchema } from '../run/runner-state.ts';
import { patchOperationSchema } from '../run/state-sync.ts';
import { armMessages } from './arm-messages.ts';
import { controlMessages } from './control-messages.ts';
import { debugMessages } from './debug-messages.ts';
import { adHocResult, boxingMessages, held, isLate } from './hand-messages.ts';
import { resumeMessages } from './resume-messages.ts';
import { toolMessages } from './tool-messages.ts';

/** Reads, heartbeats and messages that stop the arm are never rejected because of an unknown field. */
const none = z.object({}).default({});
const noFields = z.strictObject({}).default({});

/** A number within ±`limit`: far beyond any arm, and small enough for computations. */
const within = (limit: number, unit: string) => {
  const message = `Between -${limit} and ${limit} ${unit}`;
  return z.number().min(-limit, message).max(limit, message);
};
const vec3Within = (limit: number, unit: string) => {
  const component = within(limit, unit);
  return z.tuple([component, component, component]);
};
const jogVelocity = within(100, 'rad/s');
const jogVelocitiesSchema = z.tuple([jogVelocity, jogVelocity, jogVelocity, jogVelocity, jogVelocity, jogVelocity]);
const versionSchema = z.number().int().min(1).max(largestInt32, `A version is at most ${largestInt32}`);

/** A run at no speed would never end; the speed override can hold the arm. */
const testRunSpeedSchema = z.number().min(0.01).max(1);

const holdResult = z.object({
  isActive: z.boolean(),
  /** Reason why the arm does not move despite a command, and what to do. */
  heldBy: z.string().optional(),
  isLate,
});

/**
 * Messages of the runner socket: request payload, result, and required rights. `control: 'lease'` messages are refused
 * while another client controls the arm; 'none' needs only connectToRobot; 'signedIn' needs no permission.
 */
export const runnerMessages = {
  ...controlMessages,
  loadRoutine: {
    payload: z.strictObject({ routineID: idSchema, version: versionSchema.optional() }),
    result: z.object({ routineID: z.string(), version: z.number() }),
    control: 'lease',
    summary: 'Load a routine; fails with a list of problems if it has any',
  },
  unloadRoutine: {
    payload: none,
    result: none,
    control: 'lease',
    summary: 'Unload the routine, with its run, steps, variables and breakpoints; refused while one plays',
  },
  playRoutine: {
    payload: z
      .strictObject({
        fromStepID: idSchema.optional(),
        isConfirmed: z.boolean().default(false),
        variables: z.record(z.string(), variableValueSchema).nullish(),
      })
      .default({ isConfirmed: false }),
    result: z.object({ runID: z.string() }),
    control: 'lease',
    summary: 'Play from the start or from a step; inside a loop or an untaken branch it asks first',
  },
  ...debugMessages,
  pauseRoutine: {
    payload: none,
    result: none,
    control: 'none',
    summary: 'Pause: stop on the path, keep power. The client that pauses takes control of the arm',
  },
  resumeRoutine: {
    payload: noFields,
    result: none,
    control: 'lease',
    summary: 'Resume if joints, tool, payload and routine have not changed since the pause',
  },
  ...resumeMessages,
  confirmStep: {
    payload: z.strictObject({
      stepID: idSchema.describe('The step whose prompt is answered'),
      input: textSchema(longestPromptInput).optional().describe('The choice, or the text of the answer'),
    }),
    result: none,
    control: 'lease',
    summary: 'Answer the prompt of the run, and resume; refused if resumeRoutine would be, and the prompt stays',
  },
  cancelCountdown: {
    payload: z.strictObject({ stepID: idSchema.describe('The step whose delay is counting down') }),
    result: none,
    control: 'none',
    summary: 'Withdraw the answer to a prompt during its delay; the run pauses and asks again',
  },
  stop: {
    payload: none,
    result: z.object({ stopEpoch: z.number() }),
    control: 'signedIn',
    summary: 'Stop motion and run; needs no lease',
  },
  stopAfterCycle: {
    payload: none,
    result: none,
    control: 'none',
    summary: 'Stop when the current cycle of the main loop ends',
  },
  continueAfterCycle: {
    payload: noFields,
    result: none,
    control: 'lease',
    summary: 'Cancel stopAfterCycle: the run continues with the next cycle; refused after the cycle has ended',
  },
  recover: { payload: noFields, result: none, control: 'lease', summary: 'Leave Failure; never resumes motion' },
  restartController: {
    payload: noFields,
    result: none,
    control: 'lease',
    summary:
      'Restart the robot controller after a failure that requires it; recover if the failure is then recoverable',
  },
  emergencyStop: {
    payload: z.object({ reason: z.string().max(1000).nullish() }).default({}),
    result: z.object({ stopEpoch: z.number() }),
    control: 'signedIn',
    summary: 'Controlled stop, then brakes. Not a safety-rated emergency stop',
  },
  setInFailureState: {
    payload: z.object({ message: z.string().min(1).max(1000), isRecoverable: z.boolean().default(false) }),
    result: none,
    control: 'none',
    summary: 'Raise a fault in the running routine: a recoverable one pauses it, any other ends it',
  },
  setBrakes: {
    payload: z.object({ state: brakesStateSchema }),
    result: z.object({ state: brakesStateSchema }),
    control: 'lease',
    summary:
      'Engage or release the brakes. Engaging them is a stop: any client may, also while another controls the arm',
  },
  setSpeedRestrictionPercentage: {
    payload: z.object({ value: z.number() }),
    result: z.object({ value: z.number() }),
    control: 'none',
    summary: 'Speed override of all motion, a fraction clamped to 0–1',
  },
  setTestRunSpeed: {
    payload: z.strictObject({ value: testRunSpeedSchema.nullable() }),
    result: none,
    control: 'none',
    summary: 'Speed of a test run, a fraction from 0.01; null ends it',
  },
  skipPreflightTestRun: {
    payload: z.strictObject({ reason: z.string().trim().min(1, 'Give a reason for skipping the test run').max(1000) }),
    result: none,
    control: 'none',
    summary: 'Skip the test run of the loaded routine, with a reason that every client sees',
  },
  moveToJointSpacePoint: {
    payload: z.strictObject({ jointAngles: jointAnglesSchema, ...held }),
    result: adHocResult,
    control: 'lease',
    summary: 'Move to joint angles',
  },
  moveToCartesianSpacePose: {
    payload: z.strictObject({
      pose: poseSchema,
      motionKind: z.enum(['joint', 'line']).default('joint'),
      tcpOption: tcpOptionOrAutoSchema.default('auto'),
      ...held,
    }),
    result: adHocResult,
    control: 'lease',
    summary: 'Move the tool to a pose',
  },
  ...boxingMessages,
  moveJointRelative: {
    payload: z.strictObject({ joint: z.number().int().min(0).max(5), offset: within(13, 'rad'), ...held }),
    result: adHocResult,
    control: 'lease',
    summary: 'Turn one joint by an angle, rad',
  },
  moveToolRelative: {
    payload: z.strictObject({
      frame: jogFrameSchema.default('tool'),
      translation: vec3Within(10, 'm').default([0, 0, 0]),
      rotation: vec3Within(7, 'rad').default([0, 0, 0]),
      ...held,
    }),
    result: adHocResult,
    control: 'lease',
    summary: 'Move the tool by an offset, m and rad (extrinsic x-y-z)',
  },
  returnToPausePosition: {
    payload: z.strictObject(held),
    result: adHocResult,
    control: 'lease',
    summary: 'Return to where the routine paused, slowly, while held',
  },
  holdHeartbeat: {
    payload: z.object({ commandID: idSchema }),
    result: holdResult,
    control: 'none',
    summary: 'Keep a held move or a jog alive, every 100 ms',
  },
  jog: {
    payload: z.discriminatedUnion('jogKind', [
      z.strictObject({ jogKind: z.literal('joint'), velocities: jogVelocitiesSchema, commandID: idSchema }),
      z.strictObject({
        jogKind: z.literal('cartesian'),
        frame: jogFrameSchema,
        linear: vec3Within(100, 'm/s'),
        angular: vec3Within(100, 'rad/s'),
        commandID: idSchema,
      }),
    ]),
    result: holdResult,
    control: 'lease',
    summary: 'Move at a velocity (rad/s, or m/s and rad/s) until 250 ms without a heartbeat',
  },
  stopJog: { payload: z.object({ commandID: idSchema }), result: none, control: 'none', summary: 'End a jog' },
  setOutputIO: {
    payload: z.strictObject({ outputs: z.array(outputActionSchema.strict()).min(1).max(64) }),
    result: none,
    control: 'lease',
    summary: 'Set outputs, relays and flange outputs',
  },
  ...armMessages,
  actuateDevice: {
    payload: z.strictObject({
      equipmentID: idSchema,
      capability: z.string().min(1).max(100).describe("Capability: 'gripper', 'vacuum', 'screwdriver'…"),
      command: z.unknown().describe('A command of the capability, as in packages/equipment'),
    }),
    result: z.object({ capability: z.string(), outcome: z.unknown() }),
    control: 'lease',
    summary: 'Try a device with one command of a capability; refused while a routine plays. A stop ends it',
  },
  ...toolMessages,
  setControlMode: {
    payload: z.strictObject({ kind: controlModeSchema }),
    result: z.object({ kind: controlModeSchema }),
    control: 'lease',
    summary: 'Allow programs to move a live robot without heartbeats (api), or not (routine_editor)',
  },
  getControlMode: {
    payload: none,
    result: z.object({ kind: controlModeSchema }),
    control: 'none',
    summary: 'Whether programs may move a live robot without holding the move',
  },
  startAntigravity: {
    payload: z.strictObject({ isSlow: z.boolean().default(false) }).default({ isSlow: false }),
    result: none,
    control: 'lease',
    summary: 'Guided mode: the arm can be moved by hand while validateGuidedMode messages arrive',
  },
  validateGuidedMode: { payload: none, result: none, control: 'lease', summary: 'Keep guided mode alive' },
  stopAntigravity: { payload: none, result: none, control: 'none', summary: 'End guided mode' },
  evaluateConditional: {
    payload: z.strictObject({ expression: expressionSchema }),
    result: z.object({ value: storedValueSchema }),
    control: 'none',
    summary: 'Evaluate an expression against the loaded routine',
  },
  setVariableState: {
    payload: z.strictObject({ variableID: idSchema, value: variableValueSchema }),
    result: none,
    control: 'none',
    summary: 'Set a variable of the loaded routine',
  },
  getLoadedRoutineState: {
    payload: none,
    result: robotSessionStateSchema.pick({ routine: true, run: true, steps: true, variables: true }),
    control: 'none',
    summary: 'The loaded routine, its run, steps and variables',
  },
  getStateSnapshot: {
    payload: none,
    result: z.object({ seq: z.number(), hash: z.number(), state: robotSessionStateSchema }),
    control: 'signedIn',
    summary: 'The whole state',
  },
  forwardKinematics: {
    payload: z.strictObject({ jointAngles: jointAnglesSchema }),
    result: z.object({ pose: poseSchema }),
    control: 'none',
    summary: 'Pose of the tool for joint angles',
  },
  inverseKinematics: {
    payload: z.strictObject({ pose: poseSchema, seed: jointAnglesSchema.optional() }),
    result: z.object({ jointAngles: jointAnglesSchema }),
    control: 'none',
    summary: 'Joint angles that reach a pose, nearest to the seed',
  },
  getJointAnglesForCartesianSpacePose: {
    payload: z.strictObject({
      pose: poseSchema,
      tcpOption: tcpOptionOrAutoSchema.default('auto'),
      seed: jointAnglesSchema.optional(),
    }),
    result: z.object({ jointAngles: jointAnglesSchema, solutions: z.array(jointAnglesSchema) }),
    control: 'none',
    summary: 'Joint angles that put a TCP at a pose: those nearest to the seed or to the arm, and all others',
  },
  clearMotionPlanCache: {
    payload: none,
    result: none,
    control: 'none',
    summary: 'Clear the plan cache: the next moves are planned again',
  },
  forceInput: {
    payload: z.strictObject({ name: z.string(), level: ioLevelSchema.nullable() }),
    result: none,
    control: 'none',
    summary: 'Force an input of a simulated robot or twin; null releases it',
  },
} as const satisfies Record<string, RunnerMessageSpec>;

export interface RunnerMessageSpec {
  readonly payload: z.ZodType;
  readonly result: z.ZodType;
  readonly control: 'lease' | 'none' | 'signedIn';
  readonly summary: string;
}
export type RunnerMessageKind = keyof typeof runnerMessages;
export type RunnerPayload<K extends RunnerMessageKind> = z.output<(typeof runnerMessages)[K]['payload']>;
export type RunnerResult<K extends RunnerMessageKind> = z.output<(typeof runnerMessages)[K]['result']>;

export function isRunnerMessageKind(value: string): value is RunnerMessageKind {
  return Object.hasOwn(runnerMessages, value);
}

/**
 * Request on the wire: on the socket, and as JSON bytes over gRPC. `epoch` drops it if a stop was requested since then.
 */
export const runnerRequestSchema = z.object({
  id: z.string().min(1).max(128).regex(oneLine, 'An id must not contain control characters'),
  kind: z.string().min(1).max(100).regex(oneLine, 'A kind must not contain control characters'),
  payload: z.unknown().optional(),
  epoch: z.number().int().optional(),
});
export type RunnerRequest = z.infer<typeof runnerRequestSchema>;

export const runnerResponseSchema = z.discriminatedUnion('ok', [
  z.object({ kind: z.literal('response'), id: z.string(), ok: z.literal(true), result: z.unknown() }),
  z.object({
    kind: z.literal('response'),
    id: z.string(),
    ok: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
  }),
]);
export type RunnerResponse = z.infer<typeof runnerResponseSchema>;

export const stateSnapshotSchema = z.object({
  kind: z.literal('snapshot'),
  seq: z.number().int(),
  hash: z.number(),
  state: robotSessionStateSchema,
});
export const statePatchSchema = z.object({
  kind: z.literal('patch'),
  seq: z.number().int(),
  hash: z.number(),
  patch: z.array(patchOperationSchema),
});
export type StateSnapshot = z.infer<typeof stateSnapshotSchema>;
export type StatePatch = z.infer<typeof statePatchSchema>;

/** First message of a socket without a session cookie, within 2 s. */
export const authenticateMessageSchema = z.object({
  kind: z.literal('authenticate'),
  token: z.string().min(1).max(512),
});

import { ProductError } from '@cellwright/domain/basics';
import { failureKindSchema, type RobotKind, recoveryKindSchema, runnerStateKindSchema } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, doneSchema } from './room.ts';

const tags = ['Robot API: recovery'];
const failureStateSchema = z.object({
  failed: z.boolean(),
  status: runnerStateKindSchema.exclude(['Constructing']),
  failure: z
    .object({
      kind: failureKindSchema,
      reason: z.string(),
      recovery_type: recoveryKindSchema,
      failed_step: z.string().optional(),
    })
    .optional(),
});
const faultBody = z.object({ message: z.string().min(1).max(1000), isRecoverable: z.boolean().default(false) });

/** Registers `/recovery`, and `/faults/user-fault`. */
export function addRecovery(api: Api, line: RobotLine): void {
  const response = { 200: failureStateSchema };
  api.get(
    '/recovery/status',
    { schema: { tags, summary: 'Failure state of the robot, and its reason', response } },
    async (request) => describe(line, callOf(request).robotKind),
  );
  api.post(
    '/recovery/recover',
    {
      schema: {
        tags,
        summary: 'Leave the failure',
        description: 'Nothing moves. Returns the state afterwards, also if the failure cannot be recovered.',
        response,
      },
    },
    async (request) => {
      const call = callOf(request);
      try {
        await line.command(call, 'recover', {});
      } catch (error) {
        const isFinal = line.state(call.robotKind).failure?.recoveryKind === 'NotRecoverable';
        if (!isFinal || !(error instanceof ProductError) || error.code !== 'recovery_error') throw error;
      }
      return describe(line, call.robotKind);
    },
  );
  api.post(
    '/faults/user-fault',
    {
      config: { refusals: { routine_must_be_running: { status: 409 } } },
      schema: {
        tags,
        summary: 'Raise a fault in the running routine: a recoverable one pauses it, any other ends it',
        body: faultBody,
        response: { 200: doneSchema },
      },
    },
    async (request) => {
      const { robotKind } = callOf(request);
      await line.command(callOf(request), 'setInFailureState', request.body);
      const { isRecoverable } = request.body;
      await line.until(() => hasTakenEffect(line.state(robotKind), isRecoverable), endsWithinMS);
      return {};
    },
  );
}

/** Maximum time until a final fault has ended the run, even if a step takes long to end, ms. */
const endsWithinMS = 5000;

function hasTakenEffect({ failure, run }: RobotSessionState, isRecoverable: boolean): boolean {
  if (failure === null) return false;
  return isRecoverable || run === null || (run.status !== 'running' && run.status !== 'paused');
}

function describe(line: RobotLine, robotKind: RobotKind): z.infer<typeof failureStateSchema> {
  const { kind, failure } = line.state(robotKind);
  const status = failureStateSchema.shape.status.parse(kind);
  if (!failure) return { failed: kind === 'Failure', status };
  const { reason, recoveryKind, stepID } = failure;
  return {
    failed: true,
    status,
    failure: {
      kind: failure.kind,
      reason,
      recovery_type: recoveryKind,
      ...(stepID === undefined ? {} : { failed_step: stepID }),
    },
  };
}

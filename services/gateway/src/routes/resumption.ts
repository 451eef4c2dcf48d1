import { ProductError, resumeMessages, resumptionSchema, robotKindSchema } from '@cellwright/domain';
import { anyEntity } from '@cellwright/entities';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { Identity } from '../domain/identity.ts';
import { idParams } from '../http/schemas.ts';
import type { RobotCall, RobotLine } from '../robot-api/robot-line.ts';
import { refusalSchema } from '../robot-api/room.ts';

const tags = ['Runs'];
/** A robot that is not ready for it, or away. */
const refusal = refusalSchema.extend({ details: z.unknown().optional() });
const refusals = { 500: refusal, 503: refusal } as const;
const runSchema = z.object({ robotKind: robotKindSchema });
const bodySchema = resumeMessages.resumeRun.payload.omit({ runID: true });

interface ResumptionDeps {
  readonly line: RobotLine;
  readonly access: EntityAccess;
}

/** `/api/v1/cell/runs/{id}/resumption` and `/resume`: how a robot's last run is gone on with. */
export async function resumptionRoutes(instance: FastifyInstance, { line, access }: ResumptionDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  /** The robot that played the run. */
  const callOf = async (identity: Identity | null, id: string): Promise<RobotCall> => {
    if (!identity) throw new ProductError('authorization_required', 'Sign in first');
    const { json } = await access.get(anyEntity('runs'), id, undefined, identity);
    const { robotKind } = runSchema.parse(JSON.parse(Buffer.from(json).toString('utf8')));
    return { robotKind, identity };
  };
  app.get(
    '/runs/:id/resumption',
    {
      schema: {
        tags,
        summary: resumeMessages.getResumption.summary,
        description:
          'After a crash, a failure or a stop. not_found: another run came since, it was given up, or nothing is kept.',
        params: idParams,
        response: { 200: resumptionSchema, ...refusals },
      },
    },
    async ({ identity, params: { id } }) => line.send(await callOf(identity, id), 'getResumption', { runID: id }),
  );
  app.post(
    '/runs/:id/resume',
    {
      schema: {
        tags,
        summary: resumeMessages.resumeRun.summary,
        description:
          'Each effect that the resumption names has to be answered: done passes its step over, again plays it. ' +
          'cannot_play_routine says what is missing, or what has to be put right at the robot first.',
        params: idParams,
        body: bodySchema,
        response: { 200: resumeMessages.resumeRun.result, ...refusals },
      },
    },
    async ({ identity, params: { id }, body }) =>
      line.command(await callOf(identity, id), 'resumeRun', { ...body, runID: id }),
  );
  app.delete(
    '/runs/:id/resumption',
    {
      schema: {
        tags,
        summary: resumeMessages.giveUpRun.summary,
        params: idParams,
        response: { 200: resumeMessages.giveUpRun.result, ...refusals },
      },
    },
    async ({ identity, params: { id } }) => line.command(await callOf(identity, id), 'giveUpRun', { runID: id }),
  );
}

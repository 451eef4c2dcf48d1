import {
  type Completion,
  completionSchema,
  completionsSchema,
  ProductError,
  type RobotKind,
  type RobotSessionState,
  robotKindSchema,
  type VariableValue,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import { idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

interface Parts {
  readonly library: Pick<Clients['library'], 'completeRoutine'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
}

/** `/api/v1/cell/routines/:id/completions`: what editors offer where somebody writes an expression. */
export async function completionRoutes(instance: FastifyInstance, { library, feeds }: Parts): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/routines/:id/completions',
    {
      schema: {
        tags: ['Routines'],
        summary: 'What expressions of a routine may name, with the values of now',
        description:
          'Variables, variables of steps, signals, space items and devices. Values are those of the robot, where it has the routine loaded; signals have theirs in any case.',
        params: idParams,
        querystring: z.object({ robotKind: robotKindSchema.default('simulated') }),
        response: { 200: completionsSchema },
      },
    },
    async ({ params: { id }, query: { robotKind } }) => {
      const { completionsJson } = await library.completeRoutine({ id });
      const items = readCompletions(completionsJson);
      const state = feeds[robotKind].snapshot()?.state;
      const isLoaded = state?.routine?.id === id;
      return { isLoaded, items: items.map((item) => ({ ...item, value: currentValueOf(item, state, isLoaded) })) };
    },
  );
}

function currentValueOf(
  { kind, id, name }: Completion,
  state: RobotSessionState | undefined,
  isLoaded: boolean,
): VariableValue | null {
  if (kind === 'port') return state?.io[id] ?? null;
  if (!isLoaded) return null;
  if (kind === 'variable') return state?.variables[id]?.value ?? null;
  return kind === 'stepVariable' ? (state?.steps[id]?.variables[name] ?? null) : null;
}

function readCompletions(json: Uint8Array): Completion[] {
  const parsed = z.array(completionSchema).safeParse(JSON.parse(Buffer.from(json).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new ProductError('internal_server_error', 'The library sent something else than completions');
}

import {
  debugMessages,
  debugStateSchema,
  type RobotKind,
  type RunnerMessageKind,
  robotKindSchema,
  runnerMessages,
  runStatusSchema,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { RobotLine } from '../robot-api/robot-line.ts';
import { callOf, refusalSchema } from '../robot-api/room.ts';

const tags = ['Debugging'];
const params = z.object({ robotKind: robotKindSchema });
/** A robot that is not ready for it, or away. */
const refusal = refusalSchema.extend({ details: z.unknown().optional() });
const refusals = { 500: refusal, 503: refusal } as const;
const summaryOf = (kind: RunnerMessageKind) => runnerMessages[kind].summary;

const answerSchema = z.object({
  debug: debugStateSchema,
  isPaused: z.boolean(),
  run: z.object({ id: z.string(), status: runStatusSchema }).nullable(),
});

/** `/api/v1/cell/robots/{robotKind}/debug`: the debugger of a robot session, as its socket has it. */
export async function debugRoutes(instance: FastifyInstance, { line }: { readonly line: RobotLine }): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const describe = (robotKind: RobotKind): z.output<typeof answerSchema> => {
    const { debug, isPaused, run } = line.state(robotKind);
    return { debug, isPaused, run: run && { id: run.id, status: run.status } };
  };
  app.get(
    '/robots/:robotKind/debug',
    {
      schema: {
        tags,
        summary: 'Breakpoints, watched expressions, and where and why the run is paused',
        params,
        response: { 200: answerSchema, ...refusals },
      },
    },
    async ({ params: { robotKind } }) => describe(robotKind),
  );
  app.put(
    '/robots/:robotKind/debug/breakpoints',
    {
      schema: {
        tags,
        summary: summaryOf('setBreakpoints'),
        params,
        body: debugMessages.setBreakpoints.payload,
        response: { 200: debugMessages.setBreakpoints.result, ...refusals },
      },
    },
    (request) => line.command(callOf(request), 'setBreakpoints', request.body),
  );
  app.put(
    '/robots/:robotKind/debug/watches',
    {
      schema: {
        tags,
        summary: summaryOf('setWatches'),
        params,
        body: debugMessages.setWatches.payload,
        response: { 200: debugMessages.setWatches.result, ...refusals },
      },
    },
    (request) => line.command(callOf(request), 'setWatches', request.body),
  );
  app.put(
    '/robots/:robotKind/debug/disabled-steps',
    {
      schema: {
        tags,
        summary: summaryOf('setStepDisabled'),
        params,
        body: debugMessages.setStepDisabled.payload,
        response: { 200: debugMessages.setStepDisabled.result, ...refusals },
      },
    },
    (request) => line.command(callOf(request), 'setStepDisabled', request.body),
  );
  app.put(
    '/robots/:robotKind/debug/variables',
    {
      schema: {
        tags,
        summary: summaryOf('setVariableState'),
        params,
        body: runnerMessages.setVariableState.payload,
        response: { 200: answerSchema, ...refusals },
      },
    },
    async (request) => {
      await line.command(callOf(request), 'setVariableState', request.body);
      return describe(request.params.robotKind);
    },
  );
  app.post(
    '/robots/:robotKind/debug/run-to',
    {
      schema: {
        tags,
        summary: summaryOf('runTo'),
        params,
        body: debugMessages.runTo.payload,
        response: { 200: debugMessages.runTo.result, ...refusals },
      },
    },
    (request) => line.command(callOf(request), 'runTo', request.body),
  );
  for (const [path, kind] of [
    ['step-over', 'stepOver'],
    ['step-into', 'stepInto'],
  ] as const) {
    app.post(
      `/robots/:robotKind/debug/${path}`,
      {
        schema: {
          tags,
          summary: summaryOf(kind),
          params,
          body: debugMessages[kind].payload,
          response: { 200: debugMessages[kind].result, ...refusals },
        },
      },
      (request) => line.command(callOf(request), kind, request.body),
    );
  }
  app.post(
    '/robots/:robotKind/debug/continue',
    { schema: { tags, summary: summaryOf('resumeRoutine'), params, response: { 200: answerSchema, ...refusals } } },
    async (request) => {
      await line.command(callOf(request), 'resumeRoutine', {});
      return describe(request.params.robotKind);
    },
  );
}

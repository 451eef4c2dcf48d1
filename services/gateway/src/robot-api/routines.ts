import { type Clock, ProductError } from '@cellwright/domain/basics';
import { runnerStateKindSchema } from '@cellwright/domain/robot';
import { environmentVariableSchema, stepSchema, walkSteps } from '@cellwright/domain/routine';
import { spaceItemSchema } from '@cellwright/domain/space';
import * as z from 'zod';
import { idParams } from '../http/schemas.ts';
import type { CellThings } from './cell-things.ts';
import { flagQuery, pageAnswer, pageOf, pageQuery, pageWith } from './paging.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, doneSchema, refusalSchema } from './room.ts';
import { describeRun, type RoutinePlayer, routineStateSchema, stepVariablesOf } from './routine-runs.ts';
import { isRunning, waitForRunEnd } from './run-end.ts';
import { globalSpaces, spaceSchema, spacesOf } from './spaces.ts';

const tags = ['Robot API: routines'];
const params = z.object({ routineID: idParams.shape.id });
const at = (rest = '') => `/routine-editor/routines/:routineID${rest}`;

const routineSchema = z.object({
  id: z.string(),
  name: z.string(),
  environment_variables: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })).optional(),
});
/** Fields of a stored routine that are returned here. */
const storedSchema = z.object({
  id: z.string(),
  name: z.string(),
  environmentVariables: z.array(environmentVariableSchema).default([]),
  space: z.array(spaceItemSchema).default([]),
});
const listedSchema = z.object({ id: z.string(), name: z.string() });

export interface RoutineParts {
  readonly line: RobotLine;
  readonly things: CellThings;
  readonly player: RoutinePlayer;
  readonly clock: Clock;
}

/** Registers `/routine-editor/routines`. */
export function addRoutines(api: Api, parts: RoutineParts): void {
  addStored(api, parts);
  addStates(api, parts);
  addPlaying(api, parts);
}

function addStored(api: Api, { things }: RoutineParts): void {
  api.get(
    '/routine-editor/routines',
    { schema: { tags, summary: 'Routines', querystring: pageQuery, response: { 200: pageAnswer(routineSchema) } } },
    async (request) => {
      const found = await things.page(callOf(request), 'routines', pageOf(request.query));
      return pageWith(z.array(listedSchema).parse(found), request.query);
    },
  );
  api.get(
    at(),
    { schema: { tags, summary: 'A routine with its variables', params, response: { 200: routineSchema } } },
    async (request) => {
      const stored = await things.get(callOf(request), 'routines', request.params.routineID);
      const { id, name, environmentVariables } = storedSchema.parse(stored);
      const variables = environmentVariables.map((each) => ({
        id: each.id,
        name: each.name,
        value: String(each.initialValue),
      }));
      return { id, name, environment_variables: variables };
    },
  );
  api.get(
    at('/spaces'),
    {
      schema: {
        tags,
        summary: 'Space items that a routine can use',
        params,
        querystring: z.object({ exclude_global_spaces: flagQuery.default(false) }),
        response: { 200: pageAnswer(spaceSchema) },
      },
    },
    async (request) => {
      const call = callOf(request);
      const { space } = storedSchema.parse(await things.get(call, 'routines', request.params.routineID));
      const globals = request.query.exclude_global_spaces ? [] : await globalSpaces(things, call);
      const items = [...spacesOf(space, false), ...globals];
      return pageWith(items, { limit: Math.max(1, items.length), offset: 0 });
    },
  );
}

function addStates(api: Api, { line, things, clock }: RoutineParts): void {
  api.get(
    at('/state'),
    { schema: { tags, summary: 'State of a running routine', params, response: { 200: routineStateSchema } } },
    async (request) => describeRun(line.state(callOf(request).robotKind), request.params.routineID, clock.wallNow()),
  );
  const mapSchema = z.record(z.string(), z.string());
  api.get(
    at('/step-variables'),
    {
      schema: {
        tags,
        summary: 'Variables of a running routine by name, and variables of its steps by step id',
        params,
        querystring: z.object({ step_id_map: flagQuery.default(false).describe('Include the names of the steps') }),
        response: { 200: z.object({ variables: mapSchema, step_id_map: mapSchema.optional() }) },
      },
    },
    async (request) => {
      const call = callOf(request);
      const { routineID } = request.params;
      const variables = stepVariablesOf(line.state(call.robotKind), routineID);
      if (!request.query.step_id_map) return { variables };
      const stored = z.object({ steps: z.array(stepSchema) }).parse(await things.get(call, 'routines', routineID));
      const names = [...walkSteps(stored.steps)].map(({ step }) => [step.id, step.description || step.stepKind]);
      return { variables, step_id_map: mapSchema.parse(Object.fromEntries(names)) };
    },
  );
}

function addPlaying(api: Api, { player }: RoutineParts): void {
  const unknown = { not_found: { code: 'routine_does_not_exist', status: 404 } } as const;
  api.post(
    at('/play'),
    {
      config: { refusals: { ...unknown, robot_not_idle: { code: 'cannot_play_routine', status: 400 } } },
      schema: {
        tags,
        summary: 'Play a routine, or resume a paused one',
        description: 'Variables are set by name before the first step.',
        params,
        body: z.object({ variables: z.record(z.string(), z.string()).optional() }).nullish(),
        response: { 200: z.object({ status: runnerStateKindSchema }) },
      },
    },
    async (request) => {
      await player.play(callOf(request), request.params.routineID, request.body?.variables ?? {});
      return { status: 'RoutineRunning' as const };
    },
  );
  api.post(
    at('/pause'),
    {
      config: { refusals: unknown },
      schema: { tags, summary: 'Pause a playing routine', params, response: { 200: doneSchema } },
    },
    async (request) => {
      await player.pause(callOf(request), request.params.routineID);
      return {};
    },
  );
}

/** Registers `/routine-editor/stop`: stops motion and run like every stop, with any body. */
export function addStop(api: Api, line: RobotLine): void {
  api.post(
    '/routine-editor/stop',
    {
      config: { refusals: { routine_must_be_running: { status: 500 } } },
      schema: {
        tags,
        summary: 'Stop the running routine and all motion',
        description: 'If no routine is running, all motion is stopped anyway, and the response says so.',
        response: { 200: doneSchema, 500: refusalSchema },
      },
    },
    async (request) => {
      const call = callOf(request);
      const wasRunning = isRunning(line, call.robotKind);
      await line.stop(call, { isEmergency: false, reason: 'by a program' });
      if (!wasRunning)
        throw new ProductError('routine_must_be_running', 'No routine is running. All motion is stopped');
      await waitForRunEnd(line, call.robotKind);
      return {};
    },
  );
}

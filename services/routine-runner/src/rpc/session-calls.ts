import { randomUUID } from 'node:crypto';
import { isErrorCode, ProductError } from '@cellwright/domain/basics';
import { doorSchema } from '@cellwright/domain/cell';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import { type RunnerMessageKind, type RunnerResult, runnerMessages } from '@cellwright/domain/runner-socket';
import type { CallAuthor, CallHandlers, CallScope } from '@cellwright/service-kit/calls';
import type { Caller } from '../domain/core/caller.ts';
import type { RunReader } from '../store/run-reader.ts';
import { accessSchema, type Robots } from './runner-deps.ts';
import type { SessionOwners } from './session-owners.ts';

type SessionCall =
  | 'getDebugState'
  | 'setBreakpoints'
  | 'setWatches'
  | 'setStepDisabled'
  | 'setVariableState'
  | 'runTo'
  | 'stepOver'
  | 'stepInto'
  | 'resumeRoutine'
  | 'getTool'
  | 'setTool'
  | 'setActiveEnd'
  | 'getResumption'
  | 'resumeRun'
  | 'giveUpRun';

/** Calls that are messages of a robot session, or read its state. The dispatcher enforces permission and lease. */
export function createSessionCalls(
  robots: Robots,
  runs: Pick<RunReader, 'find'>,
  owners: SessionOwners,
): Pick<CallHandlers<'routine-runner'>, SessionCall> {
  const send = async <Kind extends RunnerMessageKind>(
    kind: Kind,
    { robotKind, ...payload }: { readonly robotKind: RobotKind },
    { author, idempotencyKey }: CallScope,
  ): Promise<RunnerResult<Kind>> => {
    const { dispatcher } = robots().sessions[robotKind];
    const id = idempotencyKey || randomUUID();
    const caller = callerOf(author);
    owners.require(caller.sessionID, caller.clientID ?? '');
    const response = await dispatcher.handle(caller, { id, kind, payload });
    // Sound: parsed by the schema of this very kind.
    if (response.ok) return runnerMessages[kind].result.parse(response.result) as RunnerResult<Kind>;
    const { code, message, details } = response.error;
    throw new ProductError(isErrorCode(code) ? code : 'internal_server_error', message, details);
  };
  const findRun = async (runID: string) => {
    const run = await runs.find(runID);
    if (!run) throw new ProductError('not_found', `There is no run ${runID}`);
    return { robotKind: run.robotKind, runID };
  };
  const stateOf = (robotKind: RobotKind): RobotSessionState => {
    const state = robots().sessions[robotKind].session.core.store.current();
    if (state.kind !== 'Constructing') return state;
    throw new ProductError('service_initializing', 'The robot session is starting. Try again in a moment');
  };
  const debugStateOf = (robotKind: RobotKind) => {
    const { debug, isPaused, run } = stateOf(robotKind);
    return { debug, isPaused, run: run && { id: run.id, status: run.status } };
  };
  return {
    getDebugState: async ({ robotKind }) => debugStateOf(robotKind),
    setBreakpoints: (input, scope) => send('setBreakpoints', input, scope),
    setWatches: (input, scope) => send('setWatches', input, scope),
    setStepDisabled: (input, scope) => send('setStepDisabled', input, scope),
    setVariableState: async (input, scope) => {
      await send('setVariableState', input, scope);
      return debugStateOf(input.robotKind);
    },
    runTo: (input, scope) => send('runTo', input, scope),
    stepOver: (input, scope) => send('stepOver', input, scope),
    stepInto: (input, scope) => send('stepInto', input, scope),
    resumeRoutine: async (input, scope) => {
      await send('resumeRoutine', input, scope);
      return debugStateOf(input.robotKind);
    },
    getTool: async ({ robotKind }) => ({ tool: stateOf(robotKind).tool }),
    setTool: (input, scope) => send('setTool', input, scope),
    setActiveEnd: (input, scope) => send('setActiveEnd', input, scope),
    getResumption: async ({ id }, scope) => send('getResumption', await findRun(id), scope),
    resumeRun: async ({ id, ...order }, scope) => send('resumeRun', { ...order, ...(await findRun(id)) }, scope),
    giveUpRun: async ({ id }, scope) => send('giveUpRun', await findRun(id), scope),
  };
}

/** Returns the client that makes a call. */
export function callerOf({ id, sessionId, accessId, name, permissions, door, access }: CallAuthor): Caller {
  return {
    ...{ sessionID: sessionId, clientID: accessId || id, subjectID: id, name: name || 'A client', permissions },
    door: doorSchema.catch('socket').parse(door),
    access: accessSchema.catch(undefined).parse(access),
  };
}

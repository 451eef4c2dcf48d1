import {
  isRunnerMessageKind,
  ProductError,
  problemsOf,
  type RunnerMessageKind,
  type RunnerPayload,
  type RunnerRequest,
  type RunnerResponse,
  runnerMessages,
} from '@cellwright/domain';
import { type Answer, accepted, refuse } from './answer.ts';
import { type Caller, type CommandContext, commands } from './commands.ts';
import type { Planner } from './planner.ts';
import type { RobotSession } from './session.ts';

/** Answers kept per client, so that a request which arrives twice is executed once. */
const rememberedPerClient = 1000;
/** Clients whose answers are kept at most; the one that was quiet the longest is forgotten first. */
const rememberedClients = 500;

/** Messages that are answered while the robot is still starting. */
const answeredWhileConstructing: ReadonlySet<RunnerMessageKind> = new Set([
  'stop',
  'emergencyStop',
  'getStateSnapshot',
  'acquireControl',
  'takeOverControl',
  'releaseControl',
  'controlHeartbeat',
]);

/** Messages that change nothing: answered anew however often they come, since a large answer is not worth keeping. */
const onlyAsks: ReadonlySet<string> = new Set<RunnerMessageKind>([
  'getStateSnapshot',
  'getLoadedRoutineState',
  'evaluateConditional',
  'forwardKinematics',
  'inverseKinematics',
  'holdHeartbeat',
  'controlHeartbeat',
]);

interface Remembered {
  readonly fingerprint: string;
  readonly response: Promise<RunnerResponse>;
}

/**
 * Takes the messages of clients: checks who may send them, executes each once however often it arrives, and drops
 * those that a stop has overtaken.
 */
export class RequestDesk {
  private readonly session: RobotSession;
  private readonly planner: Planner;
  private readonly answers = new Map<string, Map<string, Remembered>>();

  constructor(session: RobotSession, planner: Planner) {
    this.session = session;
    this.planner = planner;
  }

  handle(caller: Caller, request: RunnerRequest): Promise<RunnerResponse> {
    this.session.lease.signOfLife(caller.sessionID);
    if (onlyAsks.has(request.kind)) return this.answer(caller, request);
    const known = this.rememberedBy(caller.sessionID);
    const fingerprint = JSON.stringify([request.kind, request.payload ?? null]);
    const earlier = known.get(request.id);
    if (earlier?.fingerprint === fingerprint) return earlier.response;
    if (earlier) {
      return Promise.resolve(
        refusal(request.id, refuse('conflict', 'This message id was used for another message. Use a new one')),
      );
    }
    const response = this.answer(caller, request);
    known.set(request.id, { fingerprint, response });
    forgetOldest(known, rememberedPerClient);
    return response;
  }

  /** A client's connection is gone: what it holds ends. Its answers are kept for a late copy of a request. */
  endClient(sessionID: string): void {
    this.session.endClient(sessionID);
  }

  private async answer(caller: Caller, request: RunnerRequest): Promise<RunnerResponse> {
    const { id, kind } = request;
    if (!isRunnerMessageKind(kind)) {
      return refusal(id, refuse('request_failed_validation', `There is no message '${kind}'`));
    }
    const closeCall = this.session.lease.openCall(caller.sessionID);
    try {
      const answer = await this.execute(kind, caller, request);
      if (!answer.ok) return refusal(id, answer);
      return { kind: 'response', id, ok: true, result: answer.value ?? {} };
    } catch (error) {
      return refusal(id, this.refusalOf(error, kind));
    } finally {
      closeCall();
    }
  }

  private execute<K extends RunnerMessageKind>(
    kind: K,
    caller: Caller,
    request: RunnerRequest,
  ): Answer<unknown> | Promise<Answer<unknown>> {
    const payload = runnerMessages[kind].payload.safeParse(request.payload);
    if (!payload.success) {
      const problems = problemsOf(payload.error);
      const [first] = problems;
      const message = first ? `${first.fieldId ?? 'payload'}: ${first.message}` : 'The payload is not valid';
      return refuse('request_failed_validation', message, { problems });
    }
    const allowed = this.checkAllowed(kind, caller, request.epoch);
    if (!allowed.ok) return allowed;
    const context: CommandContext = { session: this.session, planner: this.planner, caller };
    // Sound: the payload was parsed by the schema of this very kind.
    return commands[kind](context, payload.data as RunnerPayload<K>);
  }

  private checkAllowed(kind: RunnerMessageKind, caller: Caller, epoch: number | undefined): Answer {
    const { control } = runnerMessages[kind];
    const { lease, core, state } = this.session;
    if (control !== 'signedIn' && !caller.permissions.includes('connectToRobot')) {
      return refuse('forbidden', 'You have no permission to connect to the robot');
    }
    if (state === 'Constructing' && !answeredWhileConstructing.has(kind)) {
      return refuse('service_initializing', 'The robot is starting. Try again in a moment');
    }
    if (control !== 'lease') return accepted;
    if (epoch !== undefined && epoch < core.epochs.current) {
      return refuse('conflict', 'A stop came after this was sent. Send it again if it is still wanted');
    }
    // Whoever commands the arm while nobody holds it, holds it.
    const granted = lease.acquire(caller.sessionID, caller.name);
    if (granted.ok) return accepted;
    return refuse('api_control_required', `${granted.heldBy.holderName} controls the robot. Take over control first`);
  }

  private refusalOf(error: unknown, kind: RunnerMessageKind) {
    if (error instanceof ProductError) return refuse(error.code, error.message, error.details);
    this.session.core.log.error('a command failed unexpectedly', { command: kind, error });
    return refuse('internal_server_error', 'Something went wrong inside the robot session. Try again');
  }

  private rememberedBy(sessionID: string): Map<string, Remembered> {
    const known = this.answers.get(sessionID) ?? new Map<string, Remembered>();
    // Set again, so that the client that was quiet the longest stays first.
    this.answers.delete(sessionID);
    this.answers.set(sessionID, known);
    forgetOldest(this.answers, rememberedClients);
    return known;
  }
}

function forgetOldest(map: Map<string, unknown>, limit: number): void {
  if (map.size <= limit) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function refusal(id: string, { refusal: error }: Answer<never> & { ok: false }): RunnerResponse {
  return { kind: 'response', id, ok: false, error: { ...error } };
}

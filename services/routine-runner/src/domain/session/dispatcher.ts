import {
  isAuditedMessage,
  isRunnerMessageKind,
  ProductError,
  problemsOf,
  type RunnerMessageKind,
  type RunnerPayload,
  type RunnerRequest,
  type RunnerResponse,
  runnerMessages,
} from '@cellwright/domain';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { Caller } from '../core/caller.ts';
import { type CommandAudit, isCalming } from '../facts/command-auditor.ts';
import type { Planner } from '../planner.ts';
import { type CommandContext, commands } from './commands.ts';
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

interface Remembered {
  readonly fingerprint: string;
  readonly response: Promise<RunnerResponse>;
}

/**
 * Takes the messages of clients: checks who may send them, executes each once however often it arrives, and drops
 * those that a stop has overtaken.
 */
export class Dispatcher {
  private readonly session: RobotSession;
  private readonly planner: Planner;
  private readonly audit: CommandAudit;
  private readonly waiting = new Set<{ readonly sessionID: string; isOvertaken: boolean }>();
  private readonly answers = new Map<string, Map<string, Remembered>>();

  constructor(session: RobotSession, planner: Planner, audit: CommandAudit) {
    this.session = session;
    this.planner = planner;
    this.audit = audit;
  }

  handle(caller: Caller, request: RunnerRequest): Promise<RunnerResponse> {
    this.session.lease.signOfLife(caller.sessionID);
    // Answered anew however often it comes: a large answer is not worth keeping.
    if (!isAuditedMessage(request.kind)) return this.answer(caller, request);
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
    this.overtake(sessionID);
    this.session.endClient(sessionID);
  }

  private async answer(caller: Caller, request: RunnerRequest): Promise<RunnerResponse> {
    const { id, kind } = request;
    if (!isRunnerMessageKind(kind)) {
      return this.refused(caller, request, refuse('request_failed_validation', `There is no message '${kind}'`));
    }
    const closeCall = this.session.lease.openCall(caller.sessionID);
    try {
      const answer = await this.execute(kind, caller, request);
      if (!answer.ok) return this.refused(caller, request, answer);
      return { kind: 'response', id, ok: true, result: answer.value ?? {} };
    } catch (error) {
      return this.refused(caller, request, this.refusalOf(error, kind));
    } finally {
      closeCall();
    }
  }

  private refused(caller: Caller, { id, kind, payload }: RunnerRequest, answer: Answer<never> & { ok: false }) {
    this.audit.noteRefused({ caller, kind, payload }, answer.refusal.code);
    return refusal(id, answer);
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
    const perform = () => commands[kind](context, payload.data as RunnerPayload<K>);
    if (isCalming({ kind, payload: request.payload })) this.overtake(caller.sessionID);
    const admission = this.audit.admit({ caller, kind, payload: request.payload });
    // What need not wait does not, not even for a turn: a stop is on its way when this returns.
    if (!(admission instanceof Promise)) return admission.ok ? perform() : admission;
    return this.performAfter(admission, caller, kind, request.epoch ?? this.session.core.epochs.current, perform);
  }

  /** Carries a command out when it is written down, unless it may not be any more by then. */
  private async performAfter(
    admission: Promise<Answer>,
    caller: Caller,
    kind: RunnerMessageKind,
    epoch: number,
    perform: () => Answer<unknown> | Promise<Answer<unknown>>,
  ): Promise<Answer<unknown>> {
    const place = { sessionID: caller.sessionID, isOvertaken: false };
    this.waiting.add(place);
    const admitted = await admission.finally(() => this.waiting.delete(place));
    if (!admitted.ok) return admitted;
    if (place.isOvertaken) return refuse('conflict', 'A stop came first. Send it again if it is still wanted');
    const allowed = this.checkAllowed(kind, caller, epoch);
    return allowed.ok ? perform() : allowed;
  }

  /** What a client takes back, or leaves behind, is not carried out when it has been written down. */
  private overtake(sessionID: string): void {
    for (const place of this.waiting) if (place.sessionID === sessionID) place.isOvertaken = true;
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
    // A client that commands the arm while nobody holds it takes it by that.
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

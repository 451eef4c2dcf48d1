import { detailsWithSource, ProductError } from '@cellwright/domain/basics';
import { isAuditedMessage } from '@cellwright/domain/cell';
import { robotMessages } from '@cellwright/domain/messages';
import { findUnheldProblems, problemsOf } from '@cellwright/domain/routine';
import type { RunnerMessageKind, RunnerRequest, RunnerResponse } from '@cellwright/domain/runner-socket';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { Caller } from '../core/caller.ts';
import type { SessionMessage } from '../core/part-messages.ts';
import { type CommandAudit, isCalming } from '../facts/command-auditor.ts';
import { AssemblyMode } from './assembly-mode.ts';
import { refuseHeld } from './control-part.ts';
import { findReason, isOpenAnswer, isPause, isSpeedUp } from './control-rules.ts';
import type { PlayHold } from './play-hold.ts';
import type { RobotSession } from './session.ts';

/** Answers kept per client, so that a request which arrives twice is executed once. */
const rememberedPerClient = 1000;
/** Maximum number of clients whose answers are stored; the least recently active one is dropped first. */
const rememberedClients = 500;

/** Messages that are answered while the robot is still starting. */
const answeredWhileConstructing: ReadonlySet<string> = new Set<RunnerMessageKind>([
  'stop',
  'emergencyStop',
  'getStateSnapshot',
  'acquireControl',
  'takeOverControl',
  'releaseControl',
  'controlHeartbeat',
  'acknowledgeControlLoss',
]);

const stops: ReadonlySet<string> = new Set<RunnerMessageKind>(['stop', 'emergencyStop']);

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
  private readonly audit: CommandAudit;
  private readonly assembly: AssemblyMode;
  private readonly plays: Pick<PlayHold, 'check'> | undefined;
  /** Number of commands for the arm that are being carried out. */
  private performing = 0;
  private readonly waiting = new Set<{ readonly sessionID: string; isOvertaken: boolean }>();
  private readonly answers = new Map<string, Map<string, Remembered>>();

  constructor(
    session: RobotSession,
    audit: CommandAudit,
    { assembly = new AssemblyMode(), plays }: { assembly?: AssemblyMode; plays?: Pick<PlayHold, 'check'> } = {},
  ) {
    this.session = session;
    this.audit = audit;
    this.assembly = assembly;
    this.plays = plays;
  }

  /** True while a command for the arm is being carried out: a run may be about to start. */
  get isPerforming(): boolean {
    return this.performing > 0;
  }

  handle(caller: Caller, request: RunnerRequest): Promise<RunnerResponse> {
    this.session.control.handleMessage(caller);
    // Executed again on every repeat: a large response is not cached.
    if (!this.isAudited(request.kind)) return this.answer(caller, request);
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

  /** Ends everything held by a client whose connection is lost. Its responses are kept for a repeated request. */
  endClient(sessionID: string): void {
    this.overtake(sessionID);
    this.session.endClient(sessionID);
  }

  private async answer(caller: Caller, request: RunnerRequest): Promise<RunnerResponse> {
    const { id, kind } = request;
    const message = this.session.findMessage(kind);
    if (!message) {
      return this.refused(caller, request, refuse('request_failed_validation', `Unknown message '${kind}'`));
    }
    const closeCall = this.session.control.openCall(caller, kind);
    try {
      const answer = await this.execute(message, caller, request);
      if (!answer.ok) return this.refused(caller, request, answer);
      return { kind: 'response', id, ok: true, result: answer.value ?? {} };
    } catch (error) {
      return this.refused(caller, request, this.refusalOf(error, kind));
    } finally {
      closeCall();
    }
  }

  private refused(caller: Caller, { id, kind, payload }: RunnerRequest, answer: Answer<never> & { ok: false }) {
    if (this.isAudited(kind)) this.audit.noteRefused({ caller, kind, payload }, answer.refusal.code);
    return refusal(id, answer);
  }

  private isAudited(kind: string): boolean {
    return this.session.findMessage(kind)?.isAudited ?? isAuditedMessage(kind);
  }

  private execute(
    message: SessionMessage,
    caller: Caller,
    { kind, epoch, payload }: RunnerRequest,
  ): Answer<unknown> | Promise<Answer<unknown>> {
    const prepared = message.prepare(payload);
    // A stop is carried out whatever its reason contains.
    const unheld = stops.has(kind) ? [] : findUnheldProblems(payload);
    if (!prepared.ok || unheld.length > 0) {
      const problems = prepared.ok ? unheld : problemsOf(prepared.error);
      const [first] = problems;
      const text = first ? `${first.fieldId ?? 'payload'}: ${first.message}` : 'The payload is not valid';
      return refuse('request_failed_validation', text, { problems });
    }
    const { core } = this.session;
    const check = (since: number | undefined) => this.checkAllowed({ kind, payload }, message.control, caller, since);
    const allowed = check(epoch);
    if (!allowed.ok) return allowed;
    const carryOut = () => this.perform(kind, caller, () => prepared.perform(core, caller));
    const perform = () => (message.control === 'lease' ? this.count(carryOut) : carryOut());
    if (isCalming({ kind, payload })) this.overtake(caller.sessionID);
    const admission = message.isAudited ? this.audit.admit({ caller, kind, payload }) : accepted;
    // Waits only if necessary, not even for a turn of the event loop: a stop is sent before this returns.
    if (!(admission instanceof Promise)) return admission.ok ? perform() : admission;
    const since = epoch ?? core.epochs.current;
    return this.performAfter(admission, caller.sessionID, () => check(since), perform);
  }

  /** Executes a command once it is recorded, unless it has become invalid by then. */
  private async performAfter(
    admission: Promise<Answer>,
    sessionID: string,
    check: () => Answer,
    perform: () => Answer<unknown> | Promise<Answer<unknown>>,
  ): Promise<Answer<unknown>> {
    const place = { sessionID, isOvertaken: false };
    this.waiting.add(place);
    const admitted = await admission.finally(() => this.waiting.delete(place));
    if (!admitted.ok) return admitted;
    if (place.isOvertaken) return refuse('conflict', robotMessages.stopRequestedFirstSendAgain);
    const allowed = check();
    return allowed.ok ? perform() : allowed;
  }

  /** Counts a command while it is carried out. */
  private count(
    carryOut: () => Answer<unknown> | Promise<Answer<unknown>>,
  ): Answer<unknown> | Promise<Answer<unknown>> {
    this.performing += 1;
    const end = () => {
      this.performing -= 1;
    };
    try {
      const answer = carryOut();
      if (answer instanceof Promise) return answer.finally(end);
      end();
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Executes a command, and records its effect on control of the robot. */
  private perform(
    kind: string,
    caller: Caller,
    carryOut: () => Answer<unknown> | Promise<Answer<unknown>>,
  ): Answer<unknown> | Promise<Answer<unknown>> {
    const { control } = this.session;
    if (isPause(kind)) return this.pauseFor(caller, carryOut);
    const answer = carryOut();
    const reason = findReason(kind);
    if (reason === undefined) return answer;
    return Promise.resolve(answer).then((settled) => {
      if (settled.ok) control.setReason(caller, reason);
      return settled;
    });
  }

  /** Pauses immediately; the client that paused gets control before any other command is executed. */
  private async pauseFor(
    caller: Caller,
    pause: () => Answer<unknown> | Promise<Answer<unknown>>,
  ): Promise<Answer<unknown>> {
    const { control } = this.session;
    const endReservation = control.reserve(caller);
    try {
      const paused = await pause();
      if (paused.ok) control.grantToPauser(caller);
      return paused;
    } finally {
      endReservation();
    }
  }

  /** Drops pending commands of a client that withdraws them, or disconnects. */
  private overtake(sessionID: string): void {
    for (const place of this.waiting) if (place.sessionID === sessionID) place.isOvertaken = true;
  }

  private checkAllowed(
    message: Pick<RunnerRequest, 'kind'> & { readonly payload: unknown },
    needed: SessionMessage['control'],
    caller: Caller,
    epoch: number | undefined,
  ): Answer {
    const { kind } = message;
    const { control, core, state } = this.session;
    if (needed !== 'signedIn' && !caller.permissions.includes('connectToRobot')) {
      return refuse('forbidden', "You do not have the permission 'Connect to the robot'");
    }
    const admitted = this.assembly.check(message);
    if (!admitted.ok) return admitted;
    if (state === 'Constructing' && !answeredWhileConstructing.has(kind)) {
      return refuse('service_initializing', 'The robot is starting. Try again in a moment');
    }
    if (needed !== 'lease') {
      const heldByName = isSpeedUp(message, core.store.state) ? control.findOther(caller) : undefined;
      return heldByName === undefined ? accepted : refuseHeld(heldByName);
    }
    if (isCalming(message)) return accepted;
    const held = this.plays?.check(caller) ?? accepted;
    if (!held.ok) return held;
    if (epoch !== undefined && epoch < core.epochs.current) {
      return refuse('conflict', robotMessages.stopRequestedAfterwards);
    }
    if (isOpenAnswer(message, core.store.state)) return accepted;
    // A client that commands the arm takes control if no other client has it.
    const acquired = control.acquire(caller, 'commanded');
    return acquired.ok ? accepted : refuseHeld(acquired.heldByName);
  }

  private refusalOf(error: unknown, kind: string) {
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
  const details = detailsWithSource(error.message, error.details);
  return { kind: 'response', id, ok: false, error: { ...error, ...(details !== undefined && { details }) } };
}

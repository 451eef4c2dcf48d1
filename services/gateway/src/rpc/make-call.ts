import type { CallDefinition, CallOwner } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { findUnheldProblems } from '@cellwright/domain/routine';
import type { CallResponse, CallRobot } from '@cellwright/proto/calls';
import type { CallAuthor, CallClient, CallInput } from '@cellwright/service-kit/calls';
import type { OperationMode } from '../domain/operation-mode.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import type { RobotLine } from '../robot-api/robot-line.ts';
import { requireConfirmation } from './unconfirmed.ts';

export interface MakeCallDeps {
  /** Clients of the owners, and the gateway's own calls. */
  readonly calls: Readonly<Record<CallOwner, Pick<CallClient, 'send'>>>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
  readonly line: Pick<RobotLine, 'catchUp' | 'waitUntilKnown'>;
  /** Default: always live. */
  readonly operationMode?: Pick<OperationMode, 'requireLive'>;
}

/** Response of an owner: JSON text and metadata. */
export type CallAnswer = CallResponse;

export interface WantedCall {
  readonly input: CallInput;
  /** Robot of a call with the scope 'robot'. */
  readonly robotKind: RobotKind | undefined;
  readonly document?: Buffer | undefined;
  readonly author: Partial<CallAuthor>;
  /** '' without a key. */
  readonly idempotencyKey: string;
  /** Cancels a call without effect. */
  readonly signal: AbortSignal;
}

/** Sends a call to its owner. @throws ProductError */
export async function makeCall(
  call: CallDefinition,
  { calls, feeds, line, operationMode }: MakeCallDeps,
  { input, robotKind, signal, ...extras }: WantedCall,
): Promise<CallResponse> {
  if (call.needsPerson) requirePerson(extras.author);
  requireHeld(call, input);
  if (call.effect !== 'none' && (call.scope === 'robot' || call.scope === 'run')) operationMode?.requireLive();
  const fields = { ...input, ...(robotKind && { robotKind }) };
  if (robotKind) await line.waitUntilKnown(robotKind);
  const robot = robotKind && robotOf(feeds[robotKind]);
  const send = (options = {}) => calls[call.owner].send(call, fields, { ...extras, robot }, options);
  if (call.effect === 'none') return send({ signal });
  const key = call.effect === 'atMostOnce' ? extras.idempotencyKey : '';
  const answer = await requireConfirmation(key, send());
  // A state that is read from now on contains the change.
  if (call.owner === 'routine-runner')
    await Promise.all(changedRobots(call, robotKind).map((kind) => line.catchUp(kind)));
  return answer;
}

/**
 * Refuses values that no document could contain. Fields of the path are exempt because they name existing objects, and
 * so are credentials, which fail like any wrong credentials.
 * @throws ProductError request_failed_validation
 */
function requireHeld({ pathFields, startsSession }: CallDefinition, input: CallInput): void {
  if (startsSession) return;
  const sent = Object.entries(input).filter(([name]) => !pathFields.includes(name));
  const problems = findUnheldProblems(Object.fromEntries(sent));
  const [first] = problems;
  if (first) throw new ProductError('request_failed_validation', first.message, { problems });
}

/** @throws ProductError forbidden for developer tokens and for programs on this machine. */
function requirePerson({ access }: Partial<CallAuthor>): void {
  if (access === 'session') return;
  throw new ProductError('forbidden', 'Only a signed-in user can do this, not a token. Sign in on a page of the cell');
}

/** Only the owner of a run can look up the robot that played it. */
function changedRobots({ scope }: CallDefinition, robotKind: RobotKind | undefined): readonly RobotKind[] {
  if (scope === 'run') return robotKindSchema.options;
  return robotKind ? [robotKind] : [];
}

function robotOf(feed: Pick<SessionFeed, 'snapshot'>): CallRobot | undefined {
  const state = feed.snapshot()?.state;
  return state && { isTwin: state.isTwin, stopEpoch: state.stopEpoch };
}

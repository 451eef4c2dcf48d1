import type { CallDefinition } from '@cellwright/calls';
import type { RobotKind } from '@cellwright/domain';
import type { CallAuthor, CallResponse, CallRobot } from '@cellwright/proto/calls';
import type { CallInput } from '@cellwright/service-kit/calls';
import type { SessionFeed } from '../events/session-feed.ts';
import type { RobotLine } from '../robot-api/robot-line.ts';
import type { CallClients } from './clients.ts';
import { requireConfirmation } from './unconfirmed.ts';

export interface MakeCallDeps {
  readonly calls: CallClients;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
  readonly line: Pick<RobotLine, 'catchUp'>;
}

export interface WantedCall {
  readonly input: CallInput;
  /** Robot of a call with the scope 'robot'. */
  readonly robotKind: RobotKind | undefined;
  readonly document?: Buffer | undefined;
  readonly author: Partial<CallAuthor>;
  /** '' without one. */
  readonly idempotencyKey: string;
  /** Ends a call without effect. */
  readonly signal: AbortSignal;
}

/** Makes a call at its owner. @throws ProductError */
export async function makeCall(
  call: CallDefinition,
  { calls, feeds, line }: MakeCallDeps,
  { input, robotKind, signal, ...extras }: WantedCall,
): Promise<CallResponse> {
  const fields = { ...input, ...(robotKind && { robotKind }) };
  const robot = robotKind && robotOf(feeds[robotKind]);
  const send = (options = {}) => calls[call.owner].send(call, fields, { ...extras, robot }, options);
  if (call.effect === 'none') return send({ signal });
  const answer = await (call.effect === 'atMostOnce' ? requireConfirmation(extras.idempotencyKey, send()) : send());
  // A state that is read from now on has the change.
  if (robotKind && call.owner === 'routine-runner') await line.catchUp(robotKind);
  return answer;
}

function robotOf(feed: Pick<SessionFeed, 'snapshot'>): CallRobot | undefined {
  const state = feed.snapshot()?.state;
  return state && { isTwin: state.isTwin, stopEpoch: state.stopEpoch };
}

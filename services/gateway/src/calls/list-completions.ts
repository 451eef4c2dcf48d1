import { ProductError, type VariableValue } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { type Completion, type Completions, completionSchema } from '@cellwright/domain/routine';
import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import type { Clients } from '../rpc/clients.ts';

export interface CompletionDeps {
  readonly library: Pick<Clients['library'], 'completeRoutine'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
}

/** Joins the names of the library with the values of the robot session. */
export async function listCompletions(
  { library, feeds }: CompletionDeps,
  { id, robotKind }: { readonly id: string; readonly robotKind: RobotKind },
): Promise<Completions> {
  const { completionsJson } = await library.completeRoutine({ id });
  const items = readCompletions(completionsJson);
  const state = feeds[robotKind].snapshot()?.state;
  const isLoaded = state?.routine?.id === id;
  return { isLoaded, items: items.map((item) => ({ ...item, value: currentValueOf(item, state, isLoaded) })) };
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
  throw new ProductError('internal_server_error', 'The library sent an invalid response');
}

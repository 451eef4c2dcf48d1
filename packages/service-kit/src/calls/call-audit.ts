import type { CallDefinition } from '@cellwright/calls';
import { createId, startOfText } from '@cellwright/domain/basics';
import { type AuditEntry, doorSchema } from '@cellwright/domain/cell';
import { systemClock } from '../clock.ts';
import { currentTraceId } from '../tracing.ts';
import type { CallAuthor } from './call-author.ts';

/** Details of an entry that only the owner has. */
export interface AuditedAct {
  /** Default: the author of the call. */
  readonly subject?: { readonly id: string; readonly name: string };
}

/** Returns the audit entry of a call, for the transaction of its act. */
export type DescribeAct = (act?: AuditedAct) => AuditEntry;

/**
 * Creates the function that describes a call's act by its definition. @throws Error for a call without an audit entry.
 */
export function describeActs(
  { name, audit }: CallDefinition,
  input: unknown,
  { id, name: authorName, door, address }: CallAuthor,
): DescribeAct {
  return ({ subject = { id, name: authorName } } = {}) => {
    if (!audit) throw new Error(`The definition of the call ${name} has no audit entry`);
    const target = audit.target === undefined ? `users/${subject.id}` : fill(audit.target, input);
    return {
      id: createId('audit'),
      at: systemClock.wallNow().toISOString(),
      subject: { id: startOfText(subject.id, 128), name: startOfText(subject.name, 200) },
      door: doorSchema.catch('http').parse(door),
      action: audit.action,
      target: startOfText(address === '' ? target : `${target} from ${address}`, 300),
      ...{ outcome: 'accepted', code: null, robotKind: null },
      ...{ traceID: currentTraceId() ?? null, contentHash: null, count: 1 },
    };
  };
}

function fill(target: string, input: unknown): string {
  const fields = new Map<string, unknown>(Object.entries(Object(input)));
  return target.replace(/:(\w+)/g, (_, field: string) => String(fields.get(field)));
}

import { allCalls, type CallAccess, type CallDefinition, strictInputOf } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { isPermission } from '@cellwright/domain/cell';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { problemsOf } from '@cellwright/domain/routine';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Identity } from '../domain/identity.ts';
import { requireHeld } from '../domain/require-held.ts';
import { checkIdempotencyKey, maxIdempotencyKeyLength } from '../http/authentication.ts';

const objectSchema = z.looseObject({});

/** Returns the calls that are tools for this caller. */
export function findTools({ permissions }: Pick<Identity, 'permissions'>): readonly CallDefinition[] {
  const isAllowed = (access: CallAccess) =>
    access === 'signedIn' || (isPermission(access) && permissions.includes(access));
  return allCalls.filter(({ agent, access }) => agent && isAllowed(access));
}

const keyField = {
  type: 'string',
  maxLength: maxIdempotencyKeyLength,
  description: 'Any text. Send it again with the same arguments to repeat a call whose response was lost',
};

/** Describes a call as a tool; its document and its idempotency key are arguments, too. */
export function describeTool(call: CallDefinition): Tool {
  const { name, summary, description, agent, effect, document } = call;
  const { properties, required } = z
    .object({ properties: z.record(z.string(), objectSchema).default({}), required: z.array(z.string()).default([]) })
    .parse(z.toJSONSchema(strictInputOf(call), { io: 'input', unrepresentable: 'any' }));
  const body = document && { type: 'object', description: document.description ?? 'Options' };
  const needsBody = document && !document.safeParse(undefined).success;
  return {
    name,
    description: [`${summary}.`, description].filter((text) => text !== undefined).join(' '),
    inputSchema: {
      type: 'object',
      properties: {
        ...properties,
        ...(body && { document: body }),
        ...(effect === 'atMostOnce' && { idempotencyKey: keyField }),
      },
      required: [...required, ...(needsBody ? ['document'] : [])],
      additionalProperties: false,
    },
    annotations: { title: summary, readOnlyHint: agent !== 'propose', destructiveHint: false, openWorldHint: false },
  };
}

export interface ReadArguments {
  readonly input: Readonly<Record<string, unknown>>;
  readonly robotKind: RobotKind | undefined;
  readonly document: Buffer | undefined;
  /** '' without a key. */
  readonly idempotencyKey: string;
}

/** @throws ProductError request_failed_validation, naming each problem. */
export function readArguments(call: CallDefinition, sent: Readonly<Record<string, unknown>>): ReadArguments {
  const { idempotencyKey = '', ...others } = sent;
  const takesKey = call.effect === 'atMostOnce';
  const given = takesKey ? others : sent;
  const { document, ...fields } = given;
  const takesDocument = call.document !== undefined;
  const input = strictInputOf(call).safeParse(takesDocument ? fields : given);
  if (!input.success) {
    const problems = input.error.issues.map(({ path, message }) => `${path.join('/') || 'arguments'}: ${message}`);
    throw new ProductError('request_failed_validation', problems.join('; '), { problems: problemsOf(input.error) });
  }
  const sentDocument = takesDocument ? document : undefined;
  requireHeld(sentDocument);
  return {
    input: input.data,
    robotKind: call.scope === 'robot' ? robotKindSchema.parse(input.data.robotKind) : undefined,
    document: sentDocument === undefined ? undefined : Buffer.from(JSON.stringify(sentDocument)),
    idempotencyKey: takesKey ? readIdempotencyKey(idempotencyKey) : '',
  };
}

function readIdempotencyKey(sent: unknown): string {
  if (typeof sent === 'string') return checkIdempotencyKey(sent);
  throw new ProductError('request_failed_validation', 'idempotencyKey: send text');
}

import { robotSessionStateSchema } from '@cellwright/domain/run';
import { type RunnerMessageSpec, runnerMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';

const control: Record<RunnerMessageSpec['control'], string> = {
  lease: 'connectToRobot, and control of the arm',
  none: 'connectToRobot',
  signedIn: 'a signed-in user',
};

/** Renders the messages of the runner socket from their schemas. */
export function renderRunnerSocket(): string {
  const messages = Object.entries(runnerMessages).map(([kind, spec]) => renderMessage(kind, spec));
  return `# The runner socket

Generated from \`packages/domain/src/runner-socket/runner-messages.ts\`. A cell serves the complete schemas as AsyncAPI 3.0 at
\`/api/v1/asyncapi.json\`; types below are shortened.

\`ws://HOST/api/v1/routine-runner/{live|simulated}\` exchanges JSON text messages. Authenticate within 2 s:

\`\`\`json
{ "kind": "authenticate", "token": "…" }
\`\`\`

An unknown client is disconnected with close code 4401, or with 1013 if it cannot be checked now. Otherwise the server sends
\`{ "kind": "authenticated", sessionID, name, permissions, at }\` (\`at\`: the time of the cell), and sends it again if name or permissions change. Then it sends \`{ "kind": "snapshot", seq, hash, state }\`, a \`{ "kind": "patch", seq, hash, patch }\` for every change (RFC 6902:
add, replace, remove) and a \`{ "kind": "frame", seq, t, steadyMS, q }\` with the joint angles: 30 a second while moving, 4 at rest. \`seq\` increases by
one with each patch; \`hash\` is the sum modulo 2³² of the 32-bit string hash (h·31 + c) of \`pointer=JSON\` over the leaves of the
state. If a number is missing or the hash differs, request \`getStateSnapshot\`.

A request is \`{ "id", "kind", "payload"?, "epoch"? }\`. Its response is \`{ "kind": "response", "id", "ok": true, "result" }\` or
\`{ "kind": "response", "id", "ok": false, "error": { code, message, details? } }\` with a code of [errors.md](errors.md). A request with an
\`epoch\` older than the state's \`stopEpoch\` is dropped, because a stop was requested in the meantime. Two requests with the same \`id\` on one socket are one command.
A message that moves or sets something is refused if it has an unknown field. Reads, heartbeats and messages that stop the arm are not.

A stop over this socket is a controlled stop. It is never a safety-rated emergency stop. It works even
while all other commands are refused: [what a stop needs](what-a-stop-needs.md).

## State

${describedFields().join('\n')}

## Messages

${messages.join('\n\n')}
`;
}

/** Renders the fields of the state with descriptions beyond their names. */
function describedFields(): string[] {
  return Object.entries<z.ZodType>(robotSessionStateSchema.shape).flatMap(([name, schema]) =>
    schema.description === undefined ? [] : [`- \`${name}\`: ${schema.description}. ${renderType(schema, 'output')}`],
  );
}

function renderMessage(kind: string, { payload, result, control: needs, summary }: RunnerMessageSpec): string {
  const types = [
    ['Payload', renderType(payload, 'input')],
    ['Result', renderType(result, 'output')],
  ].filter(([, type]) => type !== '`{}`');
  const lines = types.map(([title, type]) => `- ${title}: ${type}`);
  return [`### ${kind}`, `${summary}. Needs ${control[needs]}.`, ...(lines.length > 0 ? [lines.join('\n')] : [])].join(
    '\n\n',
  );
}

const longestType = 400;

function renderType(schema: z.ZodType, io: 'input' | 'output'): string {
  const type = typeOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return type.length > longestType ? 'see the complete schema' : `\`${type}\``;
}

type JSONSchema = z.core.JSONSchema.JSONSchema;
type SchemaOrFlag = JSONSchema | boolean;

/** Returns a schema in the notation of TypeScript. */
function typeOf(schema: SchemaOrFlag): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeOf).join(' | ');
  if (schema.type === 'object') return typeOfObject(schema);
  if (schema.type === 'array') return typeOfArray(schema);
  if (schema.$ref !== undefined) return 'object';
  return [schema.type ?? 'unknown'].flat().join(' | ');
}

function typeOfObject({ properties, required = [], additionalProperties, propertyNames }: JSONSchema): string {
  if (!properties) return propertyNames ? `Record<string, ${typeOf(additionalProperties ?? true)}>` : '{}';
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function typeOfArray({ prefixItems, items }: JSONSchema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  const item = Array.isArray(items) || items === undefined ? 'unknown' : typeOf(items);
  return item.includes(' ') ? `(${item})[]` : `${item}[]`;
}

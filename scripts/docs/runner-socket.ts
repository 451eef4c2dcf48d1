import { type RunnerMessageSpec, robotSessionStateSchema, runnerMessages } from '@cellwright/domain';
import * as z from 'zod';

const control: Record<RunnerMessageSpec['control'], string> = {
  lease: 'connectToRobot, and nobody else holds the arm',
  none: 'connectToRobot',
  signedIn: 'being signed in',
};

/** The messages of the runner socket, from their schemas. */
export function renderRunnerSocket(): string {
  const messages = Object.entries(runnerMessages).map(([kind, spec]) => renderMessage(kind, spec));
  return `# The runner socket

Generated from \`packages/domain/src/runner-messages.ts\`.

\`ws://HOST/api/v1/routine-runner/{live|simulated}\` speaks JSON text. First, within 2 s:

\`\`\`json
{ "kind": "authenticate", "token": "…" }
\`\`\`

A client that is not known is shown out with close code 4401, and with 1013 when nobody can tell now. Otherwise the server sends
\`{ "kind": "authenticated", sessionID, name, permissions }\`, and sends it again when name or permissions change. Then it sends \`{ "kind": "snapshot", seq, hash, state }\`, a \`{ "kind": "patch", seq, hash, patch }\` for every change (RFC 6902:
add, replace, remove) and a \`{ "kind": "frame", seq, t, q }\` with the joint angles: 30 a second while moving, 4 at rest. Each patch
follows the last by one; \`hash\` is the sum modulo 2³² of the 32-bit string hash (h·31 + c) of \`pointer=JSON\` over the leaves of the
state. When a number is missing or the hash differs, ask for \`getStateSnapshot\`.

A request is \`{ "id", "kind", "payload"?, "epoch"? }\`. Its answer is \`{ "kind": "response", "id", "ok": true, "result" }\` or
\`{ "kind": "response", "id", "ok": false, "error": { code, message, details? } }\` with a code of [errors.md](errors.md). A request with an
\`epoch\` older than the state's \`stopEpoch\` is dropped: a stop came since. The same \`id\` twice on one socket is one command.
A message that moves or sets something is refused when it has a field that is not known. Reads, heartbeats and whatever stops the arm are not.

A stop over this socket is a controlled stop. It is never a safety-rated emergency stop. It works also
while everything but a stop is refused: [what a stop needs](what-a-stop-needs.md).

## Of the state

${describedFields().join('\n\n')}

${messages.join('\n\n')}
`;
}

/** The fields of the state that say more than their names. */
function describedFields(): string[] {
  return Object.entries<z.ZodType>(robotSessionStateSchema.shape).flatMap(([name, schema]) =>
    schema.description === undefined ? [] : [`\`${name}\`: ${schema.description}.${renderSchema(schema, 'output')}`],
  );
}

function renderMessage(kind: string, { payload, result, control: needs, summary }: RunnerMessageSpec): string {
  return [
    `## ${kind}`,
    `${summary}. Needs ${control[needs]}.`,
    `Payload: ${renderSchema(payload, 'input')}`,
    `Result: ${renderSchema(result, 'output')}`,
  ].join('\n\n');
}

function renderSchema(schema: z.ZodType, io: 'input' | 'output'): string {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const text = JSON.stringify(json, null, 1);
  if (text.length > 4000) return 'part of the robot session state (`packages/domain/src/runner-state.ts`).';
  if (isEmptyObject(json)) return 'none.';
  return `\n\n\`\`\`json\n${text}\n\`\`\``;
}

function isEmptyObject(json: object): boolean {
  return 'properties' in json && typeof json.properties === 'object' && Object.keys(json.properties ?? {}).length === 0;
}

import { robotKindSchema } from '@cellwright/domain/robot';
import { expressionSchema, expressionUnion } from '@cellwright/domain/routine';
import { robotFrameSchema, robotSessionStateSchema } from '@cellwright/domain/run';
import {
  authenticateMessageSchema,
  type RunnerMessageSpec,
  runnerMessages,
  runnerResponseSchema,
  statePatchSchema,
  stateSnapshotSchema,
} from '@cellwright/domain/runner-socket';
import * as z from 'zod';

/** Messages that the server sends on its own on a runner socket. */
const events = {
  authenticated: {
    summary: 'Identity of the connection, after admission and whenever its name or permissions change',
    payload: z.object({
      kind: z.literal('authenticated'),
      sessionID: z.string(),
      clientID: z.string(),
      name: z.string(),
      permissions: z.array(z.string()),
      at: z.iso.datetime().describe('Time of the cell: the clocks of clients differ'),
    }),
  },
  snapshot: { summary: 'The complete state, after admission and after a gap', payload: stateSnapshotSchema },
  patch: { summary: 'A change of the state, RFC 6902: add, replace, remove', payload: statePatchSchema },
  frame: { summary: 'Joint angles: 30 a second while the arm moves, 4 at rest', payload: robotFrameSchema },
};

const needs: Record<RunnerMessageSpec['control'], string> = {
  lease: "the permission 'connectToRobot', and control of the arm",
  none: "the permission 'connectToRobot'",
  signedIn: 'a signed-in caller',
};

type Reference = { readonly $ref: string };
type Message = { readonly name: string; readonly summary: string; readonly payload: Reference };

/** Returns the AsyncAPI 3.0 description of the runner sockets, one channel for each robot. */
export function describeSockets() {
  const kinds = Object.keys(runnerMessages);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Cellwright runner sockets',
      version: '1',
      description:
        'WebSockets with JSON text. Order, sequence numbers and hashes are explained in docs/runner-socket.md. A stop over a socket is never a safety-rated emergency stop.',
    },
    channels: Object.fromEntries(robotKindSchema.options.map((robot) => [robot, describeChannel(robot)])),
    operations: Object.fromEntries(
      robotKindSchema.options.flatMap((robot) => [
        [`${robot}.follow`, sends(robot, Object.keys(events))],
        [
          `${robot}.authenticate`,
          { action: 'receive', channel: channelOf(robot), messages: [inChannel(robot, 'authenticate')] },
        ],
        ...kinds.map((kind) => [`${robot}.${kind}`, answers(robot, kind)]),
      ]),
    ),
    components: { messages: describeMessages(), schemas: describeSchemas() },
  };
}

const channelOf = (robot: string): Reference => ({ $ref: `#/channels/${robot}` });
const inChannel = (robot: string, message: string): Reference => ({ $ref: `#/channels/${robot}/messages/${message}` });
const responseTo = (kind: string) => `${kind}Response`;

function describeChannel(robot: string) {
  const names = Object.keys(describeMessages());
  return {
    address: `/api/v1/routine-runner/${robot}`,
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
  };
}

function sends(robot: string, names: readonly string[]) {
  return { action: 'send', channel: channelOf(robot), messages: names.map((name) => inChannel(robot, name)) };
}

function answers(robot: string, kind: string) {
  return {
    action: 'receive',
    channel: channelOf(robot),
    messages: [inChannel(robot, kind)],
    reply: { channel: channelOf(robot), messages: [inChannel(robot, responseTo(kind))] },
  };
}

function describeMessages(): Record<string, Message> {
  const message = (name: string, summary: string): [string, Message] => [
    name,
    { name, summary, payload: { $ref: referTo(name) } },
  ];
  return Object.fromEntries([
    message('authenticate', 'The first message of a connection without a session cookie, within 2 s'),
    ...Object.entries(events).map(([name, { summary }]) => message(name, summary)),
    ...Object.entries(runnerMessages).flatMap(([kind, spec]: [string, RunnerMessageSpec]) => [
      message(kind, `${spec.summary}. Needs ${needs[spec.control]}`),
      message(responseTo(kind), `The answer to ${kind}`),
    ]),
  ]);
}

function describeSchemas(): Record<string, object> {
  const sent = z.registry<{ id: string }>();
  sent.add(expressionUnion, { id: 'Expression' });
  sent.add(authenticateMessageSchema.clone(), { id: 'authenticate' });
  for (const [kind, { payload }] of Object.entries<RunnerMessageSpec>(runnerMessages)) {
    const request = { id: z.string().min(1).max(128), kind: z.literal(kind), payload, epoch: z.int().optional() };
    sent.add(z.object(request), { id: kind });
  }
  const received = z.registry<{ id: string }>();
  received.add(robotSessionStateSchema, { id: 'RobotSessionState' });
  const refused = runnerResponseSchema.options[1];
  for (const [name, { payload }] of Object.entries(events)) received.add(payload, { id: name });
  for (const [kind, { result }] of Object.entries<RunnerMessageSpec>(runnerMessages)) {
    const done = z.object({ kind: z.literal('response'), id: z.string(), ok: z.literal(true), result });
    received.add(z.union([done, refused]), { id: responseTo(kind) });
  }
  return { ...toSchemas(sent, 'input'), ...toSchemas(received, 'output') };
}

function toSchemas(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): Record<string, object> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    metadata: registry,
    target: 'draft-7',
    unrepresentable: 'any',
    uri: referTo,
    override({ zodSchema, jsonSchema }) {
      // The depth of the input is checked first; then the schema is the same.
      if (Object.is(zodSchema, expressionSchema)) Object.assign(jsonSchema, { $ref: referTo('Expression') });
    },
  });
  // Unnamed recursive schemas are stored separately, in a document with its own address.
  const shared = `shared-${io}`;
  const text = JSON.stringify(schemas).replaceAll(`${referTo('__shared')}#`, referTo(shared));
  const all = z.record(z.string(), z.looseObject({})).parse(JSON.parse(text));
  return Object.fromEntries(
    Object.entries(all).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [
      name === '__shared' ? shared : name,
      schema,
    ]),
  );
}

function referTo(name: string): string {
  return `#/components/schemas/${name}`;
}

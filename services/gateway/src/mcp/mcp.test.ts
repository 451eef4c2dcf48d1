import { testRoutineFile } from '@cellwright/calls';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  calls,
  type GatewayBench,
  goodToken,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';
import { readArguments } from './tools.ts';

const decisions = ['acceptProposal', 'rejectProposal'];

let bench: GatewayBench;
const clients: Client[] = [];
beforeAll(async () => {
  bench = await startGatewayBench();
});
afterAll(() => bench.stop());
beforeEach(() => void calls.splice(0));
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(token = goodToken): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${bench.url}/mcp`), { requestInit }));
  return client;
}

/** Sends a tool call as text, because no client could encode all of these values. */
async function post(params: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${bench.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${goodToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
  });
  return { status: answer.status, body: await answer.json() };
}

describe('/mcp', () => {
  it('lists calls without effect as read-only tools, with their arguments', async () => {
    const { tools } = await (await connect()).listTools();
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('describeChanges')).toMatchObject({
      description: expect.stringContaining('Describe the changes between two versions of a routine.'),
      inputSchema: { properties: { id: { type: 'string' }, from: { type: 'integer' } }, required: ['id'] },
    });
    expect(byName.get('validateRoutineFile')?.inputSchema).toMatchObject({
      properties: { document: { type: 'object', description: 'A routine file' } },
      required: ['document'],
    });
    expect(byName.get('proveRoutine')?.inputSchema).toMatchObject({ required: ['id'] });
    for (const { name, annotations } of tools)
      expect([name, annotations?.readOnlyHint]).toEqual([name, name !== 'proposeRoutineVersion']);
    for (const name of ['setTool', 'runTo', 'addObstacle', 'importRoutine', 'createToken', 'listAudit', ...decisions])
      expect([name, byName.has(name)]).toEqual([name, false]);
  });

  it('sends a call on behalf of the caller and returns its output', async () => {
    const result = await (await connect()).callTool({ name: 'describeChanges', arguments: { id: 'r', from: 3 } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('"from":3,"to":5') }] });
    expect(calls.filter(({ method }) => method === 'describeChanges')).toMatchObject([
      { request: { id: 'r', from: 3, author: { name: 'Ada', sessionId: 'robot-api-t1' } } },
    ]);
  });

  it('forwards a document and the session of the robot to the owner', async () => {
    const client = await connect();
    const tested = await client.callTool({ name: 'testRoutineFile', arguments: { document: { routine: {} } } });
    expect(tested).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not_found') }] });
    expect(calls.filter(({ method }) => method === 'testRoutineFile')).toMatchObject([
      { request: { robotKind: 'simulated', document: Buffer.from('{"routine":{}}'), robot: { isTwin: false } } },
    ]);
  });

  it.each([
    ['a value that is wrong', { id: 'r', from: 0 }, 'from: '],
    ['a field that the call does not have', { id: 'r', form: 3 }, 'form'],
    ['a missing field', {}, 'id: '],
  ])('answers %s with an error that names it', async (_, args, reason) => {
    const result = await (await connect()).callTool({ name: 'describeChanges', arguments: args });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(reason) }] });
    expect(calls.filter(({ method }) => method === 'describeChanges')).toEqual([]);
  });

  it('refuses a document with a number that would reach the owner as null', () => {
    const document = { routine: { targetCycleTimeSeconds: Number.POSITIVE_INFINITY } };
    expect(() => readArguments(testRoutineFile, { document })).toThrow('a number that is not finite');
  });

  it('has no tool for a call that is not marked, or whose permission the caller lacks', async () => {
    await expect((await connect()).callTool({ name: 'setTool', arguments: {} })).rejects.toThrow(
      "tool 'setTool' does not exist",
    );
    const watcher = await connect(watcherToken);
    const tools = (await watcher.listTools()).tools.map(({ name }) => name);
    expect(tools).toEqual(['getDeviceState', 'checkPosture', 'getPlanningScene']);
    await expect(watcher.callTool({ name: 'describeChanges', arguments: { id: 'r' } })).rejects.toThrow(
      'does not exist or is not available',
    );
  });

  it.each([
    ['a number that is not finite', 'describeChanges', '{"id":"r","from":1e999}'],
    ['a spelling that is no whole number', 'describeChanges', '{"id":"r","from":"0x10"}'],
    ['a list in place of a number', 'describeChanges', '{"id":"r","from":[3]}'],
    ['an id with NUL', 'describeChanges', '{"id":"a\\u0000b"}'],
    ['an id with half a character', 'describeChanges', '{"id":"a\\ud83d"}'],
    ['a long id', 'describeChanges', JSON.stringify({ id: 'a'.repeat(100_000) })],
    ['a number of a document that is not finite', 'validateRoutineFile', '{"document":{"routine":{"x":-1e999}}}'],
    ['a number of a document beyond 2^53', 'validateRoutineFile', '{"document":{"x":12345678901234567890}}'],
    ['a text of a document with NUL', 'validateRoutineFile', '{"document":{"routine":{"name":"a\\u0000"}}}'],
    ['a text of a document with half a character', 'validateRoutineFile', '{"document":{"routine":{"x":"\\udc00"}}}'],
    ['a name of a document that reads backwards', 'validateRoutineFile', '{"document":{"name":"\\u202eab"}}'],
    ['a key of a document with NUL', 'validateRoutineFile', '{"document":{"a\\u0000":1}}'],
  ])('refuses %s by a result, and calls no owner', async (_, name, args) => {
    const { status, body } = await post(`{"name":"${name}","arguments":${args}}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('_validation"') }] },
    });
    expect(calls.filter(({ method }) => method === name)).toEqual([]);
  });

  it.each([
    ['arguments that are a list', '{"name":"describeChanges","arguments":[1]}'],
    ['arguments that are a text', '{"name":"describeChanges","arguments":"id"}'],
    ['a name that is a number', '{"name":7}'],
    ['a name with NUL', '{"name":"a\\u0000"}'],
    ['no parameters', 'null'],
    ['deep nesting', `{"name":"describeChanges","arguments":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`],
  ])('refuses %s, and answers later requests', async (_, params) => {
    const { status, body } = await post(params);
    expect(status).toBeLessThan(500);
    expect(body).toHaveProperty('error');
    expect((await (await connect()).listTools()).tools.length).toBeGreaterThan(0);
  });

  it('forwards a proposal for the caller, with its document and idempotency key', async () => {
    const client = await connect();
    const proposed = { routineID: 'r', baseVersion: 3, note: 'Waits less' };
    const args = { ...proposed, document: { routine: {} }, idempotencyKey: 'once' };
    const result = await client.callTool({ name: 'proposeRoutineVersion', arguments: args });
    expect(result).toMatchObject({ content: [{ text: expect.stringContaining('"proposal_1"') }] });
    expect(calls.filter(({ method }) => method === 'proposeRoutineVersion')).toMatchObject([
      {
        request: {
          ...{ ...proposed, document: Buffer.from('{"routine":{}}'), idempotencyKey: 'once' },
          author: { name: 'Ada', access: 'developerToken' },
        },
      },
    ]);
  });

  it('reads proposals and cannot decide them', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['proposeRoutineVersion', 'listOwnProposals', 'reviewProposal']));
    for (const name of decisions)
      await expect(client.callTool({ name, arguments: { id: 'proposal_1' } })).rejects.toThrow(
        `tool '${name}' does not exist`,
      );
    expect(calls.filter(({ method }) => decisions.includes(method))).toEqual([]);
  });

  it('rejects callers that are not signed in, and has no sessions', async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await fetch(`${bench.url}/mcp`, { method: 'POST', headers, body })).status).toBe(401);
    const signedIn = { ...headers, authorization: `Bearer ${goodToken}` };
    const answer = await fetch(`${bench.url}/mcp`, { method: 'POST', headers: signedIn, body });
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null]);
    expect((await fetch(`${bench.url}/mcp`, { headers: signedIn })).status).toBe(405);
  });
});

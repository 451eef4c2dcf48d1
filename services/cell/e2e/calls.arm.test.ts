import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeChanges, validateRoutineFile } from '@cellwright/calls';
import { callCell, createHttp } from '@cellwright/client';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareArmCell } from './arm-cell.ts';
import { examples } from './harness.ts';

const cell = shareArmCell();
const file = join(examples, 'signal-tower.json');
let token: string;

beforeAll(async () => {
  token = (await cell.runCli('token', ['--name', 'calls'])).stdout.trim();
  await cell.client.importRoutine(readFileSync(file, 'utf8'));
}, 60_000);

describe('a call', () => {
  const id = 'routine_example_signal_tower';
  const nothingChanged = expect.objectContaining({ changes: [] });

  it('has the same response over HTTP, in the typed client and on the command line', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${cell.url}/api/v1/cell/routines/${id}/changes?from=1&to=1`, { headers });
    const byHttp: unknown = await answer.json();
    const byClient = await callCell(createHttp({ url: cell.url, token }), describeChanges, { id, from: 1, to: 1 });
    const byCommand = await cell.runCli('call', ['describeChanges', JSON.stringify({ id, from: 1, to: 1 })]);
    expect(byHttp).toEqual(nothingChanged);
    expect(byClient).toEqual(byHttp);
    expect(JSON.parse(byCommand.stdout)).toEqual(byHttp);
  });

  it('has the same response as a tool of a language model', async () => {
    const params = { name: 'describeChanges', arguments: { id, from: 1, to: 1 } };
    const answer = await fetch(`${cell.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { result } = z
      .object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) })
      .parse(await answer.json());
    expect(JSON.parse(result.content[0].text)).toEqual(nothingChanged);
  });

  it('accepts a document from a program and from the command line', async () => {
    const document = readFileSync(file, 'utf8');
    const http = createHttp({ url: cell.url, token });
    expect(await callCell(http, validateRoutineFile, {}, { document })).toEqual({ problems: [] });
    const byCommand = await cell.runCli('call', ['validateRoutineFile', '--file', file]);
    expect(JSON.parse(byCommand.stdout)).toEqual({ problems: [] });
  });

  it('refuses input outside its definition in all of them', async () => {
    const http = createHttp({ url: cell.url, token });
    await expect(callCell(http, describeChanges, { id, from: 0 })).rejects.toMatchObject({
      code: 'request_failed_validation',
    });
    const byCommand = await cell.runCli('call', ['describeChanges', '{"id":5}']);
    expect([byCommand.code, byCommand.stderr]).toEqual([1, expect.stringContaining('This must be a text')]);
  });
});

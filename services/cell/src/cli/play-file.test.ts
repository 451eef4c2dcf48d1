import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createCellClient } from './cell-client.ts';
import { createTextOutput } from './output.ts';
import { playFile } from './play-file.ts';

let server: Server;
afterEach(() => void server.close());

it('playFile does not import a file with errors, so the valid routine in the cell is kept', async () => {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const problem = {
      kind: 'invalidConfiguration',
      message: 'Choose a variable',
      fieldId: 'variableID',
      stepPath: '1',
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ problems: [problem] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const client = createCellClient({ url: `http://127.0.0.1:${port}`, adminKey: 'cwadmin_x' });
  const lines: string[] = [];
  const options = {
    robotKind: 'simulated' as const,
    recovers: false,
    releasesBrakes: false,
    saysYes: false,
    confirmations: [],
    person: undefined,
    interrupt: new AbortController().signal,
  };
  expect(
    await playFile(
      client,
      '{}',
      options,
      createTextOutput((line) => lines.push(line)),
    ),
  ).toBe(1);
  expect(asked).toEqual(['/api/v1/cell/routines/validate']);
  expect(lines.join('\n')).toContain('step 1, variableID: Choose a variable');
});

import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createCellClient } from './cell-client.ts';

let server: Server;
afterEach(() => void server.close());

/** Returns the client of a cell whose address returns this response. */
async function clientOf(status: number, body: string, keyFile?: string) {
  server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return createCellClient({ url: `http://127.0.0.1:${port}`, adminKey: 'cwadmin_x', keyFile });
}

describe('createCellClient', () => {
  it.each([
    ['another program', 200, '<html>'],
    ['another API', 200, '{"hello":1}'],
    ['another program that refuses', 404, 'Not Found'],
  ])('distinguishes %s at its address from a cell', async (_who, status, body) => {
    const client = await clientOf(status, body);
    await expect(client.validateFile('{}')).rejects.toThrow(/is not this cell\. Start the cell with npm start/);
  });

  it('names the current data folder when a cell of another folder rejects the key', async () => {
    const client = await clientOf(401, '{"error":"authorization_required","message":"Invalid token"}');
    await expect(client.validateFile('{}')).rejects.toThrow(/another data folder.*CELLWRIGHT_DATA/);
  });

  it('names the file of a refused key, and the cell that the key is for', async () => {
    const client = await clientOf(
      401,
      '{"error":"authorization_required","message":"Invalid token"}',
      '/run/admin-key',
    );
    await expect(client.validateFile('{}')).rejects.toThrow(
      /does not accept the key of \/run\/admin-key.*on its own machine/,
    );
  });

  it('forwards a refusal of the cell', async () => {
    const client = await clientOf(413, '{"error":"too_large","message":"Split it"}');
    await expect(client.validateFile('{}')).rejects.toMatchObject({ code: 'too_large', message: 'Split it' });
  });

  it('tells the user what to use instead of an unconfirmed stop', async () => {
    const client = await clientOf(503, '{"error":"unavailable","message":"RunnerService cannot be reached"}');
    await expect(client.stop('live')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Use the emergency stop button.*RunnerService/),
    });
  });

  it('explains how to start a cell if none responds', async () => {
    const client = await clientOf(200, '');
    await new Promise((resolve) => server.close(resolve));
    await expect(client.validateFile('{}')).rejects.toThrow(/No cell answers.*npm start/);
  });
});

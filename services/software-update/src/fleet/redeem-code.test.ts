import { createServer, type Server, type ServerResponse } from 'node:http';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { redeemCode } from './redeem-code.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function redeemAt(answer: (response: ServerResponse) => void) {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const hubURL = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return redeemCode({ hubURL, code: 'code', serial: 'b-1', clock: new VirtualClock() });
}

describe('redeemCode', () => {
  it('reads no answer without end', async () => {
    let sent = 0;
    const asked = redeemAt((response) => {
      const piece = Buffer.alloc(64 * 1024, ' ');
      const send = (): void => {
        while (!response.destroyed && sent < 1e9) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', send);
        }
      };
      send();
    });
    await expect(asked).rejects.toMatchObject({ code: 'conflict' });
    expect(sent).toBeLessThan(50_000_000);
  });

  it('shows the refusal of a hub', async () => {
    const asked = redeemAt((response) => void response.writeHead(403).end('{"message":"The code has expired"}'));
    await expect(asked).rejects.toThrow('The code has expired');
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { silentLogger } from '@cellwright/service-kit';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { installErrorHandling } from './errors.ts';

const app = Fastify();
const logged: unknown[][] = [];
installErrorHandling(app, {
  ...silentLogger,
  warn: (...line) => void logged.push(['warn', ...line]),
  error: (...line) => void logged.push(['error', ...line]),
});
app.post('/upload', async () => ({}));
afterEach(() => app.close());

describe('An upload that is cut off', () => {
  it('causes one warning without a stack', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = z.object({ port: z.number() }).parse(app.server.address());
    const requested = once(app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
    await requested;
    socket.destroy();
    await vi.waitFor(() => expect(logged).toHaveLength(1));
    expect(logged).toEqual([['warn', 'an upload was cut off', { method: 'POST', url: '/upload' }]]);
  });
});

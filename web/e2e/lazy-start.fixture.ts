import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';

/** Resource that takes long to start, and starts only when a test needs it. */
export interface LazyStart {
  /** Address that starts it on the first request, and returns its description or the error of its start. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Lets test files, which are separate processes, share what the first of them has started. */
export async function serveLazyStart<T>(
  start: () => Promise<{ readonly description: T; readonly stop: () => Promise<void> }>,
): Promise<LazyStart> {
  let started: ReturnType<typeof start> | undefined;
  const server = createServer(async (_request, response) => {
    started ??= start();
    try {
      response.end(JSON.stringify((await started).description));
    } catch (error) {
      // The next request starts it again.
      started = undefined;
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await started?.then(
        ({ stop }) => stop(),
        () => undefined,
      );
    },
  };
}

/**
 * Returns the description of the shared resource, and starts it on the first request. @throws Error with the reason if
 * it did not start.
 */
export async function askLazyStart<T>(address: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return schema.parse(JSON.parse(text));
}

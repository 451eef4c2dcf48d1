import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';

/** Something that takes long to start, and is worth a start only once a test needs it. */
export interface LazyStart {
  /** Address that starts it when first asked, and answers with its description or with why it did not start. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Lets test files, which are processes of their own, share what the first of them has started. */
export async function serveLazyStart<T>(
  start: () => Promise<{ readonly description: T; readonly stop: () => Promise<void> }>,
): Promise<LazyStart> {
  let started: ReturnType<typeof start> | undefined;
  const server = createServer(async (_request, response) => {
    started ??= start();
    try {
      response.end(JSON.stringify((await started).description));
    } catch (error) {
      // The next one that asks starts it again.
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

/** Description of what is shared; started now when nothing asked before. @throws Error saying why it did not start. */
export async function askLazyStart<T>(address: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return schema.parse(JSON.parse(text));
}

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** Address in the example. */
const written = '127.0.0.1:8085';

/** For tests: starts the server for 'orders-over-http.json' on a free port; it has one order of two parts. */
export async function startOrderServer() {
  const reports: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString('utf8');
    });
    request.on('end', () => {
      if (request.url === '/orders/next') response.end('{"id":"order 7","parts":["bolt","nut"]}');
      else response.end(`${reports.push(`${request.method} ${request.url} ${body}`)}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    reports,
    /** Returns a copy of an example that uses this server, also on a simulated robot; the file itself if it uses none. */
    pointHere(file: string, folder: string): string {
      const text = readFileSync(file, 'utf8');
      if (!text.includes(written)) return file;
      const copy = join(folder, 'points-here.json');
      const isSimulated = (key: string) => key === 'simulatedAnswer';
      const asking: unknown = JSON.parse(text, (key, value: unknown) => (isSimulated(key) ? undefined : value));
      writeFileSync(copy, JSON.stringify(asking).replaceAll(written, `127.0.0.1:${port}`));
      return copy;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** For tests: programs in Python that speak protocols of devices, by others than this project. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const python = fileURLToPath(new URL('../../../../.cache/outside-peers/bin/python', import.meta.url));
const script = fileURLToPath(new URL('peers.py', import.meta.url));

const notInstalled =
  'The Modbus and FTP implementations in Python are not installed. `npm test -- services/equipment/src/outside` installs them, with Python 3.10 or newer and its venv, and runs these tests';

export interface OutsidePeer {
  /** The next line that it writes, read as JSON. @throws what it wrote besides, when it ended instead. */
  next(): Promise<unknown>;
  /** Writes a line of JSON to it. */
  tell(value: unknown): void;
  /** Ends its input, and waits for it to end. */
  end(): Promise<void>;
}

/** @throws when the programs are not installed, with how to do it. */
export function startPeer(...args: readonly string[]): OutsidePeer {
  if (!existsSync(python)) throw new Error(notInstalled);
  const child = spawn(python, [script, ...args], { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${args[0]} ended: ${errors}`);
      return JSON.parse(value);
    },
    tell: (value) => void child.stdin.write(`${JSON.stringify(value)}\n`),
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

/** For tests: third-party Python programs that speak device protocols. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const python = fileURLToPath(new URL('../../../../.cache/outside-peers/bin/python', import.meta.url));
const script = fileURLToPath(new URL('peers.py', import.meta.url));

const notInstalled =
  'The Modbus, FTP and EtherNet/IP implementations in Python are not installed. `npm test -- services/equipment/src/outside` installs them, with Python 3.10 or newer and its venv, and runs these tests';

export interface OutsidePeer {
  /** Reads the next line of its output as JSON. @throws its error output, if it ended instead. */
  next(): Promise<unknown>;
  /** Writes a line of JSON to its input. */
  tell(value: unknown): void;
  /** Closes its input, and waits for it to end. */
  end(): Promise<void>;
}

/** Starts a program. @throws with the installation command, if the programs are not installed. */
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

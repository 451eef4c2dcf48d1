/** For tests: clients of EtherNet/IP, Modbus and OPC UA in Python by others. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const python = fileURLToPath(new URL('../../../../.cache/line-peers/bin/python', import.meta.url));
const script = fileURLToPath(new URL('peers.py', import.meta.url));

const notInstalled =
  'The EtherNet/IP, Modbus and OPC UA implementations in Python are not installed. `npm test -- services/external-control/src/outside` installs them, with Python 3.10 or newer and its venv, and runs these tests';

export interface LinePeer {
  /** Reads the next line of its output as JSON. @throws its error output, if it ended instead. */
  next(): Promise<unknown>;
  /** Writes a line of JSON to its input, and returns its answer. */
  ask(value: unknown): Promise<unknown>;
  /** Closes its input, and waits for it to end. */
  end(): Promise<void>;
  /** Ends it as a loss of power does. */
  kill(): Promise<void>;
}

/** Starts a client. @throws with the installation command, if the clients are not installed. */
export function startLinePeer(...args: readonly string[]): LinePeer {
  if (!existsSync(python)) throw new Error(notInstalled);
  const child = spawn(python, [script, ...args], { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  // A client that ended is reported by the next read.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${args[0]} ended: ${errors}`);
    return JSON.parse(value);
  };
  return {
    next,
    ask: (value) => {
      child.stdin.write(`${JSON.stringify(value)}\n`);
      return next();
    },
    async end() {
      child.stdin.end();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

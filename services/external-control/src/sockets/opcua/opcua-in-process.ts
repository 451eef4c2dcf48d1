import { type HelperProcess, startHelperProcess } from '@cellwright/service-kit';
import type { FromServer, ToServer } from './opcua-messages.ts';
import type { CellReadings, ListeningServer, OpcUAOptions, ServerHost } from './server-host.ts';

/** A server that runs in a process of its own. */
export interface OpcUAProcess extends ListeningServer {
  show(readings: CellReadings): void;
  endSession(sessionID: string): void;
  close(): Promise<void>;
}

export interface ProcessHost extends ServerHost {
  /** The process ended by itself, and with it all sessions. */
  onExit(): void;
}

/** Maximum memory of its JavaScript, MB: the address space of the standard takes most of it. */
const flags = ['--max-semi-space-size=4', '--max-old-space-size=256'];
/** Time to close the sessions in order, ms. */
const graceMS = 3000;

/**
 * Starts the process and opens its server.
 * @param signal ends the process while it starts
 * @throws Error with the code of the address that cannot be listened on.
 */
export async function startOpcUAProcess(
  options: OpcUAOptions,
  host: ProcessHost,
  signal: AbortSignal,
): Promise<OpcUAProcess> {
  const child = startHelperProcess(import.meta.url, './opcua-process.ts', flags);
  const send = (message: ToServer) => {
    // A process that ended is reported by 'exit'.
    if (child.connected) child.send(message, () => undefined);
  };
  const giveUp = () => child.kill('SIGKILL');
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const listening = await open(child, send, { options, host });
    child.once('exit', () => host.onExit());
    return {
      ...listening,
      show: (readings) => send({ kind: 'show', readings }),
      endSession: (sessionID) => send({ kind: 'endSession', sessionID }),
      close: () => close(child, send),
    };
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

interface Opening {
  readonly options: OpcUAOptions;
  readonly host: ServerHost;
}

function open(
  child: HelperProcess,
  send: (message: ToServer) => void,
  { options, host }: Opening,
): Promise<ListeningServer> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('Its process ended while it started'));
    child.on('error', fail);
    child.once('exit', fail);
    child.on('message', (message: FromServer) => {
      if (message.kind === 'listening') resolve(message.server);
      else if (message.kind === 'failed') reject(Object.assign(new Error(message.message), { code: message.code }));
      else void handle(message, host, send);
    });
    send({ kind: 'open', options });
  });
}

type Request = Exclude<FromServer, { readonly kind: 'listening' | 'failed' }>;

async function handle(message: Request, host: ServerHost, send: (answer: ToServer) => void): Promise<void> {
  switch (message.kind) {
    case 'signIn':
      send({ kind: 'signedIn', id: message.id, isSignedIn: await host.signIn(message.sessionID, message.attempt) });
      break;
    case 'write':
      send({ kind: 'written', id: message.id, answer: await host.write(message.sessionID, message.values) });
      break;
    case 'session':
      host.onSession(message.session, message.isAnonymous);
      break;
    case 'end':
      host.onEnd(message.sessionID, message.isLost);
      break;
    case 'refusal':
      host.onRefusal(message.refusal);
  }
}

async function close(child: HelperProcess, send: (message: ToServer) => void): Promise<void> {
  child.removeAllListeners('exit');
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMS);
  send({ kind: 'close' });
  await ended;
  clearTimeout(timer);
}

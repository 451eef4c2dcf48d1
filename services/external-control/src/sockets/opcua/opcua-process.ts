/**
 * The process of the OPC UA server. Its parent, external control, has the users, the owner and the robot; a flood of
 * requests delays neither the other protocols nor these.
 */

import { tmpdir } from 'node:os';
import { systemClock } from '@cellwright/service-kit';
import type { FromServer, ToServer } from './opcua-messages.ts';
import type { OpcUAServer } from './opcua-server.ts';
import type { OpcUAOptions, ServerHost } from './server-host.ts';

const answers = new Map<number, (message: ToServer) => void>();
let lastID = 0;
let server: OpcUAServer | undefined;

const send = (message: FromServer) => void process.send?.(message);

/** Asks the parent; its answer has the same id. */
function ask(create: (id: number) => FromServer): Promise<ToServer> {
  lastID += 1;
  const id = lastID;
  return new Promise((resolve) => {
    answers.set(id, resolve);
    send(create(id));
  });
}

const host: ServerHost = {
  async signIn(sessionID, attempt) {
    const answer = await ask((id) => ({ kind: 'signIn', id, sessionID, attempt }));
    return answer.kind === 'signedIn' && answer.isSignedIn;
  },
  async write(sessionID, values) {
    const answer = await ask((id) => ({ kind: 'write', id, sessionID, values }));
    return answer.kind === 'written' ? answer.answer : 'forbidden';
  },
  onSession: (session, isAnonymous) => send({ kind: 'session', session, isAnonymous }),
  onEnd: (sessionID, isLost) => send({ kind: 'end', sessionID, isLost }),
  onRefusal: (refusal) => send({ kind: 'refusal', refusal }),
};

async function open(options: OpcUAOptions): Promise<void> {
  try {
    // The library looks for the home folder when it is loaded. A user of a container has none.
    process.env.HOME ??= tmpdir();
    const { openOpcUAServer } = await import('./opcua-server.ts');
    server = await openOpcUAServer(options, host, systemClock);
    const { endpoint, thumbprint } = server;
    send({ kind: 'listening', server: { endpoint, thumbprint } });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    send({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
}

async function close(): Promise<void> {
  await server?.close().catch(() => undefined);
  process.exit(0);
}

process.on('message', (message: ToServer) => {
  switch (message.kind) {
    case 'open':
      void open(message.options);
      break;
    case 'show':
      server?.show(message.readings);
      break;
    case 'endSession':
      server?.endSession(message.sessionID);
      break;
    case 'close':
      void close();
      break;
    case 'signedIn':
    case 'written':
      answers.get(message.id)?.(message);
      answers.delete(message.id);
  }
});
// Without external control there is no owner and no user.
process.once('disconnect', () => process.exit(0));

/** For tests: an OPC UA server in this process with a host that records, and clients of node-opcua. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@cellwright/domain/basics';
import { externalNamespace } from '@cellwright/domain/robot';
import { systemClock } from '@cellwright/service-kit';

import { OPCUACertificateManager } from 'node-opcua-certificate-manager';
import {
  AttributeIds,
  type ClientSession,
  type DataValue,
  LogLevel,
  MessageSecurityMode,
  OPCUAClient,
  SecurityPolicy,
  setLogLevel,
  type UserIdentityInfo,
  UserTokenType,
} from 'node-opcua-client';
import type { StatusCode } from 'node-opcua-status-code';
import { DataType } from 'node-opcua-variant';
import type { CommandWrite } from '../../domain/written-commands.ts';
import { openOpcUAServer } from './opcua-server.ts';
import type { CellReadings, ClientRefusal, OpcUAOptions, OpenedSession, WriteAnswer } from './server-host.ts';

setLogLevel(LogLevel.Emergency);

const { OPENSSL_CONF: configuration } = process.env;
/** Undoes what the library does to the environment when it reads a key: other tests of the same process use OpenSSL. */
function restoreEnvironment(): void {
  if (configuration === undefined) delete process.env.OPENSSL_CONF;
  else process.env.OPENSSL_CONF = configuration;
}

export const ada: UserIdentityInfo = { type: UserTokenType.UserName, userName: 'ada', password: 'a long password' };

export const emptyReadings: CellReadings = {
  inputs: new Uint8Array(32),
  commands: new Uint8Array(32),
  owner: 0,
  robot: undefined,
};

/** Events of a server, in order of their kind. */
export interface Recorded {
  readonly writes: { readonly sessionID: string; readonly values: CommandWrite }[];
  readonly opened: (OpenedSession & { readonly isAnonymous: boolean })[];
  readonly ended: { readonly sessionID: string; readonly isLost: boolean }[];
  readonly refusals: ClientRefusal[];
  readonly addresses: string[];
  /** Answer to writes. */
  answer: WriteAnswer;
}

export type OpcUABench = Awaited<ReturnType<typeof startOpcUABench>>;

/** Starts a server on a free port of 127.0.0.1. Its certificate and those of clients are in a folder of its own. */
export async function startOpcUABench(wanted: Partial<OpcUAOptions> = {}, clock: Clock = systemClock) {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-opcua-'));
  const recorded: Recorded = { writes: [], opened: [], ended: [], refusals: [], addresses: [], answer: 'accepted' };
  const remove = () => rmSync(folder, { recursive: true });
  const server = await openOpcUAServer(createOptions(folder, wanted), createHost(recorded), clock).catch(
    (error: unknown) => {
      remove();
      throw error;
    },
  );
  const clients: OPCUAClient[] = [];
  return {
    folder,
    server,
    recorded,
    /** Connects a client with a certificate of its own. Without a user it has a channel and no session. */
    async connect(name = 'line', security: keyof typeof channels = 'encrypted') {
      const client = OPCUAClient.create({
        ...channels[security],
        applicationName: name,
        clientCertificateManager: new OPCUACertificateManager({
          rootFolder: join(folder, name),
          automaticallyAcceptUnknownCertificate: true,
          disableFileWatchers: true,
        }),
        endpointMustExist: false,
        connectionStrategy: { maxRetry: 0 },
        requestedSessionTimeout: 3_600_000,
      });
      clients.push(client);
      await client.connect(server.endpoint);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.disconnect().catch(() => undefined)));
      await server.close();
      remove();
      restoreEnvironment();
    },
  };
}

const channels = {
  encrypted: { securityMode: MessageSecurityMode.SignAndEncrypt, securityPolicy: SecurityPolicy.Basic256Sha256 },
  signed: { securityMode: MessageSecurityMode.Sign, securityPolicy: SecurityPolicy.Basic256Sha256 },
  open: { securityMode: MessageSecurityMode.None, securityPolicy: SecurityPolicy.None },
} as const;

function createOptions(folder: string, wanted: Partial<OpcUAOptions>): OpcUAOptions {
  return {
    ...{ host: '127.0.0.1', port: 0, sessionTimeoutMS: 60_000 },
    ...{ isAnonymousReadAllowed: false, isUnencryptedAllowed: false, trustedClients: [] },
    folder: join(folder, 'server'),
    robot: { manufacturer: 'Cellwright', model: 'Arm 1', serialNumber: 'C-1', softwareRevision: '1.2.3' },
    ...wanted,
  };
}

function createHost(recorded: Recorded) {
  return {
    signIn: async (
      _sessionID: string,
      { username, password, address }: Record<'username' | 'password' | 'address', string>,
    ) => {
      recorded.addresses.push(address);
      return username === 'ada' && password === 'a long password';
    },
    write: async (sessionID: string, values: CommandWrite) => {
      recorded.writes.push({ sessionID, values });
      return recorded.answer;
    },
    onSession: (session: OpenedSession, isAnonymous: boolean) => void recorded.opened.push({ ...session, isAnonymous }),
    onEnd: (sessionID: string, isLost: boolean) => void recorded.ended.push({ sessionID, isLost }),
    onRefusal: (refusal: ClientRefusal) => void recorded.refusals.push(refusal),
  };
}

/** Returns the identifier of a variable with the index of the namespace. */
export async function findNode(session: ClientSession, name: string): Promise<string> {
  const namespaces = await session.readNamespaceArray();
  return `ns=${namespaces.indexOf(externalNamespace)};s=${name}`;
}

export async function readVariable(session: ClientSession, name: string): Promise<DataValue> {
  return session.read({ nodeId: await findNode(session, name), attributeId: AttributeIds.Value });
}

export async function writeVariable(
  session: ClientSession,
  name: string,
  value: { readonly dataType: DataType; readonly value: unknown },
): Promise<StatusCode> {
  const nodeId = await findNode(session, name);
  return session.write({ nodeId, attributeId: AttributeIds.Value, value: { value } });
}

export const byte = (value: number) => ({ dataType: DataType.Byte, value });
export const boolean = (value: boolean) => ({ dataType: DataType.Boolean, value });

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Clock, startOfText } from '@cellwright/domain/basics';
import { nodesets } from 'node-opcua-nodesets';
import { MessageSecurityMode, SecurityPolicy } from 'node-opcua-secure-channel';
import type { OPCUAServerOptions, ServerSession } from 'node-opcua-server';
import { UserNameIdentityToken } from 'node-opcua-types';
import { plainAddress } from '../plain-address.ts';
import { addCellNodes } from './cell-nodes.ts';
import { addRobotNodes } from './robot-nodes.ts';
import { readSessionID, SecuredServer } from './secured-server.ts';
import type { CellReadings, ListeningServer, OpcUAOptions, ServerHost, WriteAnswer } from './server-host.ts';
import { computeThumbprint, findCommonName, TrustList } from './trust-list.ts';

/** A server that listens. */
export interface OpcUAServer extends ListeningServer {
  /** Shows new values. Without new ones for two seconds they become bad. */
  show(readings: CellReadings): void;
  endSession(sessionID: string): void;
  close(): Promise<void>;
}

type Sessions = Map<string, { readonly session: ServerSession; readonly isAnonymous: boolean }>;

const staleMS = 2000;
/** Maximum number of sessions. */
const maxSessions = 16;
/** Time in which a connection has to become a secure channel, ms. */
const handshakeMS = 10_000;
const allAddresses: readonly string[] = ['0.0.0.0', '::'];

/** Opens the server. @throws Error if the address is taken or is not of this machine. */
export async function openOpcUAServer(options: OpcUAOptions, host: ServerHost, clock: Clock): Promise<OpcUAServer> {
  // First: the address space takes seconds, and its failures have no codes.
  await checkAddress(options);
  // The library makes files in it that every user may read.
  mkdirSync(findStore(options), { recursive: true, mode: 0o700 });
  const trust = createTrustList(options, host);
  await trust.ensureCertificate(readApplicationURI(options.folder), readHost(options));
  const sessions: Sessions = new Map();
  const server = new SecuredServer(createServerOptions(options, trust, host), {
    sessionTimeoutMS: options.sessionTimeoutMS,
    hasUser: (id) => sessions.get(id)?.isAnonymous === false,
  });
  followSessions(server, sessions, host);
  server.on('connectionRefused', ({ remoteAddress = '' }) =>
    host.onRefusal({ peer: plainAddress(remoteAddress), reason: 'connections', name: '', thumbprint: '' }),
  );
  await server.initialize();
  let readings: CellReadings | undefined;
  const refresh = fillAddressSpace(server, options, { host, clock, current: () => readings });
  await server.start();
  let cancel = () => {};
  const show = (next: CellReadings | undefined) => {
    cancel();
    readings = next;
    refresh(next);
    if (next) cancel = clock.schedule(staleMS, () => show(undefined));
  };
  return {
    endpoint: server.getEndpointUrl(),
    thumbprint: computeThumbprint(server.getCertificate()),
    show,
    endSession(id) {
      const { session } = sessions.get(id) ?? {};
      if (session) server.engine.closeSession(session.authenticationToken, true, 'Forcing');
    },
    async close() {
      cancel();
      await server.shutdown(0);
    },
  };
}

/** Returns the folder of the certificate and its key. */
function findStore({ folder }: OpcUAOptions): string {
  return join(folder, 'pki');
}

/** Creates the list of clients. The library does not report the address of a client whose certificate is refused. */
function createTrustList(options: OpcUAOptions, host: ServerHost): TrustList {
  return new TrustList(findStore(options), options.trustedClients, (certificate) =>
    host.onRefusal({
      ...{ peer: '', reason: 'certificate' },
      name: certificate ? findCommonName(certificate) : '',
      thumbprint: certificate ? computeThumbprint(certificate.raw) : '',
    }),
  );
}

function createServerOptions(options: OpcUAOptions, trust: TrustList, host: ServerHost): OPCUAServerOptions {
  const { isUnencryptedAllowed, robot } = options;
  const hostname = readHost(options);
  const noPolicy = isUnencryptedAllowed ? [SecurityPolicy.None] : [];
  const noMode = isUnencryptedAllowed ? [MessageSecurityMode.None] : [];
  return {
    port: options.port,
    host: options.host,
    ...(hostname === undefined ? {} : { hostname }),
    securityPolicies: [...noPolicy, SecurityPolicy.Basic256Sha256],
    securityModes: [...noMode, MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt],
    allowAnonymous: options.isAnonymousReadAllowed,
    serverCertificateManager: trust,
    userCertificateManager: trust,
    nodeset_filename: [nodesets.standard, nodesets.di, nodesets.ia, nodesets.robotics],
    serverInfo: {
      applicationUri: readApplicationURI(options.folder),
      productUri: 'urn:cellwright:cell',
      applicationName: { text: 'Cellwright cell', locale: 'en' },
    },
    buildInfo: { productName: 'Cellwright', manufacturerName: 'Cellwright', softwareVersion: robot.softwareRevision },
    maxConnectionsPerEndpoint: maxSessions + 4,
    timeout: handshakeMS,
    isAuditing: false,
    serverCapabilities: {
      maxSessions,
      maxSubscriptionsPerSession: 10,
      maxMonitoredItems: 10_000,
      maxMonitoredItemsQueueSize: 100,
      operationLimits: { maxNodesPerRead: 1000, maxNodesPerWrite: 100, maxNodesPerBrowse: 1000 },
    },
    userManager: {
      isValidUserAsync(username, password, callback) {
        const attempt = { username, password, address: readPeer(this) };
        host.signIn(readSessionID(this), attempt).then(
          (isSignedIn) => callback(null, isSignedIn),
          () => callback(null, false),
        );
      },
    },
  };
}

function followSessions(server: SecuredServer, sessions: Sessions, host: ServerHost): void {
  server.on('create_session', (session) => {
    const id = readSessionID(session);
    session.on('session_closed', (_session: ServerSession, _deletes: boolean, reason: string) => {
      sessions.delete(id);
      host.onEnd(id, reason === 'Timeout');
    });
  });
  // Also when a session changes its user.
  server.on('session_activated', (session, token) => {
    const id = readSessionID(session);
    const isAnonymous = !(token instanceof UserNameIdentityToken);
    sessions.set(id, { session, isAnonymous });
    const isEncrypted = session.channel?.securityMode === MessageSecurityMode.SignAndEncrypt;
    const name = startOfText(session.sessionName ?? '', 100);
    host.onSession({ id, peer: readPeer(session), name, isEncrypted }, isAnonymous);
  });
}

interface Shown {
  readonly host: ServerHost;
  readonly clock: Clock;
  readonly current: () => CellReadings | undefined;
}

/** Creates the variables. Returns the function that shows new values. */
function fillAddressSpace(server: SecuredServer, { robot }: OpcUAOptions, { host, clock, current }: Shown) {
  const { addressSpace } = server.engine;
  if (!addressSpace) throw new Error('The server has no address space');
  const showRobot = addRobotNodes(addressSpace, robot, {
    write: (sessionID, values) => host.write(sessionID, values),
    current,
    sleep: (ms) => clock.sleep(ms),
  });
  const write = async (values: Parameters<ServerHost['write']>[1]): Promise<WriteAnswer> => {
    const id = server.writingSessionID;
    return id === undefined ? 'forbidden' : host.write(id, values);
  };
  const showCell = addCellNodes({ addressSpace, write, current });
  showRobot(undefined);
  showCell(undefined);
  return (readings: CellReadings | undefined) => {
    showCell(readings);
    showRobot(readings);
  };
}

/** Returns the name of this server among all servers, which is part of its certificate. */
function readApplicationURI(folder: string): string {
  const file = join(folder, 'application-uri');
  if (!existsSync(file)) writeFileSync(file, `urn:cellwright:${randomUUID()}`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Returns the address of the server for clients; undefined if it listens on every address of the machine. */
function readHost({ host }: OpcUAOptions): string | undefined {
  return allAddresses.includes(host) ? undefined : host;
}

/** @throws Error with a code if the address cannot be listened on. */
function checkAddress({ host, port }: OpcUAOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function readPeer(session: ServerSession): string {
  return plainAddress(session.channel?.remoteAddress ?? '');
}

import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withEither } from '@cellwright/domain/basics';
import type { ChildSpec } from '../supervision/supervisor.ts';

export type Env = Record<string, string>;
export type Supervise = (spec: ChildSpec) => Promise<void>;

export interface ServiceProcess {
  /** Folder of the service, and name of the process. */
  readonly name: string;
  /** Default: the main program of the service. */
  readonly program?: string;
  /** Port of its gRPC server, or of the gateway, on loopback. */
  readonly port: number;
  /** Port of its health and metrics, on loopback. */
  readonly adminPort: number;
  /** Port for HTTPS of the gateway and the stop listener. */
  readonly httpsPort?: number;
  readonly env: NodeJS.ProcessEnv;
  readonly nodeFlags?: readonly string[];
  readonly endsWithCell?: boolean;
}

/** A process that serves HTTPS in addition to HTTP. */
type TLSProcess = ServiceProcess & { readonly httpsPort: number };

/** Maximum time to end by itself, ms: a service ends its runs and completes requests. */
const graceMS = 12_000;
const readyWithinMS = 180_000;
/** Interval between readiness checks of a process, ms. */
const answerWithinMS = 10_000;

/** Starts a service's own program; resolves when it is ready. */
export async function startService(service: ServiceProcess, supervise: Supervise): Promise<void> {
  const env = { ...service.env, GRPC_PORT: String(service.port), ADMIN_PORT: String(service.adminPort) };
  await supervise(describeChild({ ...service, env }));
}

/** A port that was set for the cell belongs to its main process. */
const noAdminPort = { ADMIN_PORT: undefined };

/**
 * Starts the gateway, which is its own admin server. Resolves when it responds; it becomes ready only after the cell
 * has been announced.
 */
export function startGateway(gateway: Omit<TLSProcess, 'adminPort'>, supervise: Supervise): Promise<void> {
  const env = { ...gateway.env, PORT: String(gateway.port), HTTPS_PORT: String(gateway.httpsPort), ...noAdminPort };
  const waitUntilReady = (signal: AbortSignal) => waitUntilOk(gateway.port, '/health/live', signal);
  return supervise({ ...describeChild({ ...gateway, adminPort: gateway.port, env }), waitUntilReady });
}

/** Returns the ports of the stop listener for its own environment and for that of the gateway, whose pages send stops to them. */
export function stopPortsEnv(port: number, httpsPort: number): Env {
  return { STOP_PORT: String(port), STOP_HTTPS_PORT: String(httpsPort) };
}

/** Starts the gateway's second program, which accepts stops only and is its own admin server. */
export function startStopListener(
  listener: Omit<TLSProcess, 'name' | 'adminPort'>,
  supervise: Supervise,
): Promise<void> {
  const { port, httpsPort } = listener;
  const env = { ...listener.env, ...stopPortsEnv(port, httpsPort), ...noAdminPort };
  const program = 'gateway/dist/stop-listener.js';
  return supervise(describeChild({ ...listener, name: 'stop-listener', program, adminPort: port, env }));
}

/** Returns the process of external control, which has no port but that of health and metrics. */
export function describeExternalControl(adminPort: number, env: Env, nodeFlags: readonly string[] = []): ChildSpec {
  const own = { ...env, ADMIN_PORT: String(adminPort) };
  return describeChild({
    name: 'external-control',
    port: adminPort,
    adminPort,
    env: own,
    nodeFlags,
    endsWithCell: true,
  });
}

function describeChild({
  name,
  program = `${name}/dist/main.js`,
  port,
  adminPort,
  httpsPort,
  env,
  nodeFlags = [],
  endsWithCell,
}: ServiceProcess): ChildSpec {
  return {
    name,
    command: process.execPath,
    args: [...nodeFlags, fileURLToPath(new URL(`../../${program}`, import.meta.url))],
    env,
    port,
    adminPort,
    httpsPort,
    graceMS,
    endsWithCell,
    waitUntilReady: (signal) => waitUntilHealthy(adminPort, signal),
  };
}

/** Resolves when the gateway of an announced cell is ready. @throws Error when it is late, or the cell stops. */
export function waitUntilGatewayReady(port: number, stopping: AbortSignal): Promise<void> {
  return withEither(stopping, AbortSignal.timeout(readyWithinMS), (signal) => waitUntilHealthy(port, signal));
}

/** @throws Error while the gateway is not ready: it is, once all services that it calls are. */
export async function checkGatewayReady(port: number, signal: AbortSignal): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal });
  if (!response.ok) throw new Error('The gateway is not ready');
}

/** Resolves when the service with this admin port is ready. */
function waitUntilHealthy(port: number, signal: AbortSignal): Promise<void> {
  return waitUntilOk(port, '/health/ready', signal);
}

async function waitUntilOk(port: number, path: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // It does not listen yet or does not respond: a later check can succeed. The signal limits the wait.
    const isOk = await withEither(signal, AbortSignal.timeout(answerWithinMS), async (asking) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: asking });
      await response.body?.cancel();
      return response.ok;
    }).catch(() => false);
    if (isOk) return;
    await delay(50);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChildSpec } from '../supervision/supervisor.ts';

export type Env = Record<string, string>;
export type Supervise = (spec: ChildSpec) => Promise<void>;

export interface ServiceProcess {
  /** Folder of the service, and name of the process. */
  readonly name: string;
  /** Of its gRPC server, or of the door, on loopback. */
  readonly port: number;
  /** Of its health and metrics, on loopback. */
  readonly adminPort: number;
  readonly env: NodeJS.ProcessEnv;
  readonly nodeFlags?: readonly string[];
  readonly endsWithCell?: boolean;
}

/** Time to end by itself: a service ends its runs, and what it answers. */
const graceMS = 12_000;

/** Starts a service's own program; resolves when it is ready. */
export async function startService(service: ServiceProcess, supervise: Supervise): Promise<void> {
  const env = { ...service.env, GRPC_PORT: String(service.port), ADMIN_PORT: String(service.adminPort) };
  await supervise(describeChild({ ...service, env }));
}

/** Starts the door, which is its own admin server. */
export function startGateway(gateway: Omit<ServiceProcess, 'adminPort'>, supervise: Supervise): Promise<void> {
  const env = { ...gateway.env, PORT: String(gateway.port) };
  return supervise(describeChild({ ...gateway, adminPort: gateway.port, env }));
}

function describeChild({ name, port, adminPort, env, nodeFlags = [], endsWithCell }: ServiceProcess): ChildSpec {
  return {
    name,
    command: process.execPath,
    args: [...nodeFlags, fileURLToPath(new URL(`../../${name}/dist/main.js`, import.meta.url))],
    env,
    port,
    adminPort,
    graceMS,
    endsWithCell,
    waitUntilReady: (signal) => waitUntilHealthy(adminPort, signal),
  };
}

async function waitUntilHealthy(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // It does not listen yet; how long that may take is the signal's affair.
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await delay(50);
  }
}

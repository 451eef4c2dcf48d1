import { fileURLToPath } from 'node:url';
import { findFreePorts } from '../supervision/port-blocks.ts';
import { type ChildSpec, type SupervisorOptions, superviseChild } from '../supervision/supervisor.ts';
import { waitForPort } from '../supervision/wait-for-port.ts';

/** Variables with the addresses of the runner's controllers. */
export type ControllerAddresses = Readonly<Record<'SIMULATED_CONTROLLER' | 'LIVE_CONTROLLER', string>>;

export interface Controllers {
  readonly addresses: ControllerAddresses;
  /** Ports for health and metrics of the controllers started here. */
  readonly adminPorts: readonly number[];
}

/**
 * Starts the robot controllers as separate processes in every shape: they must survive their commander. A configured
 * one is used instead.
 */
export async function startControllers(options: SupervisorOptions, env: NodeJS.ProcessEnv): Promise<Controllers> {
  const adminPorts: number[] = [];
  const start = async (kind: 'simulated' | 'twin', named: string | undefined): Promise<string> => {
    if (named) return named;
    const ports = await findFreePorts(['line', 'admin']);
    adminPorts.push(ports.admin);
    await superviseChild(controllerSpec(kind, ports, env), options);
    return `127.0.0.1:${ports.line}`;
  };
  const [simulated, live] = await Promise.all([
    start('simulated', env.SIMULATED_CONTROLLER),
    start('twin', env.LIVE_CONTROLLER),
  ]);
  return { addresses: { SIMULATED_CONTROLLER: simulated, LIVE_CONTROLLER: live }, adminPorts };
}

/** A controller has little data; its garbage at 125 Hz is collected often and fast. */
const nodeFlags = ['--max-semi-space-size=1', '--max-old-space-size=64'];

function controllerSpec(
  kind: 'simulated' | 'twin',
  { line, admin }: Readonly<Record<'line' | 'admin', number>>,
  env: NodeJS.ProcessEnv,
): ChildSpec {
  return {
    name: `controller-${kind}`,
    command: process.execPath,
    args: [...nodeFlags, fileURLToPath(new URL('../../controller/dist/main.js', import.meta.url))],
    env: {
      ...env,
      CONTROLLER_KIND: kind,
      CONTROLLER_HOST: '127.0.0.1',
      CONTROLLER_PORT: String(line),
      CONTROLLER_ADMIN_PORT: String(admin),
    },
    port: line,
    adminPort: admin,
    waitUntilReady: (signal) => waitForPort(line, signal),
  };
}

import { fileURLToPath } from 'node:url';
import type { RobotKind } from '@cellwright/domain';
import {
  type ChildSpec,
  type SupervisedChild,
  type SupervisorOptions,
  superviseChild,
} from '../supervision/supervisor.ts';
import { findFreePort, waitForPort } from '../supervision/wait-for-port.ts';

export interface Controllers {
  readonly ports: Readonly<Record<RobotKind, number>>;
  readonly children: readonly SupervisedChild[];
  stop(): Promise<void>;
}

/** Robot controllers are processes of their own in every shape: they must survive whoever commands them. */
export async function startControllers(options: SupervisorOptions, env: NodeJS.ProcessEnv): Promise<Controllers> {
  const ports = { simulated: await findFreePort(), live: await findFreePort() };
  const children = await Promise.all([
    superviseChild(controllerSpec('simulated', ports.simulated, env), options),
    superviseChild(controllerSpec('twin', ports.live, env), options),
  ]);
  return { ports, children, stop: async () => void (await Promise.all(children.map((child) => child.stop()))) };
}

function controllerSpec(kind: 'simulated' | 'twin', port: number, env: NodeJS.ProcessEnv): ChildSpec {
  return {
    name: `controller-${kind}`,
    command: process.execPath,
    args: ['--max-old-space-size=64', fileURLToPath(new URL('../../controller/dist/main.js', import.meta.url))],
    env: { ...env, CONTROLLER_KIND: kind, CONTROLLER_PORT: String(port) },
    port,
    waitUntilReady: (signal) => waitForPort(port, signal),
  };
}

import { fileURLToPath } from 'node:url';
import type { RobotKind } from '@cellwright/domain';
import { type ChildSpec, type SupervisorOptions, superviseChild } from '../supervision/supervisor.ts';
import { findFreePort, waitForPort } from '../supervision/wait-for-port.ts';

/**
 * Robot controllers are processes of their own in every shape: they must survive whoever commands them. Answers where
 * they listen on loopback.
 */
export async function startControllers(
  options: SupervisorOptions,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<RobotKind, number>>> {
  const ports = { simulated: await findFreePort(), live: await findFreePort() };
  await Promise.all([
    superviseChild(controllerSpec('simulated', ports.simulated, env), options),
    superviseChild(controllerSpec('twin', ports.live, env), options),
  ]);
  return ports;
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

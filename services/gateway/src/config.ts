import { readFileSync } from 'node:fs';
import { addressConfig, booleanConfig, commonConfig, portConfig, tlsConfig } from '@cellwright/service-kit';
import { robotArmConfig } from '@cellwright/service-kit/arm';
import { busConfig } from '@cellwright/service-kit/bus';
import * as z from 'zod';
import type { GatewayDeps } from './app.ts';
import { doorConfig, limitsOf } from './door/limits.ts';
import { splitNames } from './http/known-hosts.ts';
import { dhKindsSettings } from './robot-api/dh-kinds.ts';

export const configSchema = z.object({
  ...commonConfig,
  HOST: z.string().default('127.0.0.1'),
  PORT: portConfig(3000),
  /**
   * Address for health and metrics without a token, for the collectors of the machine or cluster; without ADMIN_PORT
   * there is none.
   */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: portConfig().optional(),
  ...tlsConfig,
  /** Address of HTTPS once there is a certificate. Default the address of HTTP. */
  HTTPS_HOST: z.string().optional(),
  HTTPS_PORT: portConfig(3443),
  /**
   * Ports of the stop listener on the host name of the gateway; without them browsers stop only through the gateway.
   */
  STOP_PORT: portConfig().optional(),
  STOP_HTTPS_PORT: portConfig().optional(),
  /** Additional host names and addresses of the cell, separated by commas; `*.domain`, `*` for all. */
  HOST_NAMES: z.string().default(''),
  ...busConfig,
  ...robotArmConfig,
  LIBRARY_ADDRESS: addressConfig(),
  RUNNER_ADDRESS: addressConfig(),
  DRY_RUN_ADDRESS: addressConfig(),
  EQUIPMENT_ADDRESS: addressConfig(),
  IDENTITY_ADDRESS: addressConfig(),
  SOFTWARE_UPDATE_ADDRESS: addressConfig(),
  /** Address of the hub in the installation of a fleet; unset in a cell. */
  HUB_ADDRESS: addressConfig().optional(),
  /** File with the key of this machine's command line; without it there is no admin key. */
  ADMIN_KEY_FILE: z.string().optional(),
  /** Addresses from which that key is accepted: only this machine, or any if the key is a secret of a cluster. */
  ADMIN_KEY_FROM: z.enum(['loopback', 'anywhere'], 'must be loopback or anywhere').default('loopback'),
  /** Address of the motion service's planner socket. */
  PLANNER_ADDRESS: addressConfig(),
  /** Proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas. */
  TRUST_PROXY: z.string().default(''),
  /** Folder of the built web app; without it `/` shows the API. */
  WEB_FOLDER: z.string().optional(),
  /** Folder of the example routines; without it none are offered. */
  EXAMPLES_FOLDER: z.string().optional(),
  /**
   * True if a program's move over the robot API switches a live robot to program control. Otherwise the program must do
   * so before, by the control mode.
   */
  ROBOT_API_MOVES_TAKE_CONTROL: booleanConfig(true),
  /** Programs that see the own kind of a DH gripper: clients since 2.20260605 reject such a response. */
  ROBOT_API_DH_KINDS: z.enum(dhKindsSettings, 'must be auto, always or never').default('auto'),
  /**
   * Not ready before this file contains the URL of the cell, so that its command line finds it; not awaited if unset.
   */
  ANNOUNCEMENT_FILE: z.string().optional(),
  ...doorConfig,
});
export type Config = z.infer<typeof configSchema>;

/** Returns the options of `build` from the environment. */
export function settingsOf(
  config: Config,
): Pick<
  GatewayDeps,
  | 'arm'
  | 'host'
  | 'port'
  | 'addresses'
  | 'adminKey'
  | 'adminKeyFrom'
  | 'limits'
  | 'webFolder'
  | 'examplesFolder'
  | 'trustProxy'
  | 'movesTakeControl'
  | 'dhKinds'
  | 'hostNames'
  | 'stopPorts'
  | 'tls'
> {
  return {
    trustProxy: splitNames(config.TRUST_PROXY),
    hostNames: splitNames(config.HOST_NAMES),
    stopPorts: { port: config.STOP_PORT, httpsPort: config.STOP_HTTPS_PORT },
    tls: {
      TLS_CERT_FILE: config.TLS_CERT_FILE,
      TLS_KEY_FILE: config.TLS_KEY_FILE,
      TLS_CA_FILE: config.TLS_CA_FILE,
      host: config.HTTPS_HOST ?? config.HOST,
      port: config.HTTPS_PORT,
    },
    adminKey: config.ADMIN_KEY_FILE ? readFileSync(config.ADMIN_KEY_FILE, 'utf8').trim() : undefined,
    adminKeyFrom: config.ADMIN_KEY_FROM,
    limits: limitsOf(config),
    movesTakeControl: config.ROBOT_API_MOVES_TAKE_CONTROL,
    dhKinds: config.ROBOT_API_DH_KINDS,
    webFolder: config.WEB_FOLDER,
    examplesFolder: config.EXAMPLES_FOLDER,
    arm: config.ROBOT_ARM.model,
    host: config.HOST,
    port: config.PORT,
    addresses: {
      library: config.LIBRARY_ADDRESS,
      runner: config.RUNNER_ADDRESS,
      dryRun: config.DRY_RUN_ADDRESS,
      equipment: config.EQUIPMENT_ADDRESS,
      identity: config.IDENTITY_ADDRESS,
      softwareUpdate: config.SOFTWARE_UPDATE_ADDRESS,
      hub: config.HUB_ADDRESS,
      planner: config.PLANNER_ADDRESS,
    },
  };
}

/** The configured event bus of a process: a NATS server, or the hub of another process on the same machine. */

import * as z from 'zod';
import { internalTLSConfig, readInternalTLS } from '../callers/index.ts';
import { ConfigError, urlConfig } from '../config.ts';
import type { Health } from '../health.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { EventBus } from './event-bus.ts';

/** Variables of a service that uses the event bus. Spread into its schema. */
export const busConfig = {
  /** Also `hub://127.0.0.1:port`, where the cell serves its built-in bus. */
  NATS_URL: urlConfig(['nats:', 'tls:', 'hub:', 'hubs:'], 'nats://127.0.0.1:4222'),
  /** User of this service, if the NATS server requires one. */
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  /** Secret that the hub requires of its clients. */
  BUS_SECRET: z.string().optional(),
  ...internalTLSConfig,
} as const;

export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
  readonly BUS_SECRET?: string | undefined;
  readonly INTERNAL_TLS_CERT_FILE?: string | undefined;
  readonly INTERNAL_TLS_KEY_FILE?: string | undefined;
  readonly INTERNAL_TLS_CA_FILE?: string | undefined;
}

export interface BusContext {
  /** Name of the service, for logs. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  /** True if the service is not ready without its bus. Default true. */
  readonly isCritical?: boolean;
}

/** Connects, and registers the bus with health and lifecycle. Loads only the required client. */
export async function openBus(settings: BusSettings, context: BusContext): Promise<EventBus> {
  const { health, lifecycle } = context;
  const bus = await connectBus(settings, context);
  lifecycle.onStop('bus', () => bus.close());
  health.addCheck('event bus', (signal) => bus.ping(signal), { critical: context.isCritical ?? true });
  return bus;
}

async function connectBus(settings: BusSettings, { name, log, metrics }: BusContext): Promise<EventBus> {
  const { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password, BUS_SECRET: secret } = settings;
  if (!/^hubs?:/.test(url)) {
    const { openNatsBus } = await import('./nats/nats-bus.ts');
    return openNatsBus({ url, user, password, name, log, metrics });
  }
  if (secret === undefined)
    throw new ConfigError([{ variable: 'BUS_SECRET', problem: 'say what the hub at NATS_URL asks for' }]);
  const { openHubBus } = await import('./hub/hub-bus.ts');
  const tls = url.startsWith('hubs:') ? readInternalTLS({ ...settings }, log) : undefined;
  return openHubBus({ url, secret, tls, name, log, metrics });
}

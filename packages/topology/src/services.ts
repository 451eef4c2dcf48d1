/** Every service of a cell. `addressVariable` is the environment variable with its address for callers. */
export const services = {
  gateway: { addressVariable: undefined, actsAs: undefined },
  'stop-listener': { addressVariable: undefined, actsAs: undefined },
  library: { addressVariable: 'LIBRARY_ADDRESS', actsAs: undefined },
  'routine-runner': { addressVariable: 'RUNNER_ADDRESS', actsAs: 'Routine' },
  'dry-run': { addressVariable: 'DRY_RUN_ADDRESS', actsAs: undefined },
  equipment: { addressVariable: 'EQUIPMENT_ADDRESS', actsAs: undefined },
  motion: { addressVariable: 'MOTION_ADDRESS', actsAs: undefined },
  identity: { addressVariable: 'IDENTITY_ADDRESS', actsAs: undefined },
  'external-control': { addressVariable: undefined, actsAs: undefined },
  'software-update': { addressVariable: 'SOFTWARE_UPDATE_ADDRESS', actsAs: 'Software update' },
  hub: { addressVariable: 'HUB_ADDRESS', actsAs: 'Fleet hub' },
  controller: { addressVariable: undefined, actsAs: undefined },
} as const satisfies Readonly<Record<string, ServiceEntry>>;

interface ServiceEntry {
  readonly addressVariable: string | undefined;
  /** Name in histories and the audit log for automatic changes of the service. Default: the service's name. */
  readonly actsAs: string | undefined;
}

export type ServiceName = keyof typeof services;

// Sound: these are the keys of a literal object.
export const serviceNames = Object.keys(services) as readonly ServiceName[];

export function isServiceName(text: string): text is ServiceName {
  return Object.hasOwn(services, text);
}

/**
 * The only service that acts for users: it verifies tokens and sessions. Every other service acts in its own name. The
 * stop listener verifies them too, and may only stop.
 */
export const speaksForPeople: ServiceName = 'gateway';

/** Returns the name under which a service that does not act for users changes documents. */
export function actorNameOf(service: ServiceName): string {
  return services[service].actsAs ?? service;
}

/** Variables with the addresses of gRPC services and of motion's planner socket. A cell sets them itself. */
export const addressVariables: readonly string[] = [
  ...Object.values(services).flatMap(({ addressVariable }) => addressVariable ?? []),
  'PLANNER_ADDRESS',
];

/** The only service that vouches for users: it signs the assertions that identify them to others. */
export const vouchesForPeople: ServiceName = 'identity';

/**
 * Environment variables with the key that identity signs assertions with, and with the keys that all others verify them
 * with.
 */
export const personKeyVariables = { private: 'PERSON_KEY', public: 'PERSON_PUBLIC_KEYS' } as const;

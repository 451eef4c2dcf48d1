import { type CalleeOf, calls } from './calls.ts';
import { type ServiceName, serviceNames, speaksForPeople } from './services.ts';

/** A pair of services of which one calls the other. */
export interface Arrow {
  readonly caller: ServiceName;
  readonly callee: ServiceName;
}

type Grants = Readonly<Record<string, 'all' | readonly string[]>>;

const grants: ReadonlyMap<ServiceName, ReadonlyMap<string, Grants>> = new Map(
  serviceNames.map((caller) => [caller, new Map(Object.entries<Grants>(calls[caller]))]),
);

/** All pairs of services that talk to each other. */
export const arrows: readonly Arrow[] = serviceNames.flatMap((caller) =>
  serviceNames.filter((callee) => grants.get(caller)?.has(callee)).map((callee) => ({ caller, callee })),
);

/** Returns services that a service calls. */
export function calleesOf<Caller extends ServiceName>(caller: Caller): readonly CalleeOf<Caller>[] {
  // Sound: these are the keys of the caller's row.
  return Object.keys(calls[caller]) as CalleeOf<Caller>[];
}

/** Returns services that call a service. */
export function callersOf(service: ServiceName): readonly ServiceName[] {
  return arrows.filter(({ callee }) => callee === service).map(({ caller }) => caller);
}

/** Environment variable with the secret by which `caller` proves itself to `callee`. */
export function secretVariable({ caller, callee }: Arrow): string {
  const spell = (name: string) => name.toUpperCase().replaceAll('-', '_');
  return `SECRET_${spell(caller)}_TO_${spell(callee)}`;
}

/** Returns variables with all secrets that a service shares with others, as caller and as callee. */
export function secretVariablesOf(service: ServiceName): readonly string[] {
  return arrows.filter(({ caller, callee }) => caller === service || callee === service).map(secretVariable);
}

/** True if the table lets `caller` use a method of a port of `callee`. gRPC methods are spelled as in the definitions. */
export function isGranted({ caller, callee }: Arrow, port: string, method: string): boolean {
  const methods = grants.get(caller)?.get(callee)?.[port];
  return methods === 'all' || (methods?.includes(method) ?? false);
}

const pathPattern = /^\/cellwright\.(\w+)\/(\w)(\w*)$/;

/** {@link isGranted} for the path of a gRPC method, such as `/cellwright.RunnerService/Send`. */
export function isPathGranted(arrow: Arrow, path: string): boolean {
  const [, port, initial, rest] = pathPattern.exec(path) ?? [];
  if (port === undefined || initial === undefined) return false;
  return isGranted(arrow, port, `${initial.toLowerCase()}${rest}`);
}

/** True if a service handles calls that the gateway makes for users, and therefore verifies the users. */
export function verifiesPeople(service: ServiceName): boolean {
  return Object.keys(grants.get(speaksForPeople)?.get(service) ?? {}).some((port) => port !== 'PlannerSocket');
}

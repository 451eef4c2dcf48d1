import { checkMigrations, formatVersionField } from '@cellwright/domain/basics';
import * as z from 'zod';
import { actionsLiveStateSchema } from '../capabilities/actions.ts';
import type { AnyContract } from '../framework/contract.ts';
import { hostField, millisecondsField, nameField, portField } from '../framework/fields.ts';
import { type DeclaredValue, toDeclaredValue, toMigration, withDeclaredDefault } from './declared.ts';
import type { DeclaredDevice } from './device-manifest.ts';

/** Name of a device kind of a package, with the name of the package: 'acme-tower/SignalTower'. */
export type PackagedKind = `${string}/${string}`;

/** Configuration of a device of a package. Its settings are further fields. */
export type PackagedConfig = {
  readonly kind: PackagedKind;
  readonly name: string;
  readonly hostname: string;
  readonly port: number;
  readonly timeoutMS: number;
};

/** A device kind of a loaded package. */
export interface PackagedDevice {
  readonly packageName: string;
  readonly declared: DeclaredDevice;
  readonly kind: PackagedKind;
  readonly contract: AnyContract & { readonly config: z.ZodType<PackagedConfig> };
}

/** Returns a declared device kind as a contract like that of a built one. @throws Error that says what is wrong */
export function createPackagedDevice(packageName: string, declared: DeclaredDevice): PackagedDevice {
  const { label, description, group, maker, version, connection, actions, sensors } = declared;
  const kind: PackagedKind = `${packageName}/${declared.kind}`;
  const settings = Object.fromEntries(
    Object.entries(declared.settings).map(([name, value]) => [name, toSetting(name, value)]),
  );
  const own = {
    kind: z.literal(kind),
    name: nameField(label),
    hostname: hostField('192.168.1.10'),
    port: portField(connection.port),
    timeoutMS: millisecondsField('Time to connect and to answer', 2000),
  };
  // Its own fields come first in forms, and keep their types.
  const config = z.object({ ...own, ...settings, ...own });
  const contract = {
    ...{ kind, label, description, config, version },
    migrations: declared.migrations.map(toMigration),
    catalogue: { group, ...(maker !== undefined && { maker }) },
    liveState: actionsLiveStateSchema,
    capabilities: {
      actions: () => ({
        // Form of the expression of a sensor on the network.
        sensorKind: 'modbusTCP' as const,
        actions: actions.map(({ id, name }) => ({ id, name })),
        sensors: sensors.map(({ id, name }) => ({ id, name })),
      }),
    },
    address: ({ hostname: host, port }: PackagedConfig) => ({ host, port }),
    examples: declared.examples.map(({ title, config: fields }) => ({
      title,
      config: parseExample(config, title, { ...fields, kind }),
    })),
  };
  checkDeclaration(declared);
  return { packageName, declared, kind, contract: checkMigrations('It', contract) };
}

/** Returns the fields of a configuration that its kind declares, for its module. */
export function settingsOf(config: PackagedConfig): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !ownFields.includes(name)));
}

const ownFields: readonly string[] = ['kind', 'name', 'hostname', 'port', 'timeoutMS', formatVersionField];

function toSetting(name: string, declared: DeclaredValue): z.ZodType {
  if (ownFields.includes(name)) throw new Error(`The setting ${name} has the name of a field of every device`);
  const { title: label, description: help, unit, default: initial } = declared;
  try {
    if (initial === undefined) throw new Error('has no default');
    return withDeclaredDefault(toDeclaredValue(declared), initial).meta({
      label,
      ...(unit !== undefined && { unit }),
      ...(help !== undefined && { help }),
    });
  } catch (error) {
    throw new Error(`The setting ${name} ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkDeclaration({ actions, sensors, settings, examples }: DeclaredDevice): void {
  if (actions.length + sensors.length === 0) throw new Error('It has neither actions nor sensors');
  for (const items of [actions, sensors]) {
    const taken = items.find(({ id, name }, index) =>
      items.slice(0, index).some((other) => other.id === id || other.name === name),
    );
    if (taken !== undefined) throw new Error(`It declares ${taken.id} twice, or two items with the name ${taken.name}`);
  }
  const unknown = actions
    .flatMap(({ dryRun }) => Object.keys(dryRun.sensors))
    .find((id) => !sensors.some((each) => each.id === id));
  if (unknown !== undefined) throw new Error(`dryRun sets ${unknown}, which is not a sensor`);
  for (const { title, config } of examples) {
    const stranger = Object.keys(config).find((name) => !ownFields.includes(name) && !Object.hasOwn(settings, name));
    if (stranger !== undefined) throw new Error(`The example '${title}' sets ${stranger}, which is not a setting`);
  }
}

function parseExample<Config>(schema: z.ZodType<Config>, title: string, example: unknown): Config {
  const parsed = schema.safeParse(example);
  if (parsed.success) return parsed.data;
  throw new Error(`The example '${title}' is wrong: ${z.prettifyError(parsed.error)}`);
}

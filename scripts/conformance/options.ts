/** Options of `npm run conformance`. */
import { parseArgs } from 'node:util';
import { whyNotTestable } from '@cellwright/equipment/conformance';
import {
  type EquipmentConfig,
  equipmentKinds,
  isEquipmentKind,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';

export const usage = `Puts a real device on the network through the conformance suite of its kind. IT MOVES.

  npm run conformance -- --kind KIND --host HOST [--port PORT] [--unit UNIT] [--config JSON] [--yes] [--json]

--config has further fields of the kind's configuration, for example '{"model":"AG-95"}'; docs/equipment.md
has them all. It lists what the device will do and asks before anything moves. --yes confirms that all is ready:
fingers are clear, a part is under the cups of a vacuum gripper, nothing touches a force sensor.
Exit code 0 if every check of a real device passed, 1 if one failed, 2 if nothing was run.`;

export interface Options {
  readonly config: EquipmentConfig;
  readonly isConfirmed: boolean;
  readonly isJson: boolean;
}

/**
 * Parses the options.
 * @returns the task, or a sentence with the problem; an empty one when help was requested.
 */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        kind: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        unit: { type: 'string' },
        config: { type: 'string' },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return '';
    const config = readConfig(values);
    return typeof config === 'string' ? config : { config, isConfirmed: values.yes, isJson: values.json };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Wanted {
  readonly kind?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly unit?: string | undefined;
  readonly config?: string | undefined;
}

function readConfig({ kind, host, port, unit, config }: Wanted): EquipmentConfig | string {
  if (kind === undefined || host === undefined) return '--kind and --host are needed';
  if (!isEquipmentKind(kind)) return `No equipment kind "${kind}" exists; there are ${equipmentKinds.join(', ')}`;
  const parsed = parseEquipmentConfig({
    ...readFields(config),
    kind,
    ...named(['host', 'hostname'], host),
    ...(port === undefined ? {} : named(['port', 'httpPort'], readWhole('--port', port))),
    ...(unit === undefined ? {} : { unitID: readWhole('--unit', unit) }),
  });
  if (!parsed.isValid) return parsed.config.problems.join('\n');
  if (unit !== undefined && !('unitID' in parsed.config)) return `${kind} has no unit: leave --unit out`;
  return whyNotTestable(parsed.config) ?? parsed.config;
}

/** Sets a value under each name that kinds use for it; a kind uses its own. */
function named(names: readonly string[], value: string | number): object {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function readFields(text: string | undefined): object {
  const fields: unknown = text === undefined ? {} : parseJson(text);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error('--config takes a JSON object');
  return fields;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readWhole(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`${name} takes a whole number`);
  return Number(text);
}

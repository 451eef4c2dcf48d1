import { cleanHost, findHostProblem, formatVersionField } from '@cellwright/domain/basics';
import { type EquipmentRecord, equipmentDraftSchema } from '@cellwright/domain/equipment';
import { findUnknownFields, type Problem, problemsOf } from '@cellwright/domain/routine';
import {
  anyEntity,
  type Draft,
  equipment,
  isObject,
  type Preparation,
  parseStored,
  prepareDocument,
  readDraft,
} from '@cellwright/entities';
import {
  addressOf,
  contractOf,
  type EquipmentConfig,
  hideSecrets,
  migrateConfig,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import * as z from 'zod';
import { keepSecrets } from './kept-secrets.ts';

const entity = anyEntity('equipment');

/** Returns the reason why a host from user input is forbidden; undefined when it is allowed. */
export type RefuseHost = (host: string, port: number) => string | undefined;

/** Choices for a new device that its client left open. */
export interface DeviceChoices {
  readonly choosePort: () => Promise<number>;
  /** Returns the default name of a kind if no other device has it, else the next of its series. */
  readonly chooseName: (defaultName: string) => Promise<string>;
}

/**
 * Reads a record as a client sends it. A configuration that cannot be read disables the device and is kept; a save
 * without the switch or the port keeps them. A forbidden host is refused.
 */
export async function prepareRecord(
  draft: Draft,
  { choosePort, chooseName }: DeviceChoices,
  refuseHost: RefuseHost,
): Promise<Preparation> {
  const read = readDraft(entity, draft);
  if (!read.ok) return read;
  const sent = equipmentDraftSchema.safeParse(read.document);
  if (!sent.success) return { ok: false, problems: problemsOf(sent.error) };
  const { id, isEnabled, simulatorPort } = sent.data;
  const previous = draft.previous === undefined ? undefined : parseStored(equipment, draft.previous);
  if (!isObject(sent.data.config)) return { ok: false, problems: [noConfiguration] };
  const kept = keepSecrets(sent.data.config, draft.text, previous?.config);
  if ('problem' in kept) return { ok: false, problems: [kept.problem] };
  const badHost = findBadHost(kept.config, previous?.config);
  if (badHost) return { ok: false, problems: [badHost] };
  const migrated = migrateConfig(kept.config);
  if (!migrated.ok) return { ok: false, problems: [refuseVersion(migrated.error)] };
  const parsed = parseEquipmentConfig(kept.config);
  const { config, isValid } = parsed;
  const problem = parsed.isValid ? checkHost(parsed.config, refuseHost) : undefined;
  if (problem) return { ok: false, problems: [problem] };
  const unknown = isValid ? findUnknownSettings(draft, parsed.config) : [];
  if (unknown.length > 0) return { ok: false, problems: unknown };
  const isUnnamed = draft.previous === undefined && Reflect.get(Object(kept.config), 'name') === undefined;
  return prepareDocument(entity, {
    id,
    config: isUnnamed ? { ...config, name: await chooseName(config.name) } : config,
    isEnabled: isValid && (isEnabled ?? previous?.isEnabled ?? true),
    simulatorPort: simulatorPort ?? previous?.simulatorPort ?? (await choosePort()),
  });
}

/** A text, a list or a number has no kind that a newer build could know: nothing is lost by refusing it. */
const noConfiguration: Problem = {
  kind: 'invalidConfiguration',
  fieldId: 'config',
  message: 'This must be an object with the kind of the device',
};

/** Returns problems of sent fields that neither the record nor the kind has. */
function findUnknownSettings({ text, mode }: Draft, config: EquipmentConfig): Problem[] {
  const sent: unknown = JSON.parse(text);
  const typed: unknown = Reflect.get(Object(sent), 'config');
  const migrated = mode === 'patch' ? undefined : migrateConfig(typed);
  const { [formatVersionField]: _, ...named } = Object(migrated?.ok ? migrated.value : typed);
  return findUnknownFields({ config: named }, { config }, z.object({ config: contractOf(config.kind).config }));
}

/** Returns the problem of a newer configuration, which is never stored: fields unknown to this build would be lost. */
function refuseVersion(message: string): Problem {
  return { kind: 'invalidConfiguration', fieldId: `config.${formatVersionField}`, message };
}

/** Fields in which kinds store a host. */
const hostFields = ['host', 'hostname'] as const;

/** Returns the problem of an invalid host, unless it was stored before. */
function findBadHost(config: unknown, previous: unknown): Problem | undefined {
  for (const field of hostFields) {
    const typed = readField(config, field);
    if (typeof typed !== 'string' || typed === readField(previous, field)) continue;
    const message = findHostProblem(cleanHost(typed));
    if (message !== undefined) return { kind: 'invalidConfiguration', fieldId: `config.${field}`, message };
  }
  return undefined;
}

function readField(config: unknown, field: string): unknown {
  return isObject(config) ? config[field] : undefined;
}

/**
 * Returns the problem of a forbidden host. Only a host in the configuration is user input: some kinds have none, or a
 * fixed one.
 */
function checkHost(config: EquipmentConfig, refuseHost: RefuseHost): Problem | undefined {
  const address = addressOf(config);
  if (!('host' in address)) return undefined;
  const { host, port } = address;
  const field = Object.entries<unknown>(config).find(([, value]) => value === host)?.[0];
  const refusal = field === undefined ? undefined : refuseHost(host, port);
  return refusal === undefined
    ? undefined
    : {
        kind: 'invalidConfiguration',
        fieldId: `config.${field}`,
        message: refusal,
      };
}

/** Returns a stored record as this build reads it: a record accepted by an older build may be invalid now. */
export function readStored(record: EquipmentRecord): EquipmentRecord {
  const { config, isValid } = parseEquipmentConfig(record.config);
  return { ...record, config, isEnabled: record.isEnabled && isValid };
}

/** Returns a stored record for clients, without the secrets that only drivers need. */
export function showRecord(record: EquipmentRecord): EquipmentRecord {
  const { config, ...rest } = readStored(record);
  return { ...rest, config: hideSecrets(config) };
}

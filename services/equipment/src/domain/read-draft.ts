import {
  cleanHost,
  type EquipmentRecord,
  equipmentDraftSchema,
  findHostProblem,
  findUnknownFields,
  formatVersionField,
  type Problem,
  problemsOf,
} from '@cellwright/domain';
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

/** Why a host that a person typed may not be a device's; undefined when it may. */
export type RefuseHost = (host: string, port: number) => string | undefined;

/**
 * Reads a record as a client sends it. A configuration that cannot be read disables the device and is kept; a save that
 * does not mention the switch or the port keeps them. A host that nothing of the cell may reach is refused.
 */
export async function prepareRecord(
  draft: Draft,
  choosePort: () => Promise<number>,
  refuseHost: RefuseHost,
): Promise<Preparation> {
  const read = readDraft(entity, draft);
  if (!read.ok) return read;
  const sent = equipmentDraftSchema.safeParse(read.document);
  if (!sent.success) return { ok: false, problems: problemsOf(sent.error) };
  const { id, isEnabled, simulatorPort } = sent.data;
  const previous = draft.previous === undefined ? undefined : parseStored(equipment, draft.previous);
  const kept = keepSecrets(sent.data.config, draft.text, previous?.config);
  if ('problem' in kept) return { ok: false, problems: [kept.problem] };
  const badHost = findBadHost(kept.config, previous?.config);
  if (badHost) return { ok: false, problems: [badHost] };
  const migrated = migrateConfig(kept.config);
  if (!migrated.ok) return { ok: false, problems: [refuseVersion(migrated.message)] };
  const parsed = parseEquipmentConfig(kept.config);
  const { config, isValid } = parsed;
  const problem = parsed.isValid ? checkHost(parsed.config, refuseHost) : undefined;
  if (problem) return { ok: false, problems: [problem] };
  const unknown = isValid ? findUnknownSettings(draft, parsed.config) : [];
  if (unknown.length > 0) return { ok: false, problems: unknown };
  return prepareDocument(entity, {
    id,
    config,
    isEnabled: isValid && (isEnabled ?? previous?.isEnabled ?? true),
    simulatorPort: simulatorPort ?? previous?.simulatorPort ?? (await choosePort()),
  });
}

/** Fields of the record that was sent that neither it nor the device's kind has. */
function findUnknownSettings({ text, mode }: Draft, config: EquipmentConfig): Problem[] {
  const sent: unknown = JSON.parse(text);
  const typed: unknown = Reflect.get(Object(sent), 'config');
  const migrated = mode === 'patch' ? undefined : migrateConfig(typed);
  const { [formatVersionField]: _, ...named } = Object(migrated?.ok ? migrated.content : typed);
  return findUnknownFields({ config: named }, { config }, z.object({ config: contractOf(config.kind).config }));
}

/** A configuration of a newer version is never stored: what this build does not know of it would be lost. */
function refuseVersion(message: string): Problem {
  return { kind: 'invalidConfiguration', fieldId: `config.${formatVersionField}`, message };
}

/** The fields in which kinds keep a host. */
const hostFields = ['host', 'hostname'] as const;

/** A text that is no host, unless it was stored before. */
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

/** Only a host that stands in the configuration was typed: some kinds have none, or one of their own. */
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

/** A stored record as this build understands it: one that an older build accepted may not be valid any more. */
export function readStored(record: EquipmentRecord): EquipmentRecord {
  const { config, isValid } = parseEquipmentConfig(record.config);
  return { ...record, config, isEnabled: record.isEnabled && isValid };
}

/** A stored record as anybody but a driver is told of it. */
export function showRecord(record: EquipmentRecord): EquipmentRecord {
  const { config, ...rest } = readStored(record);
  return { ...rest, config: hideSecrets(config) };
}

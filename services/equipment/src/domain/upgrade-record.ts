import { mayDiffer } from '@cellwright/domain/basics';
import {
  anyEntity,
  type DocumentUpgrade,
  isObject,
  type JsonObject,
  type UpgradedDocument,
  upgradeDocument,
  upgradeOf,
  upgradeText,
} from '@cellwright/entities';
import { contractOf, listKinds, migrateConfig } from '@cellwright/equipment/contracts';

const entity = anyEntity('equipment');
const ownForm = upgradeOf(entity);

/**
 * Upgrades a device record to the newest form, its configuration by its kind. A configuration of a newer version stays
 * unchanged: it is shown as unreadable, with its name.
 */
export const recordUpgrade: DocumentUpgrade = {
  mayDiffer: (text) => ownForm.mayDiffer(text) || mayDiffer(text, listVersions()),
  upgrade: (text) => upgradeText(text, upgradeRecord),
};

function listVersions() {
  return listKinds().map((kind) => [kind, contractOf(kind)] as const);
}

function upgradeRecord(stored: JsonObject): UpgradedDocument {
  const upgraded = upgradeDocument(entity, stored);
  if (!upgraded.ok) return upgraded;
  const { config } = upgraded.document;
  if (!isObject(config)) return upgraded;
  const migrated = migrateConfig(config);
  if (!migrated.ok || migrated.value === config) return upgraded;
  return { ok: true, document: { ...upgraded.document, config: migrated.value } };
}

/** All stored documents of the cell, by kind: its version, the hash of its form, and documents of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion, stampFormat, type Versioned } from '@cellwright/domain/basics';
import { routineFileFormatVersion } from '@cellwright/domain/routine';
import { type AnyEntity, allEntities, describeDocument, parseStored } from '@cellwright/entities';
import { contractOf, equipmentKinds, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { builtStepContracts, configureStep, upgradeRoutineParts } from '@cellwright/steps/contracts';
import { readRoutineFile } from '../../services/library/src/domain/routine-document.ts';
import { entityExamples } from './entity-examples.ts';
import { hashForm } from './schema-hash.ts';

const examples = join(import.meta.dirname, '../../examples/routines');

export const groups = ['steps', 'devices', 'entities', 'files'] as const;
export type Group = (typeof groups)[number];

export interface StoredDocument {
  readonly title: string;
  readonly document: unknown;
}

export interface StoredKind {
  readonly kind: string;
  readonly version: number;
  /** Hash of the form; absent for files, whose parts have their own forms. */
  readonly form?: string;
  /** Documents in the form of this build, and older ones that a cell may still have. */
  readonly documents: readonly StoredDocument[];
}

/** Parts of entities with their own versions, and records that are shown unchanged. */
const omitted: Readonly<Record<string, readonly string[]>> = {
  routines: ['space', 'stepConfigurations'],
  bugReports: ['logs', 'bundle'],
};

export function listStoredKinds(group: Group): StoredKind[] {
  switch (group) {
    case 'steps':
      return builtStepContracts.map((contract) => ({
        kind: contract.kind,
        version: newestVersion(contract),
        form: hashForm(contract.args),
        documents: contract.examples.map(({ title, args }) => ({
          title,
          document: configureStep(contract.kind, { ...args }),
        })),
      }));
    case 'devices':
      return equipmentKinds.map((kind) => {
        const contract = contractOf(kind);
        const configs = [{ title: 'Defaults', config: { kind } }, ...contract.examples];
        const documents = configs.map(({ title, config }) => ({
          title,
          document: stampFormat(contract, contract.config.parse(config)),
        }));
        return { kind, version: newestVersion(contract), form: hashForm(contract.config), documents };
      });
    case 'entities':
      return allEntities
        .filter(({ isComputed }) => !isComputed)
        .map((entity) => ({
          kind: entity.name,
          version: versionOf(entity),
          form: hashForm(entity.schema, omitted[entity.name]),
          documents: entityExamples(entity.name).map(({ title, document, isOlder }) => ({
            title,
            document: isOlder ? document : JSON.parse(describeDocument(entity, entity.schema.parse(document)).body),
          })),
        }));
    case 'files':
      return [{ kind: 'routine file', version: routineFileFormatVersion, documents: readExamples() }];
  }
}

/** Reads a stored document like this build. @throws Error when it is unreadable. */
export function readStoredDocument(group: Group, kind: string, document: unknown): unknown {
  const text = JSON.stringify(document);
  switch (group) {
    case 'steps':
      return readStep(kind, JSON.parse(text));
    case 'devices': {
      const parsed = parseEquipmentConfig(JSON.parse(text));
      if (!parsed.isValid) throw new Error(parsed.config.problems.join('; '));
      return parsed.config;
    }
    case 'entities': {
      const entity = allEntities.find(({ name }) => name === kind);
      if (!entity) throw new Error(`no entity is called ${kind}`);
      return JSON.parse(describeDocument(entity, parseStored(entity, text)).body);
    }
    case 'files': {
      const file = readRoutineFile(text);
      if (!file.ok) throw new Error(file.problems.map(({ message }) => message).join('; '));
      return file.value;
    }
  }
}

function readStep(kind: string, configuration: unknown): unknown {
  const contract = builtStepContracts.find((each) => each.kind === kind);
  const upgraded = upgradeRoutineParts({ stepConfigurations: { step: configuration } });
  if (!contract || !upgraded.ok)
    throw new Error(upgraded.ok ? `no step is called ${kind}` : upgraded.problems[0]?.message);
  const { step } = Object(upgraded.routine.stepConfigurations);
  return { ...step, args: contract.args.parse(step.args) };
}

/** Returns the number of migrations of the entity and of the kinds of its documents, plus 1. */
function versionOf(entity: AnyEntity): number {
  const kinds: readonly Versioned[] = Object.values(entity.versionsByKind ?? {});
  return kinds.reduce((version, each) => version + newestVersion(each) - 1, newestVersion(entity));
}

function readExamples(): StoredDocument[] {
  return readdirSync(examples)
    .sort()
    .map((title) => ({ title, document: JSON.parse(readFileSync(join(examples, title), 'utf8')) }));
}

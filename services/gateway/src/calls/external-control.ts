import type { ExternalControlView } from '@cellwright/calls';
import {
  type AssemblyPart,
  type ExternalControlSettings,
  type ExternalControlState,
  externalControlSettingsSchema,
  inputParts,
  outputParts,
  readPart,
} from '@cellwright/domain/robot';
import { anyEntity } from '@cellwright/entities';
import { cellDevice, renderEDS, usualLayout } from '@cellwright/ethernet-ip';
import type { CallHandlers, CallScope } from '@cellwright/service-kit/calls';
import * as z from 'zod';
import type { EntityAccess } from '../domain/entity-access.ts';
import { subjectOfAuthor } from './subject-of-author.ts';

export interface ExternalControlDeps {
  readonly access: Pick<EntityAccess, 'get' | 'save'>;
  /** Newest state of the adapter; undefined while it does not run. */
  readonly currentState: () => ExternalControlState | undefined;
}

type Calls =
  | 'getExternalControl'
  | 'getEDSFile'
  | 'startExternalControlBot'
  | 'stopExternalControlBot'
  | 'updateEtherNetIPAddress';

const settingsEntity = anyEntity('externalControlSettings');
const flagsEntity = anyEntity('featureFlags');
const flagsSchema = z.looseObject({ etherNetIP: z.boolean().default(false) });

/** Creates the calls of external control: settings from the identity service, and the state of the adapter. */
export function createExternalControlCalls({
  access,
  currentState,
}: ExternalControlDeps): Pick<CallHandlers<'gateway'>, Calls> {
  const readDocument = async ({ author }: CallScope, entity: typeof settingsEntity): Promise<unknown> => {
    const { json } = await access.get(entity, entity.singleton ?? '', undefined, subjectOfAuthor(author));
    return JSON.parse(Buffer.from(json).toString('utf8'));
  };
  const readSettings = async (scope: CallScope) =>
    externalControlSettingsSchema.parse(await readDocument(scope, settingsEntity));
  const readFlag = async (scope: CallScope) => flagsSchema.parse(await readDocument(scope, flagsEntity)).etherNetIP;
  const save = async (scope: CallScope, change: object): Promise<ExternalControlSettings> => {
    const { author, idempotencyKey } = scope;
    const wanted = { json: Buffer.from(JSON.stringify(change)), isMerge: true };
    const id = settingsEntity.singleton ?? '';
    const { json } = await access.save(settingsEntity, id, wanted, subjectOfAuthor(author), idempotencyKey);
    return externalControlSettingsSchema.parse(JSON.parse(Buffer.from(json).toString('utf8')));
  };
  const show = async (scope: CallScope, settings: ExternalControlSettings) =>
    describeControl(settings, await readFlag(scope), currentState());
  return {
    getExternalControl: async (_, scope) => show(scope, await readSettings(scope)),
    getEDSFile: async () => ({ fileName: 'cellwright.eds', text: renderCellEDS() }),
    startExternalControlBot: async (_, scope) => show(scope, await save(scope, { isEnabled: true })),
    stopExternalControlBot: async (_, scope) => show(scope, await save(scope, { isEnabled: false })),
    async updateEtherNetIPAddress(address, scope) {
      const { etherNetIPAdapter } = await readSettings(scope);
      return show(scope, await save(scope, { etherNetIPAdapter: { ...etherNetIPAdapter, ...address } }));
    },
  };
}

/** Returns the settings and the state of the adapter, with the values of all assembly parts by name. */
export function describeControl(
  settings: ExternalControlSettings,
  isFlagOn: boolean,
  reported: ExternalControlState | undefined,
): ExternalControlView {
  const { host, port, ioPort, uponConnectionLoss } = settings.etherNetIPAdapter;
  const isWanted = settings.isEnabled && isFlagOn && host !== '';
  // A process that was switched off publishes until it has ended.
  const state = isWanted && reported?.host === host ? reported : undefined;
  return {
    status: findStatus(settings, isFlagOn, state),
    isEnabled: settings.isEnabled,
    adapter: { host, port, ioPort, uponConnectionLoss },
    state: state ?? null,
    inputs: inputParts.map((part) => describePart(part, state?.inputs)),
    outputs: outputParts.map((part) => describePart(part, state?.outputs)),
  };
}

function findStatus(
  { isEnabled, etherNetIPAdapter }: ExternalControlSettings,
  isFlagOn: boolean,
  state: ExternalControlState | undefined,
): ExternalControlView['status'] {
  if (!isEnabled) return 'off';
  if (etherNetIPAdapter.host === '') return 'noAddress';
  if (!isFlagOn) return 'flagOff';
  return state?.status ?? 'starting';
}

function describePart({ bits = [], ...part }: AssemblyPart, bytes: readonly number[] = []) {
  const value = readPart(Uint8Array.from(bytes), part);
  const named = bits.map((name, index) => ({ name, isSet: Math.floor(value / 2 ** index) % 2 === 1 }));
  return { ...part, value, bits: named };
}

/** Date of the layout that the file describes. */
const layoutDate = { date: '11-28-2026', time: '12:00:00' } as const;

export function renderCellEDS(): string {
  return renderEDS({
    ...{ device: cellDevice, vendorName: 'Cellwright', layout: usualLayout },
    ...{ inputs: inputParts, outputs: outputParts },
    ...layoutDate,
  });
}

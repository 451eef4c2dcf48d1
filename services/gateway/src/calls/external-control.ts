import type { ExternalControlView } from '@cellwright/calls';
import {
  type AssemblyPart,
  commandNodes,
  commandRegisters,
  type ExternalControlSettings,
  type ExternalControlState,
  type ExternalNode,
  type ExternalProtocol,
  type ExternalRegister,
  expandNodeID,
  externalControlSettingsSchema,
  findEffectiveProtocols,
  inputNodes,
  inputParts,
  inputRegisters,
  outputParts,
  ownerValues,
  readPart,
  readRegisters,
  renderEtherNetIPTags,
  renderModbusTags,
  renderOpcUATags,
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
  | 'getTagFile'
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
    getTagFile: async ({ protocol }) => ({ fileName: `cellwright-${protocol}.csv`, text: tagFiles[protocol]() }),
    startExternalControlBot: async (_, scope) => show(scope, await save(scope, { isEnabled: true })),
    stopExternalControlBot: async (_, scope) => show(scope, await save(scope, { isEnabled: false })),
    async updateEtherNetIPAddress(address, scope) {
      const { etherNetIPAdapter } = await readSettings(scope);
      return show(scope, await save(scope, { etherNetIPAdapter: { ...etherNetIPAdapter, ...address } }));
    },
  };
}

const tagFiles: Readonly<Record<ExternalProtocol, () => string>> = {
  etherNetIP: renderEtherNetIPTags,
  modbus: renderModbusTags,
  opcUA: renderOpcUATags,
};

/** Returns the settings and the state of every protocol, with the values of all assembly parts and registers by name. */
export function describeControl(
  settings: ExternalControlSettings,
  isFlagOn: boolean,
  reported: ExternalControlState | undefined,
): ExternalControlView {
  const { host, port, ioPort, uponConnectionLoss } = settings.etherNetIPAdapter;
  const wanted = findEffectiveProtocols(settings, isFlagOn);
  const state = isCurrent(settings, wanted, reported) ? reported : undefined;
  return {
    owner: state?.owner ?? null,
    modbus: describeModbus(settings, state),
    opcUA: describeOpcUA(settings, state),
    status: findStatus({ isOn: settings.isEnabled, host, isAllowed: isFlagOn }, state),
    isEnabled: settings.isEnabled,
    adapter: { host, port, ioPort, uponConnectionLoss },
    state: state ?? null,
    inputs: inputParts.map((part) => describePart(part, state?.inputs)),
    outputs: outputParts.map((part) => describePart(part, state?.outputs)),
  };
}

/** False for the state of a process that was switched off or has other settings, and publishes until it has ended. */
function isCurrent(
  { etherNetIPAdapter, modbus, opcUA }: ExternalControlSettings,
  wanted: Readonly<Record<ExternalProtocol, boolean>>,
  reported: ExternalControlState | undefined,
): boolean {
  if (!reported || !Object.values(wanted).includes(true)) return false;
  return (
    reported.host === (wanted.etherNetIP ? etherNetIPAdapter.host : '') &&
    reported.modbus?.host === (wanted.modbus ? modbus.host : undefined) &&
    reported.opcUA?.host === (wanted.opcUA ? opcUA.host : undefined)
  );
}

interface Switches {
  readonly isOn: boolean;
  readonly host: string;
  readonly isAllowed: boolean;
}

function findStatus(
  { isOn, host, isAllowed }: Switches,
  state: { readonly status: ExternalControlView['status'] } | undefined,
): ExternalControlView['status'] {
  if (!isOn) return 'off';
  if (host === '') return 'noAddress';
  if (!isAllowed) return 'flagOff';
  return state?.status ?? 'starting';
}

function describeModbus(
  { isEnabled, modbus }: ExternalControlSettings,
  state: ExternalControlState | undefined,
): ExternalControlView['modbus'] {
  const server = state?.modbus ?? undefined;
  const isOn = isEnabled && modbus.isEnabled;
  const inputs = readRegisters(inputRegisters, Uint8Array.from(state?.inputs ?? []));
  const owner = state?.owner ? ownerValues.other : ownerValues.none;
  const commands = [...(server?.words ?? [0, 0]), owner];
  return {
    status: findStatus({ isOn, host: modbus.host, isAllowed: true }, server),
    settings: modbus,
    state: server ?? null,
    registers: [
      ...inputRegisters.map((register) => describeRegister(register, 'input', inputs)),
      ...commandRegisters.map((register) => describeRegister(register, 'holding', commands)),
    ],
  };
}

function describeOpcUA(
  { isEnabled, opcUA }: ExternalControlSettings,
  state: ExternalControlState | undefined,
): ExternalControlView['opcUA'] {
  const server = state?.opcUA ?? undefined;
  const isOn = isEnabled && opcUA.isEnabled;
  const inputs = Uint8Array.from(state?.inputs ?? []);
  const [command = 0, heartbeat = 0] = server?.words ?? [];
  const owner = findOpcUAOwner(state);
  const written = new Map<string, number>(Object.entries({ Command: command, LineHeartbeat: heartbeat, Owner: owner }));
  return {
    status: findStatus({ isOn, host: opcUA.host, isAllowed: true }, server),
    settings: opcUA,
    state: server ?? null,
    variables: [
      ...inputNodes.filter(isWhole).map((node) => describeNode(node, readPart(inputs, node.part))),
      ...commandNodes.filter(isWhole).map((node) => describeNode(node, written.get(node.name) ?? 0)),
    ],
  };
}

/** True for the variable of a whole part, whose bits are variables as well. */
const isWhole = ({ bit }: ExternalNode) => bit === undefined;

function findOpcUAOwner(state: ExternalControlState | undefined): number {
  if (!state?.owner) return ownerValues.none;
  return state.owner.protocol === 'opcUA' ? ownerValues.self : ownerValues.other;
}

function describeNode(node: ExternalNode, value: number) {
  const { name, help, bits = [] } = node.part;
  return { name, nodeID: expandNodeID(node), help, value, bits: nameBits(bits, value) };
}

function describeRegister(
  { part: { name, help, bits = [] }, address, wordCount }: ExternalRegister,
  table: 'input' | 'holding',
  words: readonly number[],
) {
  const value = words.slice(address, address + wordCount).reduce((sum, word) => sum * 0x1_0000 + word, 0);
  return { name, table, address, wordCount, help, value, bits: nameBits(bits, value) };
}

function describePart({ bits = [], ...part }: AssemblyPart, bytes: readonly number[] = []) {
  const value = readPart(Uint8Array.from(bytes), part);
  return { ...part, value, bits: nameBits(bits, value) };
}

function nameBits(names: readonly string[], value: number) {
  return names.map((name, index) => ({ name, isSet: Math.floor(value / 2 ** index) % 2 === 1 }));
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

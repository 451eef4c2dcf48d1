import { createId, freeName, ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { IOPortOwner } from '@cellwright/domain/robot';
import { equipment, parseStored } from '@cellwright/entities';
import { checkEnds } from '@cellwright/equipment/carrying';
import { describeEnds, isTool, parseEquipmentConfig, wiredPortsOf } from '@cellwright/equipment/contracts';
import type { EntityHooks, EntityTransaction } from '@cellwright/service-kit/entities';
import { refuseToCarry, refuseWhileCarried, refuseWhileOnFlange, type ToolLoss } from '../domain/flange-use.ts';
import { refuseOtherSupply, refuseOwnedPorts, refuseTakenPorts } from '../domain/port-claims.ts';
import { prepareRecord, type RefuseHost, readStored, showRecord } from '../domain/read-draft.ts';
import { recordUpgrade } from '../domain/upgrade-record.ts';
import { listHolders } from '../store/flange-store.ts';
import { lockRecords } from '../store/locked-records.ts';

export interface EquipmentHooksDeps {
  readonly list: () => Promise<readonly EquipmentRecord[]>;
  /** Returns a free TCP port for the simulator of a new device, except for the given ones. */
  readonly findSimulatorPort: (taken: ReadonlySet<number>) => Promise<number>;
  /** Returns the reason why a host from user input is forbidden for a device. */
  readonly refuseHost: RefuseHost;
  /** Returns the owners of ports of the control box, by full name; none while unknown. */
  readonly listPortOwners: () => Promise<ReadonlyMap<string, IOPortOwner>>;
  /** Called after every change, so that drivers and simulators follow. */
  readonly onChange: () => Promise<void>;
}

/** Creates the hooks of device records for rules beyond their definition. */
export function createEquipmentHooks(deps: EquipmentHooksDeps): EntityHooks<EquipmentRecord> {
  const choosePort = async (): Promise<number> => {
    const taken = (await deps.list()).flatMap(({ simulatorPort }) => simulatorPort ?? []);
    return deps.findSimulatorPort(new Set(taken));
  };
  const chooseName = async (defaultName: string): Promise<string> => {
    return freeName(defaultName, new Set((await deps.list()).map(({ config }) => config.name)));
  };
  const refuseOwned = async (record: EquipmentRecord): Promise<EquipmentRecord> => {
    const isWired = record.isEnabled && wiredPortsOf(record.config).length > 0;
    if (isWired) refuseOwnedPorts(record, await deps.listPortOwners());
    return record;
  };
  return {
    upgrade: recordUpgrade,
    prepare: (draft) => prepareRecord(draft, { choosePort, chooseName }, deps.refuseHost),
    // First start of a cell: one enabled 2FG7, on its simulator.
    async seed() {
      const { config } = parseEquipmentConfig({ kind: 'OnRobot2FG7' });
      return [{ id: createId('equipment'), config, isEnabled: true, simulatorPort: await choosePort() }];
    },
    beforeCreate: refuseOwned,
    beforeSave: refuseOwned,
    async within(tx, change, { id, body, fields }, { previous }) {
      if (change === 'removed') {
        await refuseInUse(tx, parseRecord(body), 'delete it');
      } else {
        if (previous && losesTool(parseRecord(previous.body), parseRecord(body)))
          await refuseInUse(tx, parseRecord(previous.body), 'change its kind');
        if (fields.simulatorPort !== undefined) await refuseTakenPort(tx, id, Number(fields.simulatorPort));
        const record = readStored(parseRecord(body));
        await refusePortsOfOthers(tx, record);
        await refuseTakenTools(tx, record);
      }
    },
    afterCommit: deps.onChange,
    present: showRecord,
  };
}

/**
 * Refuses to lose a tool that an arm or a changer carries. The record is locked: a runner that wants it on a flange
 * waits, and then finds it changed.
 */
async function refuseInUse(tx: EntityTransaction, record: EquipmentRecord, loss: ToolLoss): Promise<void> {
  refuseWhileOnFlange(record, await listHolders(tx, record.id), loss);
  refuseWhileCarried(await lockRecords(tx), record, loss);
}

/** True if a device was a tool and becomes something else. */
function losesTool({ config: before }: EquipmentRecord, { config: after }: EquipmentRecord): boolean {
  return before.kind !== after.kind && isTool(before) && !isTool(after);
}

async function refusePortsOfOthers(tx: EntityTransaction, record: EquipmentRecord): Promise<void> {
  if (!record.isEnabled || wiredPortsOf(record.config).length === 0) return;
  const records = (await lockRecords(tx)).map(readStored);
  refuseTakenPorts(record, records);
  refuseOtherSupply(record, records);
}

/** Refuses tools that are mounted elsewhere: on another end, or on a flange itself. */
async function refuseTakenTools(tx: EntityTransaction, changer: EquipmentRecord): Promise<void> {
  const ends = describeEnds(changer.config);
  if (ends.length === 0) return;
  const records = (await lockRecords(tx)).map(readStored);
  checkEnds(records, changer);
  for (const { toolID } of ends) {
    const tool = records.find(({ id }) => id === toolID);
    if (tool) refuseToCarry(tool, await listHolders(tx, tool.id));
  }
}

function parseRecord(body: string): EquipmentRecord {
  return parseStored(equipment, body);
}

/** Refuses a simulator port that another device uses, since the devices would answer for each other. */
async function refuseTakenPort(tx: EntityTransaction, id: string, port: number): Promise<void> {
  const taken = await tx
    .selectFrom('Entity')
    .select('id')
    .where('entity', '=', equipment.name)
    .where('id', '<>', id)
    .where('removedAt', 'is', null)
    .where((eb) => eb(eb.ref('fields', '->>').key('simulatorPort'), '=', String(port)))
    .limit(1)
    .executeTakeFirst();
  if (!taken) return;
  throw new ProductError(
    'conflict',
    `Simulator port ${port} belongs to another device. Choose another, or omit it to get a free one`,
    { simulatorPort: port },
  );
}

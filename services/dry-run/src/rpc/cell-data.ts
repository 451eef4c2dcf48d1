import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { LibraryServiceService } from '@cellwright/proto/library';
import { collectProgram, type LoadedProgram, loadTimeoutMS } from '@cellwright/routine-runner/simulation';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import type { ProofSubject } from '../process/proof-job.ts';

/** A list of small documents, ms. */
const listTimeoutMS = 3000;

export interface CellDataParts {
  /** gRPC addresses, host:port. */
  readonly addresses: { readonly library: string; readonly equipment: string };
  readonly proofs: Pick<Proofs<'dry-run'>, 'library' | 'equipment'>;
  readonly metrics: Metrics;
}

/** Reads the routine, the devices and the features of the cell for one dry run. */
export function connectCellData({ addresses, proofs, metrics }: CellDataParts) {
  const library = connectPeer(LibraryServiceService, { address: addresses.library, proof: proofs.library, metrics });
  const devices = connectPeer(EquipmentServiceService, {
    address: addresses.equipment,
    proof: proofs.equipment,
    metrics,
  });
  return {
    /** @throws ProductError */
    async listRecords(): Promise<EquipmentRecord[]> {
      const request = { enabledOnly: false, capability: '' };
      const { recordsJson } = await devices.listEquipment(request, { deadlineMs: listTimeoutMS });
      return recordsJson.map((json) => equipmentRecordSchema.parse(JSON.parse(json.toString('utf8'))));
    },
    /** Loads a stored routine, or the program of a routine file. @throws ProductError */
    load(subject: ProofSubject): Promise<LoadedProgram> {
      const isFile = subject.kind === 'file';
      const fileJson = isFile ? Buffer.from(subject.json) : Buffer.alloc(0);
      const request = { routineId: isFile ? '' : subject.routineID, version: 0, fileJson };
      return collectProgram(library.loadProgram(request, { deadlineMs: loadTimeoutMS }));
    },
    listFeaturesOn: async () => (await library.listFeaturesOn({}, { deadlineMs: listTimeoutMS })).names,
  };
}

import { type ErrorCode, ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord, ProbedValues, ProbeRequest } from '@cellwright/domain/equipment';
import type { ProbeFailure, ProbeResult } from '@cellwright/equipment/capabilities';
import type { Session } from './stop-epochs.ts';

export interface ProbeDeps {
  /** @throws ProductError not_found, or equipment_no_matching when the device has no registers or is disabled. */
  readonly choose: (id: string, capability: 'probe') => Promise<EquipmentRecord>;
  /** @throws ProductError unavailable when this session cannot reach the device. */
  readonly probe: (
    record: EquipmentRecord,
    session: Session,
    request: ProbeRequest,
    signal: AbortSignal,
  ) => Promise<ProbeResult>;
}

export interface AskedProbe {
  readonly equipmentID: string;
  readonly session: Session;
  readonly request: ProbeRequest;
}

export type Probes = ReturnType<typeof createProbes>;

/** Reads registers of devices, for one client at a time per device, so that the device's own traffic is not delayed. */
export function createProbes({ choose, probe }: ProbeDeps) {
  const probed = new Set<string>();
  /** @throws ProductError with the problem and its remedy. */
  return async ({ equipmentID, session, request }: AskedProbe, signal: AbortSignal): Promise<ProbedValues> => {
    const record = await choose(equipmentID, 'probe');
    if (probed.has(record.id)) throw new ProductError('rate_limited', alreadyProbed(record));
    probed.add(record.id);
    try {
      const result = await probe(record, session, request, signal);
      if (!result.ok) throw refusalOf(result.failure);
      return result.values;
    } finally {
      probed.delete(record.id);
    }
  };
}

function alreadyProbed({ config }: EquipmentRecord): string {
  return `Another user is reading the registers of '${config.name}'. Try again in a moment`;
}

const codes: Record<ProbeFailure['reason'], ErrorCode> = {
  refused: 'invalid_parameters',
  unreachable: 'unavailable',
  timeout: 'unavailable',
  busy: 'unavailable',
  invalidAnswer: 'unavailable',
  stopped: 'conflict',
};

function refusalOf({ reason, message }: ProbeFailure): ProductError {
  return new ProductError(codes[reason], message, { reason });
}

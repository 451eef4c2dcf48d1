import type { Clock } from '@cellwright/domain/basics';
import type { ProbeRequest } from '@cellwright/domain/equipment';
import type { ProbeFailure, ProbeResult } from '../../capabilities/probe.ts';
import { readTable } from '../../framework/modbus-tables.ts';
import { exceptionCodes, type ModbusFailure, type ModbusTransport } from '../../transport/modbus.ts';

/** Time after which reading registers one by one ends, with the results until then. */
const oneByOneMS = 3000;

/**
 * Reads a range of addresses. A device rejects a whole range if one address is missing: then each address is read
 * separately, for a limited time.
 */
export async function probeRange(
  modbus: ModbusTransport,
  clock: Clock,
  { table, offset, count }: ProbeRequest,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const whole = await readTable(modbus, table, offset, count, { signal });
  if (whole.ok) return { ok: true, values: [...whole.value] };
  if (whole.failure.exception !== exceptionCodes.illegalAddress || count === 1) return explain(whole.failure);
  const deadline = clock.now() + oneByOneMS;
  const values: (number | null)[] = [];
  for (let place = offset; place < offset + count && clock.now() < deadline; place++) {
    const one = await readTable(modbus, table, place, 1, { signal });
    if (!one.ok && one.failure.kind !== 'refused') return explain(one.failure);
    values.push(one.ok ? (one.value[0] ?? null) : null);
  }
  if (values.every((value) => value === null)) return explain(whole.failure);
  return { ok: true, values: [...values, ...new Array<null>(count - values.length).fill(null)] };
}

const advice: Record<ProbeFailure['reason'], string> = {
  busy: 'Look again in a moment',
  unreachable: 'Check its host and port, and that it is on',
  timeout: 'Check its unit, or increase its response time limit',
  refused: 'Choose another address, count or type of register',
  invalidAnswer: 'Check that a Modbus TCP server is at this address',
  stopped: 'Look again',
};

function explain({ kind, message }: ModbusFailure): ProbeResult & { ok: false } {
  const reason = reasons[kind];
  return { ok: false, failure: { reason, message: `${message}. ${advice[reason]}` } };
}

const reasons = {
  unreachable: 'unreachable',
  connectionLost: 'unreachable',
  timeout: 'timeout',
  refused: 'refused',
  busy: 'busy',
  invalidAnswer: 'invalidAnswer',
  aborted: 'stopped',
} as const satisfies Record<ModbusFailure['kind'], ProbeFailure['reason']>;

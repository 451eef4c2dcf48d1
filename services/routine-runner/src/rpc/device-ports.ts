/** Ports on the wire, and the endless stream of their levels. */
import { ProductError } from '@cellwright/domain/basics';
import {
  type DeviceOutput,
  findPortByName,
  type IOLevel,
  type IOLevels,
  writablePortKindSchema,
} from '@cellwright/domain/robot';
import type { FollowPortsResponse, ForcedInput, PortOutput } from '@cellwright/proto/runner';
import type { DevicePorts, PortsPicture } from '../domain/session/device-ports.ts';

/** Changes that wait for a slow reader; a longer queue loses its oldest, never its newest. */
const longestQueue = 256;

/** The levels now, then every change in order, until the signal aborts. */
export async function* followPorts(ports: DevicePorts, signal: AbortSignal): AsyncGenerator<FollowPortsResponse> {
  const queue: PortsPicture[] = [ports.picture];
  let wake: () => void = () => undefined;
  const unfollow = ports.follow((picture) => {
    if (queue.push(picture) > longestQueue) queue.shift();
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = queue.shift();
      if (next) yield toWire(next);
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', onAbort);
  }
}

function toWire({ isConnected, isTwin, levels, flangeWrench }: PortsPicture): FollowPortsResponse {
  return { isConnected, isTwin, high: listHigh(levels), flangeWrench: [...flangeWrench] };
}

function listHigh(levels: IOLevels): string[] {
  return Object.entries(levels).flatMap(([name, level]) => (level === 'high' ? [name] : []));
}

/** @throws ProductError for a port that is no output. */
export function readOutputs(outputs: readonly PortOutput[]): DeviceOutput[] {
  return outputs.map(({ name, isHigh, pulseSeconds, held, renews }) => {
    const port = findPortByName(name);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    if (!port || !kind.success) throw new ProductError('request_failed_validation', `There is no output ${name}`);
    const level = isHigh ? 'high' : 'low';
    const hold = renews ? 'renew' : 'begin';
    return {
      ...{ kind: kind.data, port: port.port, level },
      ...(pulseSeconds > 0 ? { pulseSeconds } : {}),
      ...(held ? { hold } : {}),
    };
  });
}

export function readInputs(inputs: readonly ForcedInput[]): { name: string; level: IOLevel | 'released' }[] {
  return inputs.map(({ name, isHigh }) => ({
    name,
    level: isHigh === undefined ? 'released' : isHigh ? 'high' : 'low',
  }));
}

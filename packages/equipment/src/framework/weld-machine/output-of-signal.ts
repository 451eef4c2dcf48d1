import { type DeviceOutput, findPortByName, writablePortKindSchema } from '@cellwright/domain/robot';
import type { SetSignal } from './weld-signals.ts';

/** Returns what a signal does to the output that carries it; undefined if the name is not one of an output. */
export function outputOfSignal(portName: string, { seconds, hold }: SetSignal): DeviceOutput | undefined {
  const port = findPortByName(portName);
  const kind = writablePortKindSchema.safeParse(port?.kind);
  if (!port || !kind.success) return undefined;
  const action = { kind: kind.data, port: port.port };
  return seconds > 0 ? { ...action, level: 'high', pulseSeconds: seconds, hold } : { ...action, level: 'low' };
}

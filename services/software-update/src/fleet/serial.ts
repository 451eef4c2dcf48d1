import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Returns a serial number for a box without one. It is constant for the installed system. */
export function deriveSerial(machineIDFile = '/etc/machine-id'): string {
  const digest = createHash('sha256').update(readMachineID(machineIDFile)).digest('hex');
  return `box-${digest.slice(0, 12)}`;
}

function readMachineID(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim() || hostname();
  } catch {
    return hostname();
  }
}

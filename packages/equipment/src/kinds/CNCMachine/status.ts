import type { MachineReading } from '../../capabilities/machine.ts';

/** Status of a machine without its request. */
export type Status = Omit<MachineReading, 'request' | 'requestedProgram'>;

/** Reason why the machine does not answer. */
export interface Lost {
  readonly lost: string;
}

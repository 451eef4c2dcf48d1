import type { SimulatedDeviceFault } from '@cellwright/domain/equipment';
import type { EquipmentKind } from '@cellwright/equipment/contracts';

/** Words for a mechanism that does not move, by kinds of devices where nothing jams. */
const stuckWords = {
  CustomCamera: 'pictureFrozen',
  WristCamera: 'pictureFrozen',
  FTPServer: 'transferStalled',
  OnRobotHEXE: 'noZeroing',
  OnRobotVG: 'noVacuum',
  WeldMachineEsab: 'noArc',
  WeldMachineGeneric: 'noArc',
  WeldMachineMiller: 'noArc',
} as const satisfies Partial<Record<EquipmentKind, string>>;

type FaultWord = SimulatedDeviceFault | (typeof stuckWords)[keyof typeof stuckWords];

/** Returns the key of the text that names a simulated fault of a kind of device. */
export function findFaultWord(kind: string, fault: SimulatedDeviceFault): FaultWord {
  return fault === 'jammed' && hasStuckWord(kind) ? stuckWords[kind] : fault;
}

function hasStuckWord(kind: string): kind is keyof typeof stuckWords {
  return Object.hasOwn(stuckWords, kind);
}

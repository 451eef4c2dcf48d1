import type { SimulatedFault } from '@cellwright/domain/robot';
import { degreesToRadians } from '@cellwright/geometry';

/** Quantity that the size of a fault measures, with its default on the screen. */
export interface FaultSize {
  readonly quantity: 'torque' | 'distance';
  readonly usual: number;
  readonly maximum: number;
}

/** Faults of a single joint; the others are of the whole arm. */
const sizes: Readonly<Partial<Record<SimulatedFault, FaultSize>>> = {
  collision: { quantity: 'torque', usual: 100, maximum: 500 },
  torqueCollision: { quantity: 'torque', usual: 100, maximum: 500 },
  jointLimit: { quantity: 'distance', usual: 3, maximum: 90 },
};

/** Faults in the order of the list: of a joint first. */
export const listedFaults: readonly SimulatedFault[] = [
  ...(['collision', 'torqueCollision', 'jointLimit', 'unbrake'] as const),
  ...(['powerBoard', 'safetyWatchdog', 'armControlTimeout'] as const),
];

/** True for a fault of a single joint. */
export function isJointFault(fault: SimulatedFault): boolean {
  return fault === 'unbrake' || sizes[fault] !== undefined;
}

export function sizeOf(fault: SimulatedFault): FaultSize | undefined {
  return sizes[fault];
}

/** Returns the message that causes a fault. `size` is in the unit of the screen: N·m or degrees; '' for the default. */
export function faultRequest(fault: SimulatedFault, joint: number, size: number | '') {
  return { fault, joint: isJointFault(fault) ? joint : 0, size: convertSize(sizes[fault], size) };
}

function convertSize(measured: FaultSize | undefined, size: number | ''): number {
  if (!measured) return 0;
  const wanted = size === '' || size === 0 ? measured.usual : size;
  return measured.quantity === 'distance' ? degreesToRadians(wanted) : wanted;
}

import type { SimulatedRegisters } from '../modbus-gripper/sim.ts';
import type { FingerGeometry } from '../simulated-fingers.ts';
import { commands, registers, registerUnitsPerMeter, statusBits } from './table.ts';

/** @param highestSpeed of the width at 100 %, m/s. */
export function simulatedTwoFingers(geometry: FingerGeometry, highestSpeed: number): SimulatedRegisters {
  return {
    geometry,
    readable: [{ first: registers.status, last: registers.internalWidth }],
    writable: { first: registers.targetWidth, last: registers.command },
    look(offset, { isMoving, gripDetected, externalWidth, internalWidth }) {
      if (offset === registers.externalWidth) return Math.round(externalWidth * registerUnitsPerMeter);
      if (offset === registers.internalWidth) return Math.round(internalWidth * registerUnitsPerMeter);
      return (isMoving ? statusBits.busy : 0) | (gripDetected ? statusBits.gripDetected : 0);
    },
    order(written, last) {
      const command = written(registers.command);
      const speed = written(registers.targetSpeed);
      if (last !== registers.command) return { kind: 'set' };
      if (command === commands.stop) return { kind: 'stop' };
      const isGrip = command === commands.gripExternal || command === commands.gripInternal;
      if (!isGrip || speed < 1 || speed > 100) return { kind: 'refused', exception: 'illegalValue' };
      return {
        kind: 'motion',
        motion: {
          direction: command === commands.gripExternal ? 'inward' : 'outward',
          widthMeters: written(registers.targetWidth) / registerUnitsPerMeter,
          forceNewtons: written(registers.targetForce),
          speedFraction: speed / 100,
          metersPerSecond: (speed / 100) * highestSpeed,
        },
      };
    },
  };
}

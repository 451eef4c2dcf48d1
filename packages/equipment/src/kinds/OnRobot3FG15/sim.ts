import { ModbusGripperSim, type SimulatedRegisters } from '../../framework/modbus-gripper/sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { type OnRobot3FG15Config, onRobot3FG15Contract } from './contract.ts';
import { commands, forceUnits, gripTypes, registers, registerUnitsPerMeter, statusBits } from './driver.ts';

/** Speed of the diameter as published for the 3FG15, m/s; it has no other. */
const speed = 0.125;

export const onRobot3FG15Sim: SimDefinition<typeof onRobot3FG15Contract> = {
  contract: onRobot3FG15Contract,
  create: (config, { clock }) => new ModbusGripperSim(config, simulatedThreeFingers(config), clock),
};

function simulatedThreeFingers(config: OnRobot3FG15Config): SimulatedRegisters {
  const { minimumDiameter, maximumDiameter, fingertipDiameter, maximumForce } = config;
  return {
    geometry: { minimumWidth: minimumDiameter, maximumWidth: maximumDiameter, fingertipWidth: fingertipDiameter },
    readable: [
      { first: registers.status, last: registers.diameter },
      { first: registers.minimumDiameter, last: registers.maximumDiameter },
    ],
    writable: { first: registers.targetForce, last: registers.command },
    look(offset, { isMoving, gripDetected, externalWidth }) {
      if (offset === registers.diameter) return toRegister(externalWidth);
      if (offset === registers.minimumDiameter) return toRegister(minimumDiameter);
      if (offset === registers.maximumDiameter) return toRegister(maximumDiameter);
      return (isMoving ? statusBits.busy : 0) | (gripDetected ? statusBits.gripDetected : 0);
    },
    order(written, last) {
      const command = written(registers.command);
      const type = written(registers.gripType);
      const force = written(registers.targetForce);
      if (last !== registers.command) return { kind: 'set' };
      if (command === commands.stop) return { kind: 'stop' };
      const isMotion = command === commands.grip || command === commands.move;
      const isType = type === gripTypes.external || type === gripTypes.internal;
      if (!isMotion || !isType || force > forceUnits) return { kind: 'refused', exception: 'illegalValue' };
      return {
        kind: 'motion',
        motion: {
          control: command === commands.move ? 'move' : 'force_grip',
          direction: type === gripTypes.external ? 'inward' : 'outward',
          widthMeters: written(registers.targetDiameter) / registerUnitsPerMeter,
          forceNewtons: (force / forceUnits) * maximumForce,
          metersPerSecond: speed,
        },
      };
    },
  };
}

function toRegister(meters: number): number {
  return Math.round(meters * registerUnitsPerMeter);
}

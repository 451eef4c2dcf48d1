import type { DriverDefinition } from '../../framework/driver.ts';
import { ModbusGripperDriver } from '../../framework/modbus-gripper/driver.ts';
import type { ModbusGripperTable } from '../../framework/modbus-gripper/table.ts';
import { describeThreeFingers, type OnRobot3FG15Config, onRobot3FG15Contract } from './contract.ts';

/** Registers of the 3FG15, offsets 0-based. Source: OnRobot's Connectivity Guide, Modbus registers of the 3FG15. */
export const registers = {
  /** Write: 0.1 % of the maximum force. */
  targetForce: 0x000,
  /** Write: 0.1 mm, diameter in the direction of the grip. */
  targetDiameter: 0x001,
  /** Write: one of `gripTypes`. */
  gripType: 0x002,
  /** Write: one of `commands`. */
  command: 0x003,
  /** Read: `statusBits`. */
  status: 0x100,
  /** Read: 0.1 mm, between the fingertips. */
  diameter: 0x101,
  /** Read: 0.1 mm, for the fingers as they are mounted. */
  minimumDiameter: 0x201,
  maximumDiameter: 0x202,
} as const;
/** An external grip closes on a part, an internal one opens inside it. */
export const gripTypes = { external: 0, internal: 1 } as const;
/** A grip keeps its force at a part; a move only goes to the diameter. */
export const commands = { grip: 1, move: 2, stop: 4 } as const;
export const statusBits = { busy: 1 << 0, gripDetected: 1 << 1 } as const;
export const registerUnitsPerMeter = 10_000;
export const forceUnits = 1000;

export const onRobot3FG15Driver: DriverDefinition<typeof onRobot3FG15Contract> = {
  contract: onRobot3FG15Contract,
  create: (config, context) => new ModbusGripperDriver(config, threeFingerTable(config), context),
};

function threeFingerTable(config: OnRobot3FG15Config): ModbusGripperTable {
  return {
    description: describeThreeFingers(config),
    resolutionMeters: 1 / registerUnitsPerMeter,
    reads: [
      { offset: registers.status, count: 2 },
      { offset: registers.minimumDiameter, count: 2 },
    ],
    decode([[status = 0, diameter = 0] = [], [minimum = 0, maximum = 0] = []]) {
      const inward = diameter / registerUnitsPerMeter;
      return {
        isBusy: (status & statusBits.busy) !== 0,
        gripDetected: (status & statusBits.gripDetected) !== 0,
        widthMeters: { inward, outward: inward + config.fingertipDiameter },
        reach: { minimum: minimum / registerUnitsPerMeter, maximum: maximum / registerUnitsPerMeter },
      };
    },
    encode: ({ control, direction, widthMeters, forceFraction }) => [
      {
        offset: registers.targetForce,
        values: [
          Math.round(forceFraction * forceUnits),
          Math.round(widthMeters * registerUnitsPerMeter),
          direction === 'inward' ? gripTypes.external : gripTypes.internal,
          control === 'move' ? commands.move : commands.grip,
        ],
      },
    ],
    stop: () => ({ offset: registers.command, values: [commands.stop] }),
  };
}

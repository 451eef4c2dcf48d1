import type { DriverDefinition } from '../../framework/driver.ts';
import { ModbusGripperDriver } from '../../framework/modbus-gripper/driver.ts';
import type { ModbusGripperTable } from '../../framework/modbus-gripper/table.ts';
import { type DHGripperConfig, describeDHGripper, dhGripperContract, widthsOf } from './contract.ts';

/** Registers of DH's grippers, offsets 0-based. Source: the short manuals of the AG, PGC and CGI series, Modbus-RTU. */
export const registers = {
  /** Write: `initialise`. The fingers move to both ends to find their range. */
  initialise: 0x100,
  /** Write: % of the maximum force, 20 to 100. */
  force: 0x101,
  /** Write: ‰ of the stroke, 0 closed. The fingers move there at once. */
  position: 0x103,
  /** Write: % of the maximum speed, 1 to 100. */
  speed: 0x104,
  /** Read: `initStates`. */
  initState: 0x200,
  /** Read: `gripStates`. */
  gripState: 0x201,
  /** Read: ‰ of the stroke. */
  positionNow: 0x202,
} as const;
export const initialise = 1;
export const initStates = { not: 0, done: 1, doing: 2 } as const;
export const gripStates = { moving: 0, reached: 1, caught: 2, dropped: 3 } as const;
export const countsOfStroke = 1000;

export const dhGripperDriver: DriverDefinition<typeof dhGripperContract> = {
  contract: dhGripperContract,
  create: (config, context) => new ModbusGripperDriver(config, dhTable(config), context),
};

function dhTable(config: DHGripperConfig): ModbusGripperTable {
  const { minimum, maximum } = widthsOf(config);
  const metersPerCount = (maximum - minimum) / countsOfStroke;
  return {
    description: describeDHGripper(config),
    resolutionMeters: metersPerCount,
    reads: [{ offset: registers.initState, count: 3 }],
    decode([[initState = 0, gripState = 0, position = 0] = []]) {
      const inward = minimum + position * metersPerCount;
      const isReady = initState === initStates.done;
      return {
        isBusy: initState === initStates.doing || (isReady && gripState === gripStates.moving),
        gripDetected: isReady && gripState === gripStates.caught,
        widthMeters: { inward, outward: inward + config.fingertipWidth },
        needsPreparation: !isReady,
      };
    },
    prepare: { offset: registers.initialise, values: [initialise] },
    encode({ direction, widthMeters, forceFraction, speedFraction }) {
      const between = direction === 'inward' ? widthMeters : widthMeters - config.fingertipWidth;
      return [
        { offset: registers.force, values: [Math.round(forceFraction * 100)] },
        // The device counts speed from 1 %, so 0 is invalid.
        { offset: registers.speed, values: [Math.max(1, Math.round(speedFraction * 100))] },
        { offset: registers.position, values: [Math.round((between - minimum) / metersPerCount)] },
      ];
    },
    // It has no stop command: it stops when its current position is its target.
    beforeStop: { offset: registers.positionNow, count: 1 },
    stop: ([position = 0]) => ({ offset: registers.position, values: [position] }),
  };
}

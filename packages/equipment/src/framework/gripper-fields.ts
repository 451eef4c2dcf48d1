import * as z from 'zod';
import { hostField, metersField, millisecondsField, nameField, portField } from './fields.ts';

/** Returns the connection fields of a Modbus gripper. Gripper requests have the longer of the usual time limits. */
export const modbusGripperFields = (name: string, host: string, unit: { fallback: number; help: string }) => ({
  name: nameField(name),
  host: hostField(host),
  port: portField(502),
  unitID: z.number().int().min(1).max(247).default(unit.fallback).meta({ label: 'Unit', help: unit.help }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer, and to end a motion', 10_000),
});

/**
 * Returns the connection fields of an OnRobot gripper, which is reached through its compute box; host, port and unit
 * are OnRobot's factory settings.
 */
export const computeBoxFields = (name: string) =>
  modbusGripperFields(name, '192.168.1.1', { fallback: 65, help: '65 is the first gripper of a compute box' });

export const tcpDistanceField = (fallback: number) =>
  metersField('Flange to fingertips', fallback, 'Along the flange axis, to the grip point');

export const fingertipWidthField = (fallback: number) =>
  metersField(
    'Both fingertips together',
    fallback,
    'Extra width of an inside grip compared with the gap between the fingertips',
  );

export const simulatedPartField = () =>
  metersField('Part in the simulator', 0, 'Width of a part between the simulated fingers; 0: none');

export const maximumForceField = (fallback: number) =>
  z.number().positive().max(5000).default(fallback).meta({ label: 'Largest force', unit: 'N' });

interface Widths {
  readonly minimumWidth: number;
  readonly maximumWidth: number;
}

/** False for fingers that do not close further than they open. */
export const areWidthsInOrder = ({ minimumWidth, maximumWidth }: Widths) => minimumWidth < maximumWidth;
export const widthsNotInOrder = { path: ['maximumWidth'], message: 'The maximum width must be above the minimum' };

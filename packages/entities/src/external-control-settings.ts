import { type ExternalControlSettings, externalControlSettingsSchema } from '@cellwright/domain/robot';
import { defineEntity } from './framework/definition.ts';

/** Settings for the commands of a line controller to the cell. */
export const externalControlSettings = defineEntity<ExternalControlSettings>({
  name: 'externalControlSettings',
  noun: 'set of external control settings',
  description: 'External control of the cell: ports of the robot, EtherNet/IP, Modbus, OPC UA, default routine',
  owner: 'identity',
  schema: externalControlSettingsSchema,
  version: 4,
  migrations: [
    {
      to: 2,
      describe: 'the robot and the port of cyclic data can be chosen; by default they are what they were',
      migrate: (settings) => settings,
    },
    {
      to: 3,
      describe: 'there is a Modbus server; by default it is off',
      migrate: (settings) => settings,
    },
    {
      to: 4,
      describe: 'there is an OPC UA server; by default it is off',
      migrate: (settings) => settings,
    },
  ],
  singleton: '1',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'controlPanelPIN', remove: 'nobody' },
  isReplicated: true,
});

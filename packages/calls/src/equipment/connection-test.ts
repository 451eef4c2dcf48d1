import { connectionTestMS, connectionTestRequestSchema, connectionTestSchema } from '@cellwright/domain/equipment';
import { defineCall } from '../framework/definition.ts';

export const testDeviceConnection = defineCall({
  owner: 'equipment',
  section: 'Devices',
  access: 'author',
  name: 'testDeviceConnection',
  summary: 'Test the connection to a device before it is added',
  description:
    'Connects with the given configuration, reads the state once and disconnects, within 5 s. Nothing is stored, and ' +
    'nothing is written to the device: it does not move. One test at a time; another is refused with rate_limited.',
  http: { method: 'POST', path: '/equipment-connection-test' },
  input: connectionTestRequestSchema,
  output: connectionTestSchema,
  effect: 'eachTime',
  audit: { action: 'devices.testConnection', target: 'equipment' },
  // The connection is closed after the test.
  deadlineMS: connectionTestMS + 5000,
});

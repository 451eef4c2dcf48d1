import { defineMessages } from '@cellwright/domain/basics';

/** Messages about the connection of a client to its cell. */
export const connectionMessages = defineMessages('connection', {
  stopNotConfirmed: 'The robot did not confirm the stop. Use the emergency stop',
  robotClosed: 'The connection to the robot was closed',
  robotSilent: (seconds: number) => `The robot has sent nothing for ${seconds} s`,
  notOpened: 'The connection could not be opened',
  closed: 'The connection was closed',
  closedByCell: 'The cell closed the connection',
  notAcceptedInTime: 'The cell did not accept the connection in time',
  notConnected: 'Not connected to the robot',
});

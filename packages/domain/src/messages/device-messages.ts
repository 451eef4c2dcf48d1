import { defineMessages } from '../basics/message-sources.ts';

/** Messages about devices that do not answer or do not do what was commanded. */
export const deviceMessages = defineMessages('device', {
  didNotAnswer: 'It did not answer',
  wasStillBusy: 'It was still busy',
  gripperMayHaveMoved: 'The gripper may have moved. Check it before continuing',
  gripperConnectionLost: 'The connection to the gripper was lost during the move',
  noConnectionToMachine: 'No connection to the machine',
  controlIsBusy: 'The control is busy',
  controlBoxSilent: 'The control box does not answer',
  forceSensorClosed: 'The connection to the force sensor was closed',
  simulatorNotRunning: 'The simulator of this device is not running',
  serviceShutsDown: 'The equipment service is shutting down',
  timedOut: (label: string, seconds: string, cause: string) =>
    `The ${label} did not end the command within ${seconds} s and was stopped. ${cause}. Check it before continuing`,
  named: (name: string, message: string) => `'${name}': ${message}`,
  thenCheck: (message: string, check: string) => `${message}. ${check}`,
  gripperNotReady: (timeoutMS: number) => `The gripper was not ready to move after ${timeoutMS} ms`,
  gripperStillMoved: (timeoutMS: number) => `The gripper was still moving after ${timeoutMS} ms and was stopped`,
  gripperBusy: 'The gripper is executing another command. Wait until it has ended',
  closedOnNothing: (distance: string) => `No part to grip: the fingers closed to ${distance}`,
  openedOnNothing: (distance: string) => `No part to grip: the fingers opened to ${distance}`,
  reachedInstead: (reached: string, wanted: string) => `${reached} instead of ${wanted}`,
  fingersStopped: (distance: string) =>
    `The fingers stopped at ${distance}; check for a part or an obstacle between them`,
  checkGripper: (problem: string) => `${problem}; check the gripper's power, cable and address`,
  checkDevice: (problem: string, label: string) => `${problem}; check the power, cable and address of the ${label}`,
  silentFor: (timeoutMS: number) => `The device did not answer within ${timeoutMS} ms`,
  notReadyWithin: (timeoutMS: number) => `The device was not ready within ${timeoutMS} ms`,
  noConnection: (address: string) => `No connection to ${address}`,
  noConnectionWithin: (address: string, timeoutMS: number) => `No connection to ${address} within ${timeoutMS} ms`,
  connectionFailed: (address: string, reason: string) => `No connection to ${address}: ${reason}`,
  busy: (why: string) => `The device is busy: ${why}`,
  unreachableBehindGateway: (why: string) => `The gateway cannot reach the device: ${why}`,
  silentBehindGateway: (why: string) =>
    `The device did not answer its gateway, so it is unknown whether the request was carried out: ${why}`,
  refused: (why: string) => `The device refused the request: ${why}`,
  notConfigured: (name: string, problems: string) => `The configuration of '${name}' is not valid: ${problems}`,
  disabled: (name: string) => `'${name}' is disabled. Enable it in Devices`,
  noSimulator: (name: string) => `'${name}' has no simulator. Give it a simulatorPort`,
});

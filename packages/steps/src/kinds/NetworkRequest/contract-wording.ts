import { defineMessages } from '@cellwright/domain/basics';

/** Messages of the step about its configuration and the answer. */
export const networkMessages = defineMessages('NetworkRequest', {
  registerRequired: 'Register required',
  readNeedsVariables: 'Choose a variable for every register to read',
  outputNeedsVariable: 'Choose a variable for every value of the response',
  valueRequired: 'Set a value for every register to write',
  noDevice: 'Add a Modbus TCP server to the equipment to exchange registers with it',
  chooseDevice: 'Choose a device: the cell has more than one with registers',
  withoutRegisters: (name: string) => `${name} has no registers. Choose another device`,
  noSuchRegister: (name: string, register: string) =>
    `${name} has no register '${register}'. Add it to the device, or choose another`,
  readOnly: (register: string) => `'${register}' is read-only. Choose another register`,
  addressRequired: 'Address required',
  headerNameWrong: 'A header name can have letters, digits and dashes only',
  headerValueWrong: 'A header value must be one line of plain text',
  headerReserved: (name: string) => `The header '${name}' is set automatically. Remove it`,
  bodyNotSent: (method: string) => `A ${method} request has no body. Remove it, or choose another method`,
  valueIsNoNumber: (register: string) => `The value for '${register}' must be a number, true or false`,
  status: (status: number) => `The server answered with status ${status}`,
  redirected: (status: number, location: string) =>
    `The server redirected to ${location} with status ${status}. Redirects are not followed: enter that address`,
  notJSON: 'The response is not JSON. Remove the path to use it as text',
  repeatedInAnswer: (name: string) =>
    `The response has the field '${name}' twice in one object. Correct it on the server`,
  /** `reason` names the variable. */
  notKept: (reason: string) => `A value of the response was not stored: ${reason}`,
  unheldInAnswer: (path: string, reason: string) =>
    path === '' ? `The response is ${reason}` : `At '${path}' the response has ${reason}`,
  missingInAnswer: (path: string) => `The response has no '${path}'. Check the path and the response of the server`,
});

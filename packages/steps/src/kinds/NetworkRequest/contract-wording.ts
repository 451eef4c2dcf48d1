/** Messages of the step about its configuration and the answer. */
export const networkMessages = {
  registerRequired: 'Register required',
  readNeedsVariables: 'Choose a variable for every register that is read',
  valueRequired: 'Set a value for every register that is written',
  noDevice: 'Add a Modbus TCP server to the equipment to exchange registers with it',
  chooseDevice: 'Choose a device: the cell has more than one with registers',
  withoutRegisters: (name: string) => `${name} has no registers; choose another device`,
  noSuchRegister: (name: string, register: string) =>
    `${name} has no register '${register}'; add it to the device, or choose another`,
  readOnly: (register: string) => `'${register}' can only be read; choose another register`,
  addressRequired: 'Address required',
  headerNameWrong: 'A header name has letters, digits and dashes only',
  headerValueWrong: 'A header value is one line of plain text',
  headerReserved: (name: string) => `The header '${name}' is set by the request itself; leave it out`,
  bodyNotSent: (method: string) => `A ${method} request has no body; leave it out, or choose another method`,
  valueIsNoNumber: (register: string) => `The value for '${register}' is no number and neither true nor false`,
  status: (status: number) => `The server answered with status ${status}`,
  redirected: (status: number, location: string) =>
    `The server answered with status ${status} and points to ${location}; redirects are not followed: enter that address`,
  notJSON: 'The answer is no JSON; leave the path out to take it as text',
  /** `reason` names the variable. */
  notKept: (reason: string) => `A value of the answer was not kept: ${reason}`,
  unheldInAnswer: (path: string, reason: string) => `The answer gives ${reason} at '${path}'`,
  missingInAnswer: (path: string) => `The answer has no '${path}'; check the path and what the server sends`,
} as const;

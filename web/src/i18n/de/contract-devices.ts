/** What the contracts of devices say, by the English: kinds, fields, actions and sensors. */
export const deContractDevices: Readonly<Record<string, string>> = {
  Output: 'Ausgang',
};

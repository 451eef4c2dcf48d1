import { extendedStatus, generalStatus, type ReadReply } from '../cip/message.ts';

const reasons: Readonly<Record<number, string>> = {
  [extendedStatus.duplicate]: 'the device still has the previous connection. Wait some seconds',
  [extendedStatus.ownership]: 'another controller owns the device. Disconnect that one',
  [extendedStatus.size]: 'a size of the assemblies does not match the device. Correct the sizes',
  [extendedStatus.consumedSize]: 'the size of the outputs does not match the device. Correct it',
  [extendedStatus.producedSize]: 'the size of the inputs does not match the device. Correct it',
  [extendedStatus.configurationSize]: 'the configuration assembly does not match the device. Correct its instance',
  [extendedStatus.rpi]: 'the device does not support the packet interval. Choose a longer one',
  [extendedStatus.rpiRange]: 'the device does not support the packet interval. Choose a longer one',
  [extendedStatus.outOfConnections]: 'the device has no free connection. Disconnect another controller',
  [extendedStatus.path]: 'the device does not have these assemblies. Correct their instances',
  [extendedStatus.segment]: 'the device does not have these assemblies. Correct their instances',
  [extendedStatus.transport]: 'the device does not offer cyclic connections',
};

/** Returns why a device refused a connection, and what to do. */
export function explainRefusal({ status, extended }: Pick<ReadReply, 'status' | 'extended'>): string {
  const word = status === generalStatus.connectionFailure ? extended[0] : undefined;
  const code = word === undefined ? `status 0x${toHex(status, 2)}` : `0x${toHex(word, 4)}`;
  const reason = word === undefined ? undefined : reasons[word];
  return `The device refuses the EtherNet/IP connection (${code})${reason === undefined ? '' : `: ${reason}`}`;
}

const toHex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

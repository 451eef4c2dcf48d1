import { describe, expect, it } from 'vitest';
import {
  etherNetIPAdapterSchema,
  externalControlSettingsSchema,
  listProtocolPorts,
  modbusServerSchema,
} from './external-control.ts';

describe.each([
  ['the Modbus server', modbusServerSchema],
  ['the EtherNet/IP adapter', etherNetIPAdapterSchema],
] as const)('The address of %s', (_, schema) => {
  const read = (host: string) => schema.safeParse({ host });

  it.each([
    ['', ''],
    ['192.168.1.5', '192.168.1.5'],
    [' 0.0.0.0 ', '0.0.0.0'],
    ['[::]', '::'],
    ['fe80::1', 'fe80::1'],
    ['plc.local.', 'plc.local'],
  ])('can be %j', (sent, host) => {
    expect(read(sent)).toMatchObject({ success: true, data: { host } });
  });

  it.each([
    ['192.168.1.5:502', 'Enter the host without a port'],
    ['http://192.168.1.5', "Enter the host without 'http://'"],
    ['1:2:3', 'Enter an IP address or a host name'],
    [':::', 'Enter an IP address or a host name'],
    ['...', 'Enter an IP address or a host name'],
    ['plc local', 'Enter the host without spaces'],
    ['plc\0', 'Enter an IP address or a host name'],
    ['plc\u200b', 'Enter an IP address or a host name'],
  ])('cannot be %j', (sent, message) => {
    const result = read(sent);
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.message).toContain(message);
  });
});

describe('listProtocolPorts', () => {
  const servers = {
    etherNetIPAdapter: { host: '127.0.0.1' },
    modbus: { isEnabled: true, host: '0.0.0.0', port: 5020 },
    opcUA: { isEnabled: false, host: '127.0.0.1' },
  };
  const list = (changes: object) =>
    listProtocolPorts(externalControlSettingsSchema.parse({ id: '1', ...servers, ...changes }));

  it('returns the ports of the protocols that are switched on and have an address', () => {
    expect(list({ isEnabled: true })).toEqual([44_818, 5020]);
    expect(list({ isEnabled: true, opcUA: { isEnabled: true, host: '' } })).toEqual([44_818, 5020]);
    expect(list({ isEnabled: true, etherNetIPAdapter: {}, opcUA: { isEnabled: true, host: '::' } })).toEqual([
      ...[5020, 4840],
    ]);
    expect(list({ isEnabled: false })).toEqual([]);
  });
});

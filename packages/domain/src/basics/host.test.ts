import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanHost, findHostProblem } from './host.ts';

describe('cleanHost', () => {
  it.each([
    ['192.168.1.10 ', '192.168.1.10'],
    ['\t plc.local\u00a0\n', 'plc.local'],
    ['[fd00::5]', 'fd00::5'],
    ['plc.local.', 'plc.local'],
    ['plc', 'plc'],
  ])('cleans %j to %j', (typed, meant) => {
    expect(cleanHost(typed)).toBe(meant);
    expect(findHostProblem(cleanHost(typed))).toBeUndefined();
  });

  it('does not change host names', () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        expect(cleanHost(host)).toBe(host);
        expect(findHostProblem(host)).toBeUndefined();
      }),
      { numRuns: propertyRuns(100, 10_000) },
    );
  });
});

describe('findHostProblem', () => {
  it.each(['192.168.1.10', 'compute-box.local', 'plc_1', 'fd00::5', '::1', 'fe80::1%eth0', '::ffff:10.0.0.1'])(
    'accepts %s',
    (host) => expect(findHostProblem(host)).toBeUndefined(),
  );

  it.each([
    ['http://192.168.1.10', "Enter the host without 'http://'"],
    ['HTTPS://plc', "Enter the host without 'HTTPS://'"],
    ['plc/status', 'Enter the host without a path'],
    ['admin@plc', 'Enter the host without a user name'],
    ['my plc', 'Enter the host without spaces'],
    ['plc:502', 'Enter the host without a port; the port has its own field'],
    ['[fd00::5]:502', 'Enter the host without a port; the port has its own field'],
    ['', 'Enter an IP address or a host name'],
    ['-plc', 'Enter an IP address or a host name'],
    ['1:2:3', 'Enter an IP address or a host name'],
    ['plc\u200b', 'Enter an IP address or a host name'],
  ])('rejects %j and says what to enter', (host, message) => expect(findHostProblem(host)).toBe(message));
});

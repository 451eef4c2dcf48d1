import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentDocument } from '../../kinds/CNCMachine/agent-document.ts';
import { agentMessages, readCurrent } from './current.ts';

const at = '2026-01-01T00:00:00.000Z';
const document = (streams: string) =>
  `<?xml version="1.0"?><m:MTConnectStreams xmlns:m="urn:mtconnect.org:MTConnectStreams:1.3"><m:Header instanceId="1"/><m:Streams>${streams}</m:Streams></m:MTConnectStreams>`;
const device = (name: string, execution: string) =>
  `<m:DeviceStream name="${name}" uuid="${name}"><m:ComponentStream component="Path" componentId="p"><m:Events><m:Execution dataItemId="exec" timestamp="${at}" sequence="7">${execution}</m:Execution></m:Events></m:ComponentStream></m:DeviceStream>`;

describe('The answer of an MTConnect agent', () => {
  it('has the values and conditions of the first machine, not those of the agent', () => {
    const read = readCurrent(currentDocument({ state: 'alarm', partCount: 7, program: 'O00100' }, at), '');
    expect(read).toMatchObject({ ok: true });
    const { values, conditions } = read.ok ? read.value : { values: [], conditions: [] };
    expect(values).toEqual([
      { type: 'Availability', id: 'avail', value: 'AVAILABLE' },
      { type: 'EmergencyStop', id: 'estop', value: 'ARMED' },
      { type: 'ControllerMode', id: 'mode', value: 'AUTOMATIC' },
      { type: 'Execution', id: 'execution', value: 'READY' },
      { type: 'Program', id: 'ncprog', value: 'O00100' },
      { type: 'PartCount', id: 'parts', value: '7' },
    ]);
    expect(conditions).toEqual([{ level: 'Fault', id: 'system', code: '102', text: 'SERVOS OFF' }]);
  });

  it('may have namespaces, several machines, and values of makers', () => {
    const streams = `${device('Mill', 'ACTIVE')}${device('Lathe', 'READY').replace('</m:Events>', '<x:ActiveAlarms xmlns:x="urn:maker" dataItemId="aalarms">7013 &lt;SKIP&gt;</x:ActiveAlarms></m:Events>')}`;
    expect(readCurrent(document(streams), 'Lathe')).toEqual({
      ok: true,
      value: {
        values: [
          { type: 'Execution', id: 'exec', value: 'READY' },
          { type: 'ActiveAlarms', id: 'aalarms', value: '7013 <SKIP>' },
        ],
        conditions: [],
      },
    });
  });

  it.each([
    ['no document', 'Not found', '', agentMessages.noAgent],
    ['a page', '<html><body>Router</body></html>', '', agentMessages.noAgent],
    ['a document that ends early', document(device('Mill', 'ACTIVE')).slice(0, 200), '', agentMessages.noAgent],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${document(device('Mill', '&b;'))}`, '', agentMessages.noAgent],
    ['an agent without a machine', document(device('Agent', 'ACTIVE')), '', agentMessages.noDevice],
    [
      'other machines',
      document(device('Mill', 'ACTIVE') + device('Lathe', 'READY')),
      'Press',
      "The agent has no device named 'Press'. Choose one of: Mill, Lathe",
    ],
    [
      'an error of the agent',
      '<MTConnectError><Header/><Errors><Error errorCode="NO_DEVICE">Could not find the device \'Press\'</Error></Errors></MTConnectError>',
      'Press',
      "The agent reports: Could not find the device 'Press'",
    ],
  ])('is refused by its fault: %s', (_, body, wanted, problem) => {
    expect(readCurrent(body, wanted)).toEqual({ ok: false, problem });
  });

  it('never breaks the reader, whatever bytes it has', () => {
    const whole = currentDocument({ state: 'running', partCount: 1, program: 'O1' }, at);
    const damaged = fc
      .tuple(fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 20 }))
      .map(([from, length, text]) => whole.slice(0, from) + text + whole.slice(from + length));
    fc.assert(
      fc.property(fc.oneof(fc.string(), damaged), fc.string({ maxLength: 8 }), (body, wanted) => {
        const read = readCurrent(body, wanted);
        if (!read.ok) expect(read.problem).not.toBe('');
      }),
      { numRuns: propertyRuns(200, 20_000) },
    );
  });
});

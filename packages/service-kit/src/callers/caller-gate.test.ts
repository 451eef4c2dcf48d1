import { ProductError } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { createCallerGate } from './caller-gate.ts';
import { fixedSecret } from './shared-secret.ts';

const secret = 'a secret of the gateway and identity';
const method = '/cellwright.IdentityService/FollowAccess';

function makeGate() {
  const clock = new VirtualClock();
  const warn = vi.fn();
  const metrics = createMetrics({ defaults: false });
  const secrets = new Map([
    ['gateway', fixedSecret(secret)],
    ['library', fixedSecret('another secret, of the library')],
  ] as const);
  const gate = createCallerGate({ callee: 'identity', secrets, log: { ...silentLogger, warn }, metrics, clock });
  return { gate, clock, warn, metrics };
}

describe('CallerGate', () => {
  it('returns the proven service that may call the method', () => {
    expect(makeGate().gate.checkCall({ caller: 'gateway', secret }, method)).toBe('gateway');
  });

  it.each([
    ['no claim', { caller: '', secret: '' }],
    ['a name without a secret', { caller: 'gateway', secret: '' }],
    ['a wrong secret of the same length', { caller: 'gateway', secret: secret.replace('a', 'b') }],
    ['the secret of another service', { caller: 'library', secret }],
    ['a service that shares no secret', { caller: 'motion', secret }],
    ['a name of an object property', { caller: 'constructor', secret }],
  ])('refuses %s', (_, claim) => {
    const refusal = makeGate().gate.checkCall(claim, method);
    expect(refusal).toBeInstanceOf(ProductError);
    expect(refusal).toMatchObject({
      code: 'authorization_required',
      message: expect.stringContaining('did not prove its identity'),
    });
  });

  it('forbids a proven service calls that the table does not grant', () => {
    const { gate } = makeGate();
    const claim = { caller: 'library', secret: 'another secret, of the library' };
    expect(gate.checkCall(claim, '/cellwright.EntityService/GetEntity')).toBe('library');
    expect(gate.checkCall(claim, method)).toMatchObject({
      code: 'forbidden',
      message: `The service library may not call ${method} of the service identity`,
    });
    expect(gate.checkLink({ caller: 'gateway', secret }, 'ControllerLink', 'command')).toMatchObject({
      code: 'forbidden',
    });
  });

  it('counts every refusal and logs one line in ten seconds', async () => {
    const { gate, clock, warn, metrics } = makeGate();
    for (let each = 0; each < 500; each++) gate.checkCall({ caller: 'gateway', secret: 'guess' }, method);
    expect(warn).toHaveBeenCalledTimes(1);
    await clock.advance(10_000);
    gate.checkCall({ caller: 'gateway', secret: 'guess' }, method);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenLastCalledWith('refused a call inside the cell', {
      claimed: 'gateway',
      target: method,
      code: 'authorization_required',
      refused: 501,
    });
    expect(await metrics.render()).toContain('cellwright_calls_refused_total{reason="authorization_required"} 501');
  });
});

import { describe, expect, it } from 'vitest';
import { capabilities, commandedCapabilities, isCommandedCapability, resultSchemaOf } from './index.ts';

const commanded = Object.keys(capabilities).filter(isCommandedCapability);

describe.each(commanded)('The capability %s', (name) => {
  const capability = commandedCapabilities[name];
  const { command, outcome, example, failureKind } = capability;

  it('has a label and an example that parses to itself', () => {
    expect(capability.label).not.toBe('');
    expect(command.parse(example.command)).toEqual(example.command);
    expect(outcome.parse(example.outcome)).toEqual(example.outcome);
  });

  it('reports the outcome of a command and nothing else', () => {
    const schema = resultSchemaOf<unknown>(capability);
    const failure = { kind: failureKind, reason: 'busy', message: 'It is busy', mayRetry: true };
    for (const result of [
      { ok: true, value: example.outcome },
      { ok: false, failure },
      { ok: false, stopped: true },
    ]) {
      expect(schema.parse(result)).toEqual(result);
    }
    expect(schema.safeParse({ ok: true }).success).toBe(false);
    expect(schema.safeParse({ ok: false, failure: { ...failure, reason: 'tired' } }).success).toBe(false);
    expect(schema.safeParse({ ok: false, failure: { ...failure, kind: 'PlanningFailure' } }).success).toBe(false);
  });

  it('rejects invalid commands', () => {
    for (const wrong of [null, 'go', {}, { command: 'dance' }]) expect(command.safeParse(wrong).success).toBe(false);
  });
});

describe('A name without a capability', () => {
  it.each(['levitation', 'constructor', ''])('includes "%s"', (name) => {
    expect(isCommandedCapability(name)).toBe(false);
  });
});

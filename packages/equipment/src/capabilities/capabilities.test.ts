import { describe, expect, it } from 'vitest';
import { capabilities, commandedCapabilities, isCommandedCapability, resultSchemaOf } from './index.ts';

const commanded = Object.keys(capabilities).filter(isCommandedCapability);

describe.each(commanded)('the capability %s', (name) => {
  const capability = commandedCapabilities[name];
  const { command, outcome, example, failureKind } = capability;

  it('is called by a label, and has an example that parses to itself', () => {
    expect(capability.label).not.toBe('');
    expect(command.parse(example.command)).toEqual(example.command);
    expect(outcome.parse(example.outcome)).toEqual(example.outcome);
  });

  it('tells how a command ended, and nothing else', () => {
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

  it('does not take just anything for a command', () => {
    for (const wrong of [null, 'go', {}, { command: 'dance' }]) expect(command.safeParse(wrong).success).toBe(false);
  });
});

describe('a name that no capability has', () => {
  it.each(['levitation', 'constructor', ''])('is none: "%s"', (name) => {
    expect(isCommandedCapability(name)).toBe(false);
  });
});

import { ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActuationRequest } from '../domain/actuation.ts';
import { commandFiles } from './command-files.ts';

let asked: ActuationRequest[];
/** Audit entries, each with the number of commands before it. */
let recorded: string[];
let result: unknown;

beforeEach(() => {
  asked = [];
  recorded = [];
});

const entry: AuditEntry = {
  ...{ id: 'audit_1', at: '2026-01-01T00:00:00.000Z', subject: { id: 'user_1', name: 'Ada' }, door: 'http' },
  ...{ action: 'devices.changeFiles', target: 'equipment/f1', outcome: 'accepted', code: null },
  ...{ robotKind: null, traceID: null, contentHash: null, count: 1 },
};
const robot = { isTwin: false, stopEpoch: 7 };

function command(document: object | string, idempotencyKey = 'k1') {
  const actuate = async (request: ActuationRequest) => {
    asked.push(request);
    return JSON.stringify(result);
  };
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const record = async ({ action }: AuditEntry) => void recorded.push(`${action} before ${asked.length + 1}`);
  const describeAct = () => entry;
  const scope = {
    ...{ document: Buffer.from(text), idempotencyKey, robot, describeAct },
    signal: new AbortController().signal,
  };
  return commandFiles({ actuate, record }, { id: 'f1', robotKind: 'simulated' }, scope);
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ProductError ? error.code : String(error)),
  );

describe('a command about files', () => {
  it('fails by name for a field that its operation does not have', async () => {
    await expect(command({ operation: 'delete', path: 'a/b.nc', isForced: true })).rejects.toThrow(
      "There is no field 'isForced' here",
    );
    expect(asked).toEqual([]);
  });

  it('uses the stop epoch of the robot, and the key of the request', async () => {
    result = { ok: true, value: { operation: 'delete' } };
    expect(await command({ operation: 'delete', path: 'a/b.nc' })).toEqual({ operation: 'delete' });
    expect(asked).toEqual([
      {
        equipmentID: 'f1',
        session: 'simulated',
        stopEpoch: 7,
        capability: 'files',
        commandJson: JSON.stringify({ operation: 'delete', path: 'a/b.nc' }),
        idempotencyKey: 'k1',
      },
    ]);
  });

  it('gets its own key if the request has none', async () => {
    result = { ok: true, value: { operation: 'delete' } };
    await command({ operation: 'delete', path: 'a' }, '');
    await command({ operation: 'delete', path: 'a' }, '');
    const keys = asked.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set([...keys, '']).size).toBe(3);
  });

  it.each([
    ['unreachable', 'unavailable'],
    ['busy', 'conflict'],
    ['outcomeUnknown', 'conflict'],
    ['deviceFault', 'invalid_parameters'],
  ])('fails with the reason when the device is %s', async (reason, code) => {
    const failure = { kind: 'NetworkRequestFailure', reason, message: 'It is so', mayRetry: false };
    result = { ok: false, failure };
    await expect(command({ operation: 'list' })).rejects.toMatchObject({
      code,
      message: 'It is so',
      details: { reason },
    });
  });

  it('fails with a conflict when a stop of the robot ended it', async () => {
    result = { ok: false, stopped: true };
    expect(await codeOf(command({ operation: 'list' }))).toBe('conflict');
  });

  it.each(['../a', '/a', 'a\r\nDELE b', 'a;b', '-a'])('fails before it is sent with the path %j', async (path) => {
    expect([await codeOf(command({ operation: 'delete', path })), asked]).toEqual(['request_failed_validation', []]);
  });

  it.each(['', '{', '[]'])('fails before it is sent with the body %j', async (body) => {
    expect([await codeOf(command(body)), asked]).toEqual(['request_failed_validation', []]);
  });
});

describe('the audit log', () => {
  it.each([
    { operation: 'upload', path: 'a', content: '' },
    { operation: 'delete', path: 'a' },
  ])('gets an entry for $operation before the device gets the command', async (document) => {
    result = { ok: true, value: { operation: document.operation } };
    await command(document).catch(() => undefined);
    expect([recorded, asked.length]).toEqual([['devices.changeFiles before 1'], 1]);
  });

  it.each([
    { operation: 'list', folder: '' },
    { operation: 'download', path: 'a' },
  ])('gets no entry for $operation, which changes nothing', async (document) => {
    result = { ok: true, value: { operation: document.operation } };
    await command(document).catch(() => undefined);
    expect([recorded, asked.length]).toEqual([[], 1]);
  });
});

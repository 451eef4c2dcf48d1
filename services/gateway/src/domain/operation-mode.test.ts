import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import type { AnsweredDocument } from './entity-door.ts';
import { disableInAssembly, OperationMode } from './operation-mode.ts';

const documentOf = (robotOperationMode: string): AnsweredDocument => ({
  id: '1',
  version: 1,
  json: Buffer.from(JSON.stringify({ id: '1', robotOperationMode })),
});
const identity = { subjectID: 'u1', name: 'Ada', permissions: [] };

describe('OperationMode', () => {
  it('follows the identity of the robot, and keeps the last mode while the identity cannot be read', () => {
    const mode = new OperationMode();
    let document: AnsweredDocument | undefined;
    mode.follow(() => document);
    expect(mode.isAssembly).toBe(false);
    document = documentOf('assembly');
    expect(mode.isAssembly).toBe(true);
    document = undefined;
    expect(() => mode.requireLive()).toThrow(ProductError);
    document = documentOf('live');
    expect(mode.isAssembly).toBe(false);
  });
});

describe('disableInAssembly', () => {
  it('recognises no client in assembly mode', () => {
    const mode = new OperationMode();
    let document = documentOf('assembly');
    mode.follow(() => document);
    const authenticator = disableInAssembly(
      {
        introduce: () => undefined,
        recognise: () => identity,
        requireFresh: () => undefined,
        onChange: () => () => undefined,
      },
      mode,
    );
    expect(() => authenticator.recognise('cw_1', true)).toThrow("Set its operation mode to 'live'");
    document = documentOf('live');
    expect(authenticator.recognise('cw_1', true)).toBe(identity);
  });
});

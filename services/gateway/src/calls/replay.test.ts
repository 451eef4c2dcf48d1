import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCallApp } from '../testing/call-app.fixture.ts';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { createReplayCalls } from './replay.ts';

let app: FastifyInstance;
/** Recording of run_1. */
let records: Map<number, object>;

const place = (at: number, first: number) => [at, first, 0, 0, 0, 0, 0];
const setMass = (at: number, value: number) => ({ at, patch: [{ op: 'replace', path: '/payload/mass', value }] });

beforeEach(async () => {
  records = new Map<number, object>([
    [0, { keyframe: sessionState, changes: [setMass(1, 1), setMass(4, 2)], places: [place(0, 0), place(5, 1)] }],
    [1, { keyframe: null, changes: [setMass(6, 3)], places: [place(5, 1), place(10, 0)] }],
  ]);
  const gateway = createReplayCalls({
    async listRecording({ runId }) {
      const parts = [...records].map(([index]) => ({
        ...{ index, from: index * 5, to: index * 5 + 5, hasKeyframe: index === 0 },
      }));
      return { parts: runId === 'run_1' ? parts : [] };
    },
    async getRecording({ index }) {
      return { packed: gzipSync(JSON.stringify(records.get(index))) };
    },
  });
  app = await openCallApp({ gateway });
});
afterEach(() => app.close());

async function ask(url: string) {
  return JSON.parse((await app.inject({ url: `/runs/run_1/replay${url}` })).body);
}

describe('The replay of a run', () => {
  it('has parts from its beginning to its end', async () => {
    expect(await ask('')).toEqual({
      ...{ runID: 'run_1', from: 0, to: 10 },
      parts: [
        { index: 0, from: 0, to: 5, hasKeyframe: true },
        { index: 1, from: 5, to: 10, hasKeyframe: false },
      ],
    });
    expect(await ask('/parts/1')).toEqual(records.get(1));
  });

  it.each([
    [0, 0, 0],
    [2.5, 1, 0.5],
    [4, 2, 0.8],
    [7.5, 3, 0.5],
    // After its end it keeps its last state.
    [99, 3, 0],
  ])('returns state and arm at %d s', async (seconds, mass, joint) => {
    const moment = await ask(`/moment?seconds=${seconds}`);
    expect(moment).toMatchObject({ runID: 'run_1', seconds: Math.min(seconds, 10), state: { payload: { mass } } });
    expect(moment.joints[0]).toBeCloseTo(joint, 9);
  });

  it('returns not_found without a recording, for a missing part, and for a recording of another version', async () => {
    const missing = await app.inject({ url: '/runs/run_2/replay' });
    expect(JSON.parse(missing.body)).toEqual({ error: 'not_found', message: expect.stringContaining('no recording') });
    records.set(3, records.get(1) ?? {});
    expect(await ask('/moment?seconds=16')).toEqual({ error: 'not_found', message: expect.any(String) });
    records.set(0, { keyframe: { ...sessionState, io: 'of old' }, changes: [], places: [] });
    expect(await ask('/moment?seconds=1')).toEqual({ error: 'not_found', message: expect.any(String) });
  });
});

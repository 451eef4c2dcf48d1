import { describe, expect, it } from 'vitest';
import { accept } from '../answer.ts';
import type { VisionRequest } from '../cell.ts';
import { startCell } from '../testing/fake-cell.fixture.ts';

describe('runVisionMethod', () => {
  it('runs a method in the session of the robot, and answers with what it found', async () => {
    const cell = startCell();
    const asked: VisionRequest[] = [];
    const answer = { ok: false as const, code: 2, message: 'The picture shows no board' };
    cell.equipment.runVisionMethod = async (request) => {
      asked.push(request);
      return accept(answer);
    };
    const order = { equipmentID: 'eye', method: 'getChessboardCorners', args: { columns: 4 } };
    expect(await cell.ask('runVisionMethod', order)).toMatchObject({ ok: true, result: answer });
    expect(asked).toEqual([
      {
        ...{ robotKind: 'simulated', isTwin: false, camera: 'eye' },
        method: 'getChessboardCorners',
        args: { columns: 4 },
      },
    ]);
  });

  it('refuses a method that does not exist, by the names of all', async () => {
    const cell = startCell();
    expect(await cell.ask('runVisionMethod', { method: 'dance' })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/no vision method 'dance'.*detect2DBlobs/) },
    });
  });
});

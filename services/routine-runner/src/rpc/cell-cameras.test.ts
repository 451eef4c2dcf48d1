import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { identityPose } from '@cellwright/geometry';
import type { RunVisionMethodRequest } from '@cellwright/proto/equipment';
import { describe, expect, it } from 'vitest';
import { type CellCamerasParts, connectCameras } from './cell-cameras.ts';

const record = (id: string, kind: string, isEnabled = true): EquipmentRecord => ({
  ...{ id, isEnabled, simulatorPort: 20_001 },
  config: { kind, name: id },
});
const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));
const thing = { x: 1, y: 2, width: 3, height: 4, rotation: 0, score: 0.9, contour: [], pose: identityPose };
const wanted = {
  ...{ plane: identityPose, objectHeight: 0, resultsLimit: 10 },
  detection: {
    ...{ kind: 'blob' as const, minThreshold: 50, maxThreshold: 220, minArea: 25, maxArea: 100 },
    ...{ minCircularity: 0.1, maxCircularity: 1 },
  },
};
const request = { robotKind: 'simulated' as const, isTwin: false, camera: undefined, wanted };
const { signal } = new AbortController();

/** Cameras of a cell whose equipment service gives this answer. */
function cameras(
  answer: unknown,
  records = [record('eye', 'WristCamera'), record('claw', 'OnRobot2FG7')],
  calibration?: object,
) {
  const asked: RunVisionMethodRequest[] = [];
  const parts: CellCamerasParts = {
    client: {
      async runVisionMethod(request) {
        asked.push(request);
        if (answer instanceof Error) throw answer;
        return { answerJson: toJson(answer) };
      },
    },
    stored: {
      getEntity: async () => {
        if (!calibration) throw new ProductError('not_found', 'There is no calibration');
        return { document: { id: 'eye', version: 1, json: toJson(calibration) } };
      },
    },
    listRecords: async () => records,
  };
  return { cell: connectCameras(parts), asked };
}

describe('locate', () => {
  it('asks the only wrist camera, and returns what it found', async () => {
    const { cell, asked } = cameras({ ok: true, results: [thing], elapsedMS: 5 });
    expect(await cell.locate(request, signal)).toEqual({ ok: true, value: [thing] });
    expect(asked).toMatchObject([{ equipmentId: 'eye', method: 'locate', isTwin: false }]);
  });

  it('asks the camera of the step', async () => {
    const { cell, asked } = cameras({ ok: true, results: [], elapsedMS: 5 });
    await cell.locate({ ...request, camera: 'above' }, signal);
    expect(asked).toMatchObject([{ equipmentId: 'above' }]);
  });

  it.each([
    ['no wrist camera', []],
    ['a disabled one', [record('eye', 'WristCamera', false)]],
  ])('fails without a camera: %s', async (_, records) => {
    const { cell } = cameras({}, records);
    const failure = { kind: 'CameraFailure', message: 'No wrist camera found in Equipment' };
    expect(await cell.locate(request, signal)).toEqual({ ok: false, failure });
  });

  it.each([
    [0, 'CameraFailure'],
    [1, 'InferenceFailure'],
    [2, 'CameraFailure'],
    [3, 'InferenceFailure'],
    [4, 'InferenceFailure'],
    [5, 'ExecutionFailure'],
  ])('turns the error code %s into a %s', async (code, kind) => {
    const { cell } = cameras({ ok: false, code, message: 'reason' });
    expect(await cell.locate(request, signal)).toEqual({ ok: false, failure: { kind, message: 'reason' } });
  });

  it('turns a lost camera into a CameraFailure, and a stop into a stop', async () => {
    const lost = cameras(new ProductError('camera_disconnected', 'The camera sends no pictures'));
    expect(await lost.cell.locate(request, signal)).toMatchObject({ failure: { kind: 'CameraFailure' } });
    const stopping = new AbortController();
    stopping.abort();
    expect(await lost.cell.locate(request, stopping.signal)).toEqual({ ok: false, stopped: true });
  });
});

describe('classify', () => {
  const classify = { ...request, wanted: { classes: ['disc'], pictures: [], confidence: 0.5 } };

  it('returns the classes that match, the best first', async () => {
    const found = [{ class: 'disc', confidence: 0.9 }];
    const { cell, asked } = cameras({ ok: true, results: found, elapsedMS: 5 });
    expect(await cell.classify(classify, signal)).toEqual({ ok: true, value: found });
    expect(asked).toMatchObject([{ equipmentId: 'eye', method: 'classify' }]);
  });

  it('turns a lost camera into a CameraFailure, and missing pictures into an InferenceFailure', async () => {
    const lost = cameras(new ProductError('camera_disconnected', 'The camera sends no pictures'));
    expect(await lost.cell.classify(classify, signal)).toMatchObject({ failure: { kind: 'CameraFailure' } });
    const without = cameras({ ok: false, code: 1, message: 'No class has a picture' });
    expect(await without.cell.classify(classify, signal)).toMatchObject({ failure: { kind: 'InferenceFailure' } });
  });
});

describe('findWristCamera', () => {
  const calibration = {
    ...{ id: 'eye', mount: 'wrist', pose: identityPose, expectedErrorMM: 0.1 },
    intrinsics: {
      ...{ width: 640, height: 480, fx: 600, fy: 600, ppx: 320, ppy: 240 },
      distortion: { k1: 0, k2: 0, p1: 0, p2: 0, k3: 0 },
    },
    report: {
      board: { columns: 4, rows: 3, squareSize: 0.03 },
      ...{ areIntrinsicsCalibrated: false, boardPose: identityPose, rms: 0.1, expectedErrorDegrees: 0.02 },
      ...{ distance: 0.4, armDeviationMM: 0, views: [] },
    },
    // Every document is answered with these.
    ...{ version: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    ...{ updatedByID: 'user_1', updatedByName: 'Ada' },
  };

  it('finds the pose of the only wrist camera by its stored calibration', async () => {
    expect(await cameras({}, undefined, calibration).cell.findWristCamera()).toEqual(identityPose);
    const above = { ...calibration, mount: 'fixed' };
    expect(await cameras({}, undefined, above).cell.findWristCamera()).toBeUndefined();
  });

  it('finds no pose of a camera that is not calibrated, and none among two cameras', async () => {
    expect(await cameras({}).cell.findWristCamera()).toBeUndefined();
    const two = [record('eye', 'WristCamera'), record('other', 'WristCamera')];
    expect(await cameras({}, two).cell.findWristCamera()).toBeUndefined();
  });
});

describe('runVisionMethod', () => {
  const order = {
    robotKind: 'live' as const,
    isTwin: true,
    camera: undefined,
    method: 'getIntrinsics' as const,
    args: {},
  };

  it('passes a method on, and returns its answer as it is', async () => {
    const { cell, asked } = cameras({ ok: false, code: 1, message: 'no model' });
    expect(await cell.runVisionMethod(order, signal)).toEqual({
      ok: true,
      value: { ok: false, code: 1, message: 'no model' },
    });
    expect(asked).toMatchObject([{ equipmentId: 'eye', method: 'getIntrinsics', isTwin: true }]);
  });

  it('refuses without a camera', async () => {
    expect(await cameras({}, []).cell.runVisionMethod(order, signal)).toMatchObject({
      ok: false,
      refusal: { code: 'equipment_no_matching', message: 'No wrist camera found in Equipment' },
    });
  });
});

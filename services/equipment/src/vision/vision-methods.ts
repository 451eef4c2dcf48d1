import { type Clock, ProductError } from '@cellwright/domain/basics';
import {
  type CalibrationResult,
  type CameraIntrinsics,
  type FoundBlob,
  type LensIntrinsics,
  modelTypes,
  type VisionAnswer,
  type VisionArgs,
  type VisionMethod,
  visionMethods,
} from '@cellwright/domain/equipment';
import type { CameraDevice } from '@cellwright/equipment/capabilities';
import { composePoses, noDistortion } from '@cellwright/geometry';
import { type BoardSize, listBoardCorners, locateBoard } from '@cellwright/vision';
import type * as z from 'zod';
import { classifyBy } from './classify-by.ts';
import { keepInRegion, locateThings } from './locate-things.ts';
import { type ArmPosition, takeFrame, takeStillFrame } from './take-frame.ts';
import type { FoundBoard, VisionQuestion } from './vision-messages.ts';
import { type Answered, type Frame, type Outcome, type Refusal, refuse, type Wanted } from './vision-outcome.ts';
import { createVisionThread, type VisionThread } from './vision-thread.ts';

export type VisionMethods = ReturnType<typeof createVisionMethods>;

/** A camera, and what is known about it. */
export interface VisionTarget {
  readonly camera: CameraDevice;
  readonly isOnWrist: boolean;
  readonly findCalibration: () => Promise<CalibrationResult | undefined>;
  /** @throws ProductError while the position of the arm is unknown */
  readonly readArm: () => Promise<ArmPosition>;
}

type RunMethod = (target: VisionTarget, args: unknown, signal: AbortSignal) => Promise<Outcome>;

const calibrateFirst = 'The camera is not calibrated. Calibrate it first';
const noPicture = 'No class has a picture. Add one for each class';
const noModel = 'There is no model for this method in the cell';

/** Methods that find things in the pictures of cameras. The work is done in a thread that the first of them starts. */
export function createVisionMethods(clock: Clock, thread: VisionThread = createVisionThread(clock)) {
  const work = createPictureWork(thread, clock);
  const methods: Readonly<Record<VisionMethod, RunMethod>> = {
    async getIntrinsics(target, args) {
      readArgs(visionMethods.getIntrinsics, args);
      return { ok: true, results: [await intrinsicsInUse(target)] };
    },
    async calculateIntrinsics(_target, args) {
      return calculateIntrinsics(thread, readArgs(visionMethods.calculateIntrinsics, args));
    },
    async getChessboardCorners({ camera }, args, signal) {
      const found = await work.findBoard(camera, readArgs(visionMethods.getChessboardCorners, args), signal);
      if (!found.ok) return found;
      const { image, chessboard, quality } = found;
      const corners = chessboard.corners.map(({ x, y }) => ({ x, y }));
      return { ok: true, image, results: [{ corners, isTurnAmbiguous: chessboard.isTurnAmbiguous, quality }] };
    },
    async getCameraChessboardTransform(target, args, signal) {
      const { squareSize, ...board } = readArgs(visionMethods.getCameraChessboardTransform, args);
      const intrinsics = await intrinsicsInUse(target);
      const found = await work.findBoard(target.camera, board, signal);
      if (!found.ok) return found;
      const { image, chessboard } = found;
      const located = locateBoard(intrinsics, listBoardCorners(board, squareSize), chessboard.corners);
      if (!located) return refuse('INVALID_IMAGE', 'The corners do not match a flat board. Check the intrinsics');
      return { ok: true, image, results: [{ ...located, isTurnAmbiguous: chessboard.isTurnAmbiguous }] };
    },
    async detect2DBlobs({ camera }, args, signal) {
      const { regionOfInterest, resultsLimit, ...settings } = readArgs(visionMethods.detect2DBlobs, args);
      const wanted = { detection: { kind: 'blob' as const, ...settings }, regionOfInterest, resultsLimit };
      return work.detectIn(wanted, await takeFrame(camera, clock, signal));
    },
    async detect2DShapes({ camera }, args, signal) {
      const { regionOfInterest, resultsLimit, ...settings } = readArgs(visionMethods.detect2DShapes, args);
      const wanted = { detection: { kind: 'shape' as const, ...settings }, regionOfInterest, resultsLimit };
      return work.detectIn(wanted, await takeFrame(camera, clock, signal));
    },
    async detect2DTextPrompt(_target, args) {
      readArgs(visionMethods.detect2DTextPrompt, args);
      return refuse('MODEL_NOT_FOUND', noModel);
    },
    async detectCustomCheckpoint2D(_target, args) {
      return refuseCheckpoint(readArgs(visionMethods.detectCustomCheckpoint2D, args));
    },
    async classify({ camera }, args, signal) {
      const wanted = readArgs(visionMethods.classify, args);
      if (wanted.pictures.length === 0) return refuse('MODEL_NOT_FOUND', noPicture);
      return classifyBy(wanted, await takeFrame(camera, clock, signal), work.detectIn);
    },
    locate: (target, args, signal) => work.locate(target, readArgs(visionMethods.locate, args), signal),
  };
  return {
    /**
     * Runs a method on the current picture.
     * @throws ProductError camera_disconnected without one; conflict if the arm moves and the pose of the camera matters
     */
    async run(method: VisionMethod, ...asked: Parameters<RunMethod>): Promise<VisionAnswer> {
      const begunAt = clock.now();
      const outcome = await methods[method](...asked);
      return outcome.ok ? { ...outcome, elapsedMS: clock.now() - begunAt } : outcome;
    },
    isRunning: () => thread.isRunning(),
    close: () => thread.end(),
  };
}

interface SeenBoard {
  readonly ok: true;
  readonly image: NonNullable<Answered['image']>;
  readonly chessboard: NonNullable<FoundBoard['found']>['chessboard'];
  readonly quality: NonNullable<FoundBoard['found']>['quality'];
}

/** Asks the thread about frames. */
function createPictureWork(thread: VisionThread, clock: Clock) {
  const detectIn = async ({ detection, regionOfInterest, resultsLimit }: Wanted, frame: Frame) => {
    const question = questionFor(detection, frame.jpeg);
    if ('ok' in question) return question;
    const answer = await thread.ask('detect', question).catch((error: unknown) => String(error));
    if (typeof answer === 'string') return refuse('INVALID_IMAGE', `The picture cannot be read: ${answer}`);
    const { width, height } = answer;
    const things = answer.things.map(({ contour, ...thing }): FoundBlob => ({ ...thing, contour: [...contour] }));
    const results = keepInRegion(things, regionOfInterest).slice(0, resultsLimit);
    return { ok: true as const, image: { sequence: frame.sequence, width, height }, results: [...results] };
  };
  return {
    detectIn,
    async findBoard(camera: CameraDevice, board: BoardSize, signal: AbortSignal): Promise<SeenBoard | Refusal> {
      const { jpeg, sequence } = await takeFrame(camera, clock, signal);
      const question = { task: 'findBoard' as const, jpeg, board, needsThumbnail: false };
      const answer = await thread.ask('findBoard', question).catch((error: unknown) => String(error));
      if (typeof answer === 'string') return refuse('INVALID_IMAGE', `The picture cannot be read: ${answer}`);
      const { width, height, found } = answer;
      if (found) return { ok: true, image: { sequence, width, height }, ...found };
      return refuse('INVALID_IMAGE', `The picture shows no board with ${board.columns} by ${board.rows} corners`);
    },
    async locate(target: VisionTarget, args: VisionArgs<'locate'>, signal: AbortSignal): Promise<Outcome> {
      const calibration = await target.findCalibration();
      if (!calibration) return refuse('UNKNOWN_ERROR', calibrateFirst);
      const still = target.isOnWrist ? await takeStillFrame(target.camera, target.readArm, clock, signal) : undefined;
      const frame = still?.frame ?? (await takeFrame(target.camera, clock, signal));
      const detected = await detectIn(args, frame);
      if (!detected.ok) return detected;
      const { intrinsics, pose } = calibration;
      const { image } = detected;
      if (image.width !== intrinsics.width || image.height !== intrinsics.height) {
        return refuse(
          'INVALID_IMAGE',
          'The picture does not have the size of the calibration. Calibrate the camera again',
        );
      }
      const camera = still ? composePoses(still.flange, pose) : pose;
      return { ok: true, image, results: locateThings(detected.results, { intrinsics, camera }, args) };
    },
  };
}

/** Returns the question to the thread, or why it is not asked. */
function questionFor(detection: Wanted['detection'], jpeg: Uint8Array): VisionQuestion | Refusal {
  switch (detection.kind) {
    case 'blob': {
      const { kind: _, ...settings } = detection;
      const { minThreshold, maxThreshold, minArea, maxArea, minCircularity, maxCircularity } = settings;
      if (maxThreshold < minThreshold || maxArea < minArea || maxCircularity < minCircularity)
        return refuse('INVALID_THRESHOLDING_PARAMS', 'A maximum is below its minimum. Raise the maximum');
      return { task: 'detectBlobs', jpeg, settings };
    }
    case 'shape': {
      const { kind: _, templateImage, ...settings } = detection;
      if (settings.maxScale < settings.minScale)
        return refuse('INVALID_THRESHOLDING_PARAMS', 'The maximum scale is below the minimum scale. Raise it');
      return { task: 'detectShapes', jpeg, template: Buffer.from(templateImage, 'base64'), settings };
    }
    case 'textPrompt':
      return refuse('MODEL_NOT_FOUND', noModel);
    case 'customCheckpoint':
      return refuseCheckpoint(detection);
  }
}

function refuseCheckpoint({
  modelType,
  modelPath,
}: {
  readonly modelType: string;
  readonly modelPath: string;
}): Refusal {
  if (!modelTypes.some((known) => known === modelType))
    return refuse('INVALID_MODEL_TYPE', `A model is of type ${modelTypes.join(' or ')}, not '${modelType}'`);
  return refuse('MODEL_NOT_FOUND', `There is no model '${modelPath}' in the cell`);
}

async function calculateIntrinsics(thread: VisionThread, args: VisionArgs<'calculateIntrinsics'>): Promise<Outcome> {
  const { columns, rows, squareSize, views, width, height } = args;
  if (views.some((corners) => corners.length !== columns * rows))
    return refuse('INVALID_IMAGE', `Each picture needs all ${columns * rows} corners of the board`);
  const board = { columns, rows, squareSize };
  const question = { task: 'calculateIntrinsics' as const, board, views, size: { width, height } };
  const { calibrated } = await thread.ask('calculateIntrinsics', question);
  if (!calibrated) {
    return refuse('INVALID_IMAGE', 'The pictures do not determine the lens. Take more of them, from other directions');
  }
  return { ok: true, results: [{ width, height, ...calibrated.camera, rms: calibrated.rms }] };
}

/** Those of the calibration if the camera still has its size, else those that it reports. */
export async function intrinsicsInUse({ camera, findCalibration }: VisionTarget): Promise<LensIntrinsics> {
  const reported = await readIntrinsics(camera);
  const calibrated = (await findCalibration())?.intrinsics;
  const isSameSize = calibrated?.width === reported.width && calibrated.height === reported.height;
  return calibrated && isSameSize ? calibrated : { ...reported, distortion: noDistortion };
}

/** @throws ProductError request_failed_validation */
function readArgs<Args>(schema: z.ZodType<Args>, args: unknown): Args {
  const read = schema.safeParse(args);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = ['args', ...(issue?.path ?? [])].join('.');
  throw new ProductError('request_failed_validation', `${field}: ${issue?.message ?? 'invalid'}`);
}

/** @throws ProductError camera_disconnected */
export async function readIntrinsics(camera: CameraDevice): Promise<CameraIntrinsics> {
  const read = await camera.readIntrinsics();
  if (!read.ok) throw new ProductError('camera_disconnected', read.problem);
  return read.intrinsics;
}

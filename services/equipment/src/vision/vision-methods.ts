import type { Worker } from 'node:worker_threads';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import {
  type CameraIntrinsics,
  type VisionAnswer,
  type VisionErrorCode,
  type VisionMethod,
  visionErrorCodes,
  visionMethods,
} from '@cellwright/domain/equipment';
import type { CameraDevice, CameraFrame } from '@cellwright/equipment/capabilities';
import { startModuleWorker } from '@cellwright/service-kit';
import { type BoardSize, type Chessboard, listBoardCorners, locateBoard } from '@cellwright/vision';
import type * as z from 'zod';
import { createIdleThread } from '../threads/idle-thread.ts';
import type { VisionFinding, VisionQuestion } from './vision-messages.ts';

/** The thread ends after this long without a question, ms. */
const idleMS = 30_000;
/** A camera that takes no frames yet has this long to send the first, ms. */
const frameWithinMS = 5000;

export type VisionMethods = ReturnType<typeof createVisionMethods>;

type Refusal = Extract<VisionAnswer, { readonly ok: false }>;

interface FoundBoard {
  readonly ok: true;
  readonly image: { readonly sequence: number; readonly width: number; readonly height: number };
  readonly chessboard: Chessboard;
}

type RunMethod = (camera: CameraDevice, args: unknown, signal: AbortSignal) => Promise<VisionAnswer>;

/** Methods that find things in the pictures of cameras, in a thread that the first of them starts. */
export function createVisionMethods(clock: Clock) {
  const thread = createIdleThread<VisionQuestion, VisionFinding>({ start: startVisionThread, clock, idleMS });
  const findBoard = async (
    camera: CameraDevice,
    board: BoardSize,
    signal: AbortSignal,
  ): Promise<FoundBoard | Refusal> => {
    const { jpeg, sequence } = await takeFrame(camera, clock, signal);
    const found = await thread.ask(() => ({ jpeg, board })).catch((error: unknown) => String(error));
    if (typeof found === 'string') return refuse('INVALID_IMAGE', `The picture cannot be read: ${found}`);
    const { width, height, chessboard } = found;
    if (chessboard) return { ok: true, image: { sequence, width, height }, chessboard };
    return refuse('INVALID_IMAGE', `The picture shows no board with ${board.columns} by ${board.rows} corners`);
  };
  const methods: Readonly<Record<VisionMethod, RunMethod>> = {
    async getIntrinsics(camera, args) {
      readArgs(visionMethods.getIntrinsics, args);
      const begunAt = clock.now();
      const intrinsics = await readIntrinsics(camera);
      return { ok: true, results: [intrinsics], elapsedMS: clock.now() - begunAt };
    },
    async getChessboardCorners(camera, args, signal) {
      const board = readArgs(visionMethods.getChessboardCorners, args);
      const begunAt = clock.now();
      const found = await findBoard(camera, board, signal);
      if (!found.ok) return found;
      const { image, chessboard } = found;
      const corners = chessboard.corners.map(({ x, y }) => ({ x, y }));
      const { isTurnAmbiguous } = chessboard;
      return { ok: true, image, results: [{ corners, isTurnAmbiguous }], elapsedMS: clock.now() - begunAt };
    },
    async getCameraChessboardTransform(camera, args, signal) {
      const { squareSize, ...board } = readArgs(visionMethods.getCameraChessboardTransform, args);
      const begunAt = clock.now();
      const intrinsics = await readIntrinsics(camera);
      const found = await findBoard(camera, board, signal);
      if (!found.ok) return found;
      const { image, chessboard } = found;
      const located = locateBoard(intrinsics, listBoardCorners(board, squareSize), chessboard.corners);
      if (!located) return refuse('INVALID_IMAGE', 'The corners do not match a flat board. Check the intrinsics');
      const { isTurnAmbiguous } = chessboard;
      return { ok: true, image, results: [{ ...located, isTurnAmbiguous }], elapsedMS: clock.now() - begunAt };
    },
  };
  return {
    /** Runs a method on the current picture. @throws ProductError camera_disconnected without one. */
    run: (method: VisionMethod, ...asked: Parameters<RunMethod>) => methods[method](...asked),
    isRunning: () => thread.isRunning(),
    close: () => thread.end(),
  };
}

function startVisionThread(): Worker {
  return startModuleWorker(import.meta.url, './vision-worker.ts', { resourceLimits: { maxOldGenerationSizeMb: 256 } });
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
async function readIntrinsics(camera: CameraDevice): Promise<CameraIntrinsics> {
  const read = await camera.readIntrinsics();
  if (!read.ok) throw new ProductError('camera_disconnected', read.problem);
  return read.intrinsics;
}

function refuse(code: VisionErrorCode, message: string): Refusal {
  return { ok: false, code: visionErrorCodes[code], message };
}

/** Waits for a current frame. @throws ProductError camera_disconnected */
async function takeFrame(camera: CameraDevice, clock: Clock, signal: AbortSignal): Promise<CameraFrame> {
  const current = camera.current();
  if (current.ok) return current.frame;
  let { problem } = current;
  const ends: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new ProductError('camera_disconnected', problem));
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      ends.push(
        () => signal.removeEventListener('abort', onAbort),
        clock.schedule(frameWithinMS, fail),
        camera.follow((sample) => {
          if (sample.ok) return resolve(sample.frame);
          problem = sample.problem;
          if (sample.isLast) fail();
        }),
      );
    });
  } finally {
    for (const end of ends) end();
  }
}

import { composePoses, invertPose } from '@cellwright/geometry';
import {
  calibrateHandEye,
  calibrateIntrinsics,
  detectBlobs,
  detectShapes,
  findChessboard,
  type GrayImage,
  grayFromRgb,
  judgePicture,
  listBoardCorners,
  locateBoard,
  planViews,
} from '@cellwright/vision';
import sharp from 'sharp';
import type { Calibrate, FindBoard, FoundBoard, PlanViews, VisionFinding, VisionQuestion } from './vision-messages.ts';

/**
 * Maximum number of pixels of a picture: more than industrial cameras have. A picture of one colour and a few hundred kB
 * can have many more, which would take gigabytes.
 */
export const maxPixels = 24_000_000;
const thumbnailWidth = 200;
const thumbnailQuality = 70;

/** Does the work of the vision thread. */
export async function answerVision(question: VisionQuestion): Promise<VisionFinding> {
  switch (question.task) {
    case 'findBoard':
      return findBoard(question);
    case 'detectBlobs': {
      const image = await readPicture(question.jpeg);
      return { task: 'detect', ...sizeOf(image), things: detectBlobs(image, question.settings) };
    }
    case 'detectShapes': {
      const image = await readPicture(question.jpeg);
      const template = await readPicture(question.template);
      return { task: 'detect', ...sizeOf(image), things: detectShapes(image, template, question.settings) };
    }
    case 'calculateIntrinsics': {
      const { board, views, size } = question;
      const corners = listBoardCorners(board, board.squareSize);
      return { task: 'calculateIntrinsics', calibrated: calibrateIntrinsics(corners, views, size) };
    }
    case 'calibrate':
      return { task: 'calibrate', result: calibrateHandEye(inputOf(question)) };
    case 'planViews':
      return { task: 'planViews', flanges: planFlanges(question) };
  }
}

async function findBoard({ jpeg, board, needsThumbnail }: FindBoard): Promise<FoundBoard> {
  const image = await readPicture(jpeg);
  const chessboard = findChessboard(image, board);
  const quality = chessboard && judgePicture(image, chessboard.corners, board);
  const thumbnail = needsThumbnail
    ? await sharp(jpeg).resize({ width: thumbnailWidth }).jpeg({ quality: thumbnailQuality }).toBuffer()
    : undefined;
  return { task: 'findBoard', ...sizeOf(image), found: chessboard && quality && { chessboard, quality }, thumbnail };
}

async function readPicture(bytes: Uint8Array): Promise<GrayImage> {
  requireFormat(bytes);
  const { width, height } = await sharp(bytes).metadata();
  if (width * height > maxPixels)
    throw new Error(`The picture has ${width} × ${height} pixels, more than ${maxPixels / 1e6} million`);
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return grayFromRgb(data, info.width, info.height);
}

/** First bytes of the formats of cameras and templates. */
const formats = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')];

/**
 * The library also reads formats that are programs, or name other files: SVG with filters that take minutes.
 * @throws Error for other pictures than JPEG and PNG
 */
function requireFormat(bytes: Uint8Array): void {
  if (formats.some((start) => start.equals(bytes.subarray(0, start.length)))) return;
  throw new Error('The picture is neither JPEG nor PNG');
}

function sizeOf({ width, height }: GrayImage) {
  return { width, height };
}

function inputOf({ isOnWrist, intrinsics, board, views }: Calibrate) {
  const { squareSize, ...size } = board;
  const seen = views.map(({ flange, corners }) => ({ flange, pixels: corners }));
  return { isOnWrist, camera: intrinsics, board: size, squareSize, views: seen };
}

function planFlanges({ mount, corners, ...plan }: PlanViews) {
  const { camera, board, squareSize, flange, isOnWrist } = plan;
  const seen = locateBoard(camera, listBoardCorners(board, squareSize), corners);
  if (!seen) return undefined;
  const arm = isOnWrist ? flange : invertPose(flange);
  const boardPose = composePoses(composePoses(arm, mount), seen.pose);
  return planViews({ ...plan, poses: { camera: mount, board: boardPose } });
}

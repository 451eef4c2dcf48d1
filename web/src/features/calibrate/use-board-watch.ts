import { runVisionMethod } from '@cellwright/calls';
import {
  type BoardQuality,
  boardQualityLimits,
  type CalibrationBoard,
  chessboardSchema,
} from '@cellwright/domain/equipment';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { useRobotKind } from '../../api/use-robot.ts';

/** The board is looked for this often, ms. */
const watchEveryMS = 600;

/** Quality of the board in the current picture. */
export interface BoardWatch {
  readonly isFound: boolean;
  readonly isSharp: boolean;
  readonly isExposed: boolean;
  /** Why no picture was looked at. */
  readonly problem?: string;
}

/** Looks for the board in the current picture again and again. Undefined before the first answer. */
export function useBoardWatch(cameraID: string, board: CalibrationBoard, isWatched: boolean): BoardWatch | undefined {
  const robotKind = useRobotKind();
  const { columns, rows } = board;
  const { data } = useQuery({
    queryKey: ['calibrationBoard', cameraID, robotKind, columns, rows],
    queryFn: ({ signal }) => look({ id: cameraID, robotKind, columns, rows }, signal),
    enabled: isWatched,
    refetchInterval: pollEvery(watchEveryMS),
    retry: false,
  });
  return data;
}

interface Wanted {
  readonly id: string;
  readonly robotKind: 'live' | 'simulated';
  readonly columns: number;
  readonly rows: number;
}

async function look({ id, robotKind, ...args }: Wanted, signal: AbortSignal): Promise<BoardWatch> {
  try {
    const answer = await cell.call(
      runVisionMethod,
      { id, robotKind, method: 'getChessboardCorners', args },
      { signal },
    );
    const found = answer.ok ? chessboardSchema.safeParse(answer.results[0]).data : undefined;
    return found ? { isFound: true, ...judge(found.quality) } : { isFound: false, isSharp: false, isExposed: false };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { isFound: false, isSharp: false, isExposed: false, problem };
  }
}

export function judge({ blur, bright, dark }: BoardQuality): Pick<BoardWatch, 'isSharp' | 'isExposed'> {
  const { maxBlur, maxBright, minContrast } = boardQualityLimits;
  return { isSharp: blur <= maxBlur, isExposed: bright <= maxBright && bright - dark >= minContrast };
}

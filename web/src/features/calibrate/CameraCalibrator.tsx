import type { CalibrationBoard, EquipmentRecord } from '@cellwright/domain/equipment';
import { useEffect, useState } from 'react';
import { useAuthorNote } from '../../api/use-author-note.ts';
import { AuthorNote } from '../../parts/Permitted.tsx';
import { BoardSection } from './BoardSection.tsx';
import styles from './Calibrate.module.css';
import { LiveSection } from './LiveSection.tsx';
import { ResultSection } from './ResultSection.tsx';
import { useCalibration } from './use-calibration.ts';
import { ViewsSection } from './ViewsSection.tsx';

/** An even and an odd count: the board does not look the same turned by 180°. */
const usualBoard: CalibrationBoard = { columns: 4, rows: 3, squareSize: 0.03 };

interface CameraCalibratorProps {
  readonly device: EquipmentRecord;
  /** Called when pictures begin or end to be unsaved. */
  onUnsaved(isUnsaved: boolean): void;
}

/** The calibration of one camera, from the board to the stored result. */
export function CameraCalibrator({ device, onUnsaved }: CameraCalibratorProps) {
  const [board, setBoard] = useState(usualBoard);
  const calibration = useCalibration(device, board);
  const granters = useAuthorNote();
  const { isUnsaved } = calibration;
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  return (
    <div className={styles.columns}>
      <LiveSection device={device} board={board} />
      <div className={styles.side}>
        <AuthorNote granters={granters} />
        <BoardSection
          device={device}
          board={board}
          isFixed={calibration.views.length > 0}
          onChange={(next) => setBoard(next)}
        />
        <ViewsSection calibration={calibration} />
        <ResultSection device={device} calibration={calibration} />
      </div>
    </div>
  );
}

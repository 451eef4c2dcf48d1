import type { CalibrationBoard, EquipmentRecord } from '@cellwright/domain/equipment';
import { Button } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraPicture } from '../../connected/camera-viewer/CameraPicture.tsx';
import { useAge } from '../../connected/camera-viewer/use-age.ts';
import { useCameraFrames } from '../../connected/camera-viewer/use-camera-frames.ts';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Calibrate.module.css';
import { type BoardWatch, useBoardWatch } from './use-board-watch.ts';

const JogDrawer = lazyScreen(() => import('../../connected/jog/JogDrawer.tsx'));

interface Props {
  readonly device: EquipmentRecord;
  readonly board: CalibrationBoard;
}

/** The picture, and whether the board in it can be used. */
export function LiveSection({ device, board }: Props) {
  const { t } = useTranslation('calibrate');
  const { frame, problem } = useCameraFrames(device.id);
  const age = useAge(frame);
  const isCurrent = frame !== undefined && age !== undefined && age <= frame.validForMS;
  const watch = useBoardWatch(device.id, board, isCurrent);
  const [showsJog, setShowsJog] = useState(false);
  return (
    <section className={styles.live} aria-label={t('picture')}>
      <CameraPicture
        name={device.config.name}
        frame={frame}
        isCurrent={isCurrent}
        notice={problem ?? t(frame ? 'old' : 'waiting')}
        onFacts={ignoreFacts}
      />
      <div className={styles.chips} role="status" data-testid="board-state">
        {isCurrent && watch && <BoardChips watch={watch} />}
      </div>
      <div className={styles.actions}>
        <Button
          size="md"
          variant="default"
          aria-pressed={showsJog}
          leftSection={<IconArrowsMove size={iconSizes.sm} aria-hidden />}
          onClick={() => setShowsJog(!showsJog)}
        >
          {t('jog')}
        </Button>
      </div>
      {showsJog && (
        <Suspense>
          <JogDrawer onClose={() => setShowsJog(false)} />
        </Suspense>
      )}
    </section>
  );
}

const ignoreFacts = () => undefined;

function BoardChips({ watch: { isFound, isSharp, isExposed, problem } }: { readonly watch: BoardWatch }) {
  const { t } = useTranslation('calibrate');
  if (!isFound) return <StatusChip tone="danger" word={problem ?? t('noBoard')} />;
  const tone = (isGood: boolean): Tone => (isGood ? 'good' : 'danger');
  return (
    <>
      <StatusChip tone="good" word={t('boardFound')} />
      <StatusChip tone={tone(isSharp)} word={t(isSharp ? 'sharp' : 'blurred')} />
      <StatusChip tone={tone(isExposed)} word={t(isExposed ? 'exposed' : 'badlyExposed')} />
    </>
  );
}

import { Button } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/place.ts';
import type { Position } from '@cellwright/domain/robot';
import styles from '../../../connected/place/Place.module.css';
import type { usePostureCheck } from '../../../connected/place/use-posture-check.ts';
import { lazyScreen } from '../../../ui/lazy-screen.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { useEditor } from '../editor-context.ts';
import type { Placing } from './use-placing.ts';

const PlacePanel = lazyScreen(() => import('../../../connected/place/PlacePanel.tsx'));

interface Props {
  readonly placing: Placing;
  readonly check: ReturnType<typeof usePostureCheck>;
}

/** Button that starts moving the selected position in the picture, then the panel of the move. */
export function PlaceTools({ placing, check }: Props) {
  const { t } = useTranslation('place');
  const { session } = useEditor();
  const { placeable, move, begin } = placing;
  if (!placeable) return null;
  const save = (position: Position) => {
    try {
      session.apply((now) => placeable.place(now, position));
      session.separate();
      showUndo(t('saved'), t('undo'), session.undo);
      move.end();
    } catch (error) {
      showError(error);
    }
  };
  if (move.ghost) {
    return (
      <Suspense>
        <PlacePanel name={placeable.name} move={move} ghost={move.ghost} check={check} onSave={save} />
      </Suspense>
    );
  }
  return (
    <Button
      size="md"
      variant="default"
      className={styles.begin}
      leftSection={<IconArrowsMove size={iconSizes.sm} aria-hidden />}
      onClick={begin}
    >
      {t('begin')}
    </Button>
  );
}

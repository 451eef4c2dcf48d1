import type { Position } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { IconCheck, IconRoute, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useArmPosition } from '../../../api/use-arm-position.ts';
import '../../../i18n/transform.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showNote, showUndo } from '../../../ui/toasts.ts';
import { addWaypoints } from '../document/add-waypoints.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { usePathRecorder } from './use-path-recorder.ts';

/** Records the path of the arm, guided by hand or jogged, and adds it to a move as waypoints. */
export function RecordPath({ moveID }: { readonly moveID: string }) {
  const { t } = useTranslation('transform');
  const { session } = useEditor();
  const arm = useArmPosition();
  const add = (path: readonly Position[]) => {
    if (path.length === 0) return showNote(t('recordedNothing'));
    session.apply((now) => addWaypoints(now, moveID, path));
    showUndo(t('recorded', { count: path.length }), t('undo'), session.undo);
  };
  const { isRecording, count, start, finish, discard } = usePathRecorder({ read: arm.read, onPath: add });
  if (!isRecording) {
    return (
      <Button
        size="md"
        variant="default"
        disabled={!arm.isReady}
        leftSection={<IconRoute size={iconSizes.sm} aria-hidden />}
        onClick={start}
      >
        {t('record')}
      </Button>
    );
  }
  return (
    <>
      <p className={styles.hint} role="status">
        {t('recording', { count })}. {t('recordHelp')}
      </p>
      <div className={styles.teach}>
        <Button size="md" leftSection={<IconCheck size={iconSizes.sm} aria-hidden />} onClick={finish}>
          {t('recordFinish')}
        </Button>
        <Button size="md" variant="default" leftSection={<IconX size={iconSizes.sm} aria-hidden />} onClick={discard}>
          {t('recordDiscard')}
        </Button>
      </div>
    </>
  );
}

import { createId } from '@cellwright/domain/basics';
import { Button } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import '../../i18n/hand-motion.ts';
import { cell, useMayAuthor } from '../../api/cell.ts';
import { useArmPosition } from '../../api/use-arm-position.ts';
import styles from '../../connected/jog/Jog.module.css';
import { tourMark } from '../../parts/tour-mark.ts';
import { nextName } from '../../ui/next-name.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError, showUndo } from '../../ui/toasts.ts';

/** Limit of the search for a free name. */
const many = { limit: 1000 };

/** Stores the current position in the cell with the next free name. Only authors see it. */
export function TeachButton({ isNext }: { readonly isNext: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const arm = useArmPosition();
  const mayTeach = useMayAuthor();
  const refresh = () => queries.invalidateQueries({ queryKey: ['globalSpace'] });
  const teach = useMutation({
    mutationFn: async () => {
      const position = arm.read();
      if (!position) throw new Error(t('move.cannotTeach'));
      const { items } = await cell.globalSpace.find(many);
      const name = nextName('P', items);
      const kind = 'singlePosition';
      return cell.globalSpace.create({ id: createId('space'), kind, name, positions: [position], global: true });
    },
    onSuccess({ id, name }) {
      const takeBack = () => void cell.globalSpace.remove(id).then(refresh, showError);
      showUndo(t('move.taught', { name }), t('move.undo'), takeBack);
      return refresh();
    },
    onError: showError,
  });
  if (!mayTeach) return null;
  return (
    <Button
      {...tourMark('teach')}
      size="xl"
      className={styles.whole}
      variant={isNext ? 'filled' : 'default'}
      loading={teach.isPending}
      disabled={!arm.isReady}
      leftSection={<IconMapPinPlus size={iconSizes.md} aria-hidden />}
      onClick={() => teach.mutate()}
    >
      {t('move.teach')}
    </Button>
  );
}

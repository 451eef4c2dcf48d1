import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconFileExport, IconTemplate, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { cell } from '../../api/cell.ts';
import { describeMaker } from '../../parts/describe-maker.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Routines.module.css';
import type { RoutineActions } from './use-routine-actions.ts';

type Listed = Awaited<ReturnType<typeof cell.routines.find>>['items'][number];

interface Props {
  readonly routine: Listed;
  /** Open proposals for its newest version. */
  readonly proposalCount: number;
  readonly actions: RoutineActions;
  readonly mayAuthor: boolean;
}

export function RoutineRow({ routine, proposalCount, actions, mayAuthor }: Props) {
  const { t, i18n } = useTranslation();
  const { id, name, description, isTemplate, isNew } = routine;
  const icon = { size: iconSizes.sm, 'aria-hidden': true } as const;
  return (
    <li className={styles.row}>
      <Link to="/routines/$routineID" params={{ routineID: id }} className={styles.link}>
        <span className={styles.name}>
          {name}
          {isNew && (
            <Badge variant="outline" color="orange" c="var(--brand)">
              {t('routines.isNew')}
            </Badge>
          )}
          {isTemplate && (
            <Badge variant="default" c="var(--text-muted)">
              {t('routines.isTemplate')}
            </Badge>
          )}
        </span>
        <span className={styles.muted}>{description}</span>
      </Link>
      {proposalCount > 0 && (
        <Button
          size="md"
          variant="light"
          c="var(--text)"
          renderRoot={(props) => <Link to="/proposals" search={{ routine: id }} {...props} />}
        >
          {t('routines.proposals', { count: proposalCount })}
        </Button>
      )}
      <span className={styles.who}>
        {describeMaker(t, routine.updatedByName || routine.createdByName, (maker) => t('routines.by', { name: maker }))}
        <span>{formatMoment(routine.updatedAt, i18n.language)}</span>
      </span>
      {isTemplate && (
        <Button
          size="md"
          variant="default"
          disabled={!mayAuthor}
          onClick={() => void actions.startFromTemplate(routine)}
        >
          {t('routines.useTemplate')}
        </Button>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size="md" aria-label={t('routines.more', { name })}>
            <IconDots size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            h={44}
            disabled={!mayAuthor}
            leftSection={<IconCopy {...icon} />}
            onClick={() => void actions.duplicate(routine)}
          >
            {t('routines.duplicate')}
          </Menu.Item>
          <Menu.Item
            h={44}
            disabled={!mayAuthor}
            leftSection={<IconTemplate {...icon} />}
            onClick={() => void actions.setTemplate(routine, !isTemplate)}
          >
            {t(isTemplate ? 'routines.makeNoTemplate' : 'routines.makeTemplate')}
          </Menu.Item>
          <Menu.Item h={44} leftSection={<IconFileExport {...icon} />} onClick={() => void actions.exportFile(routine)}>
            {t('routines.export')}
          </Menu.Item>
          <Menu.Item
            h={44}
            disabled={!mayAuthor}
            leftSection={<IconTrash {...icon} />}
            onClick={() => void actions.remove(routine)}
          >
            {t('routines.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

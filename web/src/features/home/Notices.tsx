import '../../i18n/home-lists.ts';
import type { Notification } from '@cellwright/domain/cell';
import type { Stamps } from '@cellwright/entities';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPackage, IconPlugConnected, IconQuestionMark } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useMe } from '../../api/use-me.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { shortReason } from '../../parts/recovery/short-reason.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './Home.module.css';
import parts from './HomeParts.module.css';
import { groupNotices, type NoticeGroup, openNotices } from './open-notices.ts';

/** Number of notifications that are searched for ones that are not dismissed. */
const lookedAt = 50;

const icons = {
  robotFailure: IconAlertTriangle,
  waitForConfirmation: IconQuestionMark,
  externalControl: IconPlugConnected,
  softwareUpdate: IconPackage,
} as const;

/**
 * Lists the notifications that the user has not dismissed. Current ones are open; those that are over, or of another
 * robot, are behind a tap. Renders nothing without one.
 */
export default function Notices() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const subjectID = useMe().data?.subject.id;
  const robotKind = useRobotKind();
  const { stepID, reason } = useRobot(({ state }) => ({
    stepID: state?.prompt?.stepID,
    reason: state?.failure?.reason,
  }));
  const failed = reason === undefined ? undefined : { robotKind, reason };
  const { data } = useQuery({
    queryKey: ['notifications', 'newest'],
    queryFn: ({ signal }) => cell.notifications.find({ limit: lookedAt, sort: '-createdAt' }, signal),
  });
  const putAway = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      if (subjectID === undefined) return;
      await Promise.all(ids.map((id) => cell.notifications.patch(id, { status: { [subjectID]: 'dismissed' } })));
    },
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
  });
  const groups = groupNotices(
    openNotices(data?.items ?? [], stepID === undefined ? undefined : { robotKind, stepID }),
    failed,
  );
  if (groups.length === 0) return null;
  const earlier = groups.filter(({ isOpen }) => !isOpen);
  const listOf = (shown: typeof groups) => (
    <ul className={parts.notices}>
      {shown.map((group) => (
        <Notice key={group.newest.id} group={group} onDismiss={() => putAway.mutate(group.ids)} />
      ))}
    </ul>
  );
  return (
    <section className={styles.card} aria-label={t('home.notices')} data-testid="notices">
      <div className={parts.head}>
        <h2>{t('home.notices')}</h2>
        <Button
          size="md"
          variant="subtle"
          color="gray"
          loading={putAway.isPending}
          onClick={() => putAway.mutate(groups.flatMap(({ ids }) => ids))}
        >
          {t('home.dismissAll')}
        </Button>
      </div>
      {listOf(groups.filter(({ isOpen }) => isOpen))}
      {earlier.length > 0 && (
        <details className={parts.earlier}>
          <summary>{t('home.earlierNotices', { count: earlier.length })}</summary>
          {listOf(earlier)}
        </details>
      )}
    </section>
  );
}

interface NoticeProps {
  readonly group: NoticeGroup<Notification & Stamps>;
  onDismiss(): void;
}

function Notice({ group: { newest, ids, isOpen }, onDismiss }: NoticeProps) {
  const { t, i18n } = useTranslation();
  const { kind, failureReason, routineID, robotKind, createdAt } = newest;
  if (kind === 'toast') return null;
  const Icon = icons[kind];
  const robot = robotKind && t(`robotKind.${robotKind}`);
  return (
    <li data-testid="notice" data-kind={kind} data-open={isOpen}>
      <Icon size={iconSizes.md} aria-hidden />
      <div>
        <strong>
          {ids.length > 1 && `${ids.length} × `}
          {failureReason === undefined ? t(`home.notice_${kind}`) : shortReason(failureReason)}
        </strong>
        <div className={styles.muted}>
          {[robot, formatMoment(createdAt, i18n.language)].filter(Boolean).join(' · ')}
          {routineID !== undefined && (
            <>
              {' · '}
              <AppLink href={`/routines/${encodeURIComponent(routineID)}`} className={parts.link}>
                {t('home.openRoutine')}
              </AppLink>
            </>
          )}
        </div>
      </div>
      <Button size="md" variant="default" onClick={onDismiss}>
        {t('home.dismiss')}
      </Button>
    </li>
  );
}

import type { Notification } from '@cellwright/domain';
import type { Stamps } from '@cellwright/entities';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnected, IconQuestionMark } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useMe } from '../../api/use-me.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './Home.module.css';
import { openNotices } from './open-notices.ts';

/** Looked at for those that nobody has put away. */
const lookedAt = 50;
/** As many as an operator takes in at a glance; the next one follows when one is put away. */
const shown = 3;

const icons = {
  robotFailure: IconAlertTriangle,
  waitForConfirmation: IconQuestionMark,
  externalControl: IconPlugConnected,
} as const;

/** What people are told of, until each has put it away. Nothing is shown when there is nothing. */
export function Notices() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const subjectID = useMe().data?.subject.id;
  const robotKind = useRobotKind();
  const stepID = useRobot(({ state }) => state?.prompt?.stepID);
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
  const open = openNotices(data?.items ?? [], stepID === undefined ? undefined : { robotKind, stepID });
  if (open.length === 0) return null;
  const more = open.length - shown;
  return (
    <section className={styles.card} aria-label={t('home.notices')} data-testid="notices">
      <div className={styles.head}>
        <h2>{t('home.notices')}</h2>
        <Button
          size="md"
          variant="subtle"
          color="gray"
          loading={putAway.isPending}
          onClick={() => putAway.mutate(open.map(({ id }) => id))}
        >
          {t('home.dismissAll')}
        </Button>
      </div>
      <ul className={styles.notices}>
        {open.slice(0, shown).map((notice) => (
          <Notice key={notice.id} notice={notice} onDismiss={() => putAway.mutate([notice.id])} />
        ))}
      </ul>
      {more > 0 && <p className={styles.muted}>{t('home.moreNotices', { count: more })}</p>}
    </section>
  );
}

interface NoticeProps {
  readonly notice: Notification & Stamps;
  onDismiss(): void;
}

function Notice({ notice, onDismiss }: NoticeProps) {
  const { t, i18n } = useTranslation();
  const { kind, failureReason, routineID, robotKind, createdAt } = notice;
  if (kind === 'toast') return null;
  const Icon = icons[kind];
  const robot = robotKind && t(`robotKind.${robotKind}`);
  return (
    <li data-testid="notice" data-kind={kind}>
      <Icon size={iconSizes.md} aria-hidden />
      <div>
        <strong>{failureReason ?? t(`home.notice_${kind}`)}</strong>
        <div className={styles.muted}>
          {[robot, formatMoment(createdAt, i18n.language)].filter(Boolean).join(' · ')}
          {routineID !== undefined && (
            <>
              {' · '}
              <AppLink href={`/routines/${encodeURIComponent(routineID)}`} className={styles.link}>
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

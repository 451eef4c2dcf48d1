import { acknowledgeSoftwareWarning, cancelSoftwareInstall, type Software } from '@cellwright/calls';
import { installStages } from '@cellwright/domain/software';
import { Button } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../../api/cell.ts';
import { panelCell } from '../../../api/control-panel.ts';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { useSoftwareAct } from './use-software-act.ts';

/** The running build, and the update in progress with its stages. */
export function ProgressSection({ software }: { readonly software: Software }) {
  const { t } = useTranslation('software');
  const { update, unavailable } = software;
  const cancel = useSoftwareAct(() => panelCell.call(cancelSoftwareInstall, {}));
  const isGoing = update.stage !== null;
  return (
    <Section title={t('progress')}>
      <p data-testid="active-build">
        {t('installed')}: <strong>{describeBuild(update.activeBuildID, t('development'))}</strong>
      </p>
      {unavailable !== null && <p className={styles.muted}>{unavailable}</p>}
      {!isGoing && unavailable === null && <p className={styles.muted}>{t('noUpdate')}</p>}
      {isGoing && (
        <div aria-live="polite">
          <p>{t('target', { name: update.targetBuildName ?? update.targetBuildID })}</p>
          <Stages update={update} />
          {isHeld(update) && <p className={styles.muted}>{t('held')}</p>}
          {isTested(update) && <p className={styles.muted}>{t('tested')}</p>}
        </div>
      )}
      {update.hold && <StatusChip tone="caution" word={`${t(`hold.${update.hold.reason}`)}: ${update.hold.message}`} />}
      {isGoing && (
        <div className={styles.tools}>
          <Button size="md" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {update.lastErrorMessage !== null && <LastFailure update={update} />}
    </Section>
  );
}

function describeBuild(buildID: string, development: string): string {
  return buildID === 'development' ? development : buildID;
}

/** True from the check that the robots are idle to the end of the update. */
function isHeld({ stage, hold }: Software['update']): boolean {
  return hold === null && stage !== null && installStages.indexOf(stage) >= installStages.indexOf('imported');
}

/** True while the new build may still be given up. */
function isTested({ stage }: Software['update']): boolean {
  return stage === 'switched' || stage === 'healthy';
}

function Stages({ update: { stage } }: Pick<Software, 'update'>) {
  const { t } = useTranslation('software');
  const reached = stage === null ? -1 : installStages.indexOf(stage);
  return (
    <ol className={styles.stages}>
      {installStages.map((each, index) => {
        const isDone = index <= reached;
        const Icon = isDone ? IconCheck : IconCircle;
        return (
          <li key={each} data-done={isDone}>
            <Icon size={16} role="img" aria-label={t(isDone ? 'stageDone' : 'stageOpen')} />
            {t(`stage.${each}`)}
          </li>
        );
      })}
    </ol>
  );
}

function LastFailure({ update }: Pick<Software, 'update'>) {
  const { t } = useTranslation('software');
  const acknowledge = useSoftwareAct(() => cell.call(acknowledgeSoftwareWarning, {}));
  return (
    <div role="alert">
      <StatusChip tone={update.lastWarningNotified ? 'notice' : 'danger'} word={t('lastFailure')} />
      <p>{update.lastErrorMessage}</p>
      {!update.lastWarningNotified && (
        <Button size="md" variant="default" onClick={() => acknowledge.mutate(undefined)}>
          {t('acknowledge')}
        </Button>
      )}
    </div>
  );
}

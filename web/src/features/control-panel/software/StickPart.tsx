import { listStickBuilds, listSticks, type StickBuilds } from '@cellwright/calls';
import { Button, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../../api/control-panel.ts';
import { showError } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import { BuildRow } from './BuildRow.tsx';
import type { WantedBuild } from './use-software-act.ts';

interface StickPartProps {
  readonly activeBuildID: string;
  readonly canInstall: boolean;
  onInstall(wanted: WantedBuild): void;
}

/** Builds on a USB stick: connected sticks, or a folder. */
export function StickPart({ activeBuildID, canInstall, onInstall }: StickPartProps) {
  const { t } = useTranslation('software');
  const [path, setPath] = useState('');
  const [isExpiredConfirmed, setConfirmed] = useState(false);
  const { data: sticks } = useQuery({
    queryKey: ['sticks'],
    queryFn: ({ signal }) => panelCell.call(listSticks, {}, { signal }),
  });
  const look = useMutation({
    mutationFn: (wanted: { readonly offlineUpdatePath: string; readonly isExpiredConfirmed: boolean }) =>
      panelCell.call(listStickBuilds, wanted),
    onError: showError,
  });
  const read = (offlineUpdatePath: string, isConfirmed: boolean) => {
    setPath(offlineUpdatePath);
    setConfirmed(isConfirmed);
    look.mutate({ offlineUpdatePath, isExpiredConfirmed: isConfirmed });
  };
  return (
    <section aria-label={t('stickBuilds')}>
      <h3>{t('stickBuilds')}</h3>
      <div className={styles.tools}>
        {sticks?.items.map((stick) => (
          <Button key={stick} size="md" variant="default" onClick={() => read(stick, false)}>
            {t('readStick', { path: stick })}
          </Button>
        ))}
      </div>
      <form
        className={styles.tools}
        onSubmit={(event) => {
          event.preventDefault();
          read(path.trim(), false);
        }}
      >
        <TextInput
          size="md"
          label={t('stick')}
          value={path}
          onChange={({ currentTarget: { value } }) => setPath(value)}
        />
        <Button type="submit" size="md" variant="default" loading={look.isPending} disabled={!path.trim()}>
          {t('lookOnStick')}
        </Button>
      </form>
      {look.data && (
        <Found
          found={look.data}
          isExpiredConfirmed={isExpiredConfirmed}
          onConfirm={(isConfirmed) => read(path.trim(), isConfirmed)}
        />
      )}
      {look.data?.builds.map((build) => (
        <BuildRow
          key={build.buildId}
          build={build}
          isRunning={build.buildId === activeBuildID}
          canInstall={canInstall}
          onInstall={(isStopConfirmed) =>
            onInstall({
              ...{ targetBuildID: build.buildId, offlineUpdatePath: path.trim() },
              ...{ isStopConfirmed, isExpiredConfirmed },
            })
          }
        />
      ))}
    </section>
  );
}

interface FoundProps {
  readonly found: StickBuilds;
  readonly isExpiredConfirmed: boolean;
  onConfirm(isConfirmed: boolean): void;
}

/** Result of a look at a stick, with the question about expired metadata. */
function Found({ found: { builds, isExpired, error }, isExpiredConfirmed, onConfirm }: FoundProps) {
  const { t } = useTranslation('software');
  return (
    <div aria-live="polite">
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
      {error === null && builds.length === 0 && <p className={styles.muted}>{t('noStickBuilds')}</p>}
      {(isExpired || isExpiredConfirmed) && (
        <Switch
          size="md"
          label={t('confirmExpired')}
          description={t('confirmExpiredHelp')}
          checked={isExpiredConfirmed}
          onChange={({ currentTarget: { checked } }) => onConfirm(checked)}
        />
      )}
    </div>
  );
}

import '../../i18n/control-panel.ts';
import '../../i18n/kind-packages.ts';
import { type KindPackageView, listKindPackages } from '@cellwright/calls';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import styles from './ControlPanel.module.css';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

const pollMS = 2000;

const tones: Record<KindPackageView['state'], Tone> = { starting: 'notice', ready: 'good', failed: 'danger' };

/** `/control-panel/kind-packages`: packages of kinds, their versions, states and errors, behind the PIN. */
export default function KindPackagesScreen() {
  const { t } = useTranslation('kindPackages');
  return (
    <Gate>
      <PanelPage title={t('title')}>
        <p className={styles.muted}>{t('help')}</p>
        <Packages />
      </PanelPage>
    </Gate>
  );
}

function Packages() {
  const { t } = useTranslation('kindPackages');
  const { data, error, refetch } = useQuery({
    queryKey: ['kindPackages'],
    queryFn: ({ signal }) => cell.call(listKindPackages, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  if (!data && error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  return (
    <Section title={t('installed')}>
      {data.packages.length === 0 && <p className={styles.muted}>{t('none')}</p>}
      {data.packages.map((each) => (
        <PackageRow key={each.folder} view={each} />
      ))}
    </Section>
  );
}

function PackageRow({ view }: { readonly view: KindPackageView }) {
  const { t } = useTranslation('kindPackages');
  const { folder, name, version, state, problem, restarts } = view;
  return (
    <div className={styles.flag}>
      <div className={styles.flagText}>
        <strong>{[name ?? folder, version].filter(Boolean).join(' ')}</strong>
        <span className={styles.muted}>{t('folder', { folder })}</span>
        {problem !== null && <span role="alert">{problem}</span>}
        {restarts > 0 && <span className={styles.muted}>{t('restarts', { count: restarts })}</span>}
      </div>
      <StatusChip tone={tones[state]} word={t(`states.${state}`)} />
    </div>
  );
}

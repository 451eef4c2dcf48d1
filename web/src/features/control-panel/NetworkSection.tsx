import { networkSettings } from '@cellwright/entities';
import { Skeleton } from '@mantine/core';
import { IconCertificate, IconExternalLink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createClientOf } from '../../api/cell.ts';
import { createPanelClientOf } from '../../api/control-panel.ts';
import { Section } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './ControlPanel.module.css';

const settings = createClientOf(networkSettings);
const panelSettings = createPanelClientOf(networkSettings);
const queryKey = ['networkSettings'];

/** Browser access to the cell: whether HTTPS is required, and the steps for devices to trust it. */
export function NetworkSection() {
  const { t } = useTranslation('controlPanel');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => settings.get('1', { signal }),
  });
  return (
    <Section title={t('network')}>
      {data && <TransportChoice isOn={data.strictTransportSecurity} />}
      {!data && !error && <Skeleton h={72} />}
      {!data && error && (
        <ErrorState title={t('networkFailed')} reason={error.message} onRetry={() => void refetch()} />
      )}
      <div className={styles.cards}>
        <a href="/trust" target="_blank" rel="noreferrer" className={styles.link}>
          <IconCertificate size={iconSizes.md} aria-hidden />
          <span className={styles.linkText}>
            <strong>{t('trust')}</strong>
          </span>
          <IconExternalLink size={iconSizes.sm} aria-hidden />
        </a>
      </div>
    </Section>
  );
}

function TransportChoice({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation('controlPanel');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (strictTransportSecurity: boolean) => panelSettings.patch('1', { strictTransportSecurity }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: showError,
  });
  return (
    <div className={styles.flag} data-testid="strict-transport-security">
      <div className={styles.flagText}>
        <strong>{t('strictTransport')}</strong>
        <span className={styles.muted}>{t('strictTransportHelp')}</span>
      </div>
      <div className={styles.choice} data-waiting={change.isPending}>
        <span className={styles.choiceLabel}>{t('whole')}</span>
        <Segments<'on' | 'off'>
          label={t('strictTransport')}
          value={isOn ? 'on' : 'off'}
          choices={[
            { value: 'off', label: t('off') },
            { value: 'on', label: t('on') },
          ]}
          onChange={(value) => {
            if ((value === 'on') !== isOn && !change.isPending) change.mutate(value === 'on');
          }}
        />
      </div>
    </div>
  );
}

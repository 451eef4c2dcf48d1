import { checkReadiness } from '@cellwright/calls';
import type { EquipmentRecord, ReadinessCheck } from '@cellwright/domain/equipment';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import '../../i18n/readiness.ts';
import { Section } from '../../ui/Page.tsx';
import styles from './DeviceParts.module.css';

/** Checks on request whether a machine is connected and set up, and shows what to do about each problem. */
export function Readiness({ device: { id, isEnabled } }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation('readiness');
  const robotKind = useRobotKind();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => cell.call(checkReadiness, { id, robotKind }),
  });
  return (
    <Section title={t('title')}>
      <p className={styles.muted}>{t('help')}</p>
      {error && (
        <p className={styles.problem} role="status">
          {error.message}
        </p>
      )}
      <div role="status">{data && <Checks checks={data.checks} />}</div>
      <div className={styles.buttons}>
        <Button size="md" variant="default" disabled={!isEnabled} loading={isPending} onClick={() => mutate()}>
          {t('check')}
        </Button>
      </div>
    </Section>
  );
}

function Checks({ checks }: { readonly checks: readonly ReadinessCheck[] }) {
  const { t } = useTranslation('readiness');
  return (
    <dl className={styles.checks}>
      {checks.map(({ id, result, detail }) => (
        <div key={id} data-result={result}>
          <dt>{t(`checks.${id}`)}</dt>
          <dd data-testid={`readiness-${id}`}>
            {t(`results.${result}`)}
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

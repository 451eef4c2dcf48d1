import { testDeviceConnection } from '@cellwright/calls';
import type { ConnectionTestRequest } from '@cellwright/domain/equipment';
import type { AnyEquipmentKind } from '@cellwright/equipment/contracts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { DeviceFacts } from '../../kinds/DeviceFacts.tsx';
import { showError } from '../../ui/toasts.ts';
import styles from './Box.module.css';

type Target = ConnectionTestRequest['target'];

/** Tests the connection with the entered configuration, to the device or to a simulator of it. */
export function ConnectionTest(props: {
  readonly kind: AnyEquipmentKind;
  /** Undefined while it is not valid. */
  readonly config: ConnectionTestRequest['config'] | undefined;
}) {
  const { t } = useTranslation();
  const { kind, config } = props;
  const key = JSON.stringify(config);
  const { mutate, isPending, variables, data } = useMutation({
    mutationFn: async (target: Target) => ({
      key,
      target,
      ...(await cell.call(testDeviceConnection, { config: config ?? { kind }, target })),
    }),
    onError: showError,
  });
  // An answer to other settings says nothing about these.
  const answer = data?.key === key ? data : undefined;
  const button = (target: Target, label: string) => (
    <Button
      size="md"
      variant="default"
      loading={isPending && variables === target}
      disabled={!config || isPending}
      onClick={() => mutate(target)}
    >
      {label}
    </Button>
  );
  return (
    <section aria-label={t('box.connection.title')}>
      <div className={styles.buttons}>
        {button('device', t('box.connection.test'))}
        {button('simulator', t('box.connection.simulator'))}
      </div>
      <div role="status">
        {answer && (
          <>
            <p className={answer.outcome === 'connected' ? undefined : styles.problem}>
              {t(`box.connection.${answer.outcome}`, { ms: answer.elapsedMS })} {answer.state.error}
            </p>
            {answer.outcome === 'connected' && (
              <dl className={styles.facts}>
                <DeviceFacts kind={kind} state={answer.state} />
              </dl>
            )}
            {answer.outcome !== 'connected' && <p>{t(`box.connection.advice.${answer.outcome}`)}</p>}
            {answer.outcome === 'connected' && answer.target === 'simulator' && <p>{t('box.connection.simulated')}</p>}
          </>
        )}
      </div>
    </section>
  );
}

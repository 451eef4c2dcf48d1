import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { BrakesButton } from '../../parts/BrakesButton.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Section } from '../../ui/Page.tsx';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import type { Check } from './checks.ts';
import { describeCheck } from './describe-check.ts';
import styles from './Preflight.module.css';

const icons = { good: IconCheck, missing: IconAlertTriangle, unknown: IconHelpCircle };

/** Lists every check, with what to do if it fails. */
export function CheckList({ checks, error }: { readonly checks: readonly Check[]; readonly error: Error | null }) {
  const { t } = useTranslation('preflight');
  return (
    <Section title={t('checks')}>
      <ul className={styles.checks}>
        {checks.map((check) => {
          const Icon = icons[check.result];
          return (
            <li key={check.name} data-testid={`check-${check.name}`} data-result={check.result}>
              <Icon size={iconSizes.md} aria-hidden />
              <span>
                <span className={styles.result}>{t(`result.${check.result}`)}: </span>
                {describeCheck(t, check)}
              </span>
              {check.result === 'missing' && <WayOut name={check.name} />}
            </li>
          );
        })}
      </ul>
      {error && (
        <p role="alert">
          {t('problemsFailed')}: {error.message}
        </p>
      )}
    </Section>
  );
}

/** Link or button that fixes a check, if a screen can. */
function WayOut({ name }: Pick<Check, 'name'>) {
  const { t } = useTranslation('preflight');
  const { command, pending } = useCommand();
  const { brakes, kind, routineID } = useRobot(({ state }) => ({
    brakes: state?.brakes,
    kind: state?.kind,
    routineID: state?.routine?.id,
  }));
  switch (name) {
    case 'brakes':
      return (
        <BrakesButton
          size="md"
          brakes={brakes}
          isWaiting={pending === 'setBrakes'}
          isDisabled={kind !== 'Idle'}
          onSet={(state) => void command('setBrakes', { state })}
        />
      );
    case 'failure':
      return (
        <Button
          {...guarded('recover')}
          size="md"
          loading={pending === 'recover'}
          onClick={() => void command('recover', {})}
        >
          {t('recover')}
        </Button>
      );
    case 'routine':
      return <Way href="/routines" word={t('toRoutines')} />;
    case 'problems':
      return <Way href={`/routines/${encodeURIComponent(routineID ?? '')}`} word={t('toRoutine')} />;
    case 'devices':
      return <Way href="/box" word={t('toBox')} />;
    default:
      return null;
  }
}

function Way({ href, word }: { readonly href: string; readonly word: string }) {
  return (
    <AppLink href={href} className={styles.way}>
      {word}
    </AppLink>
  );
}

import { type FlagName, flagEntry } from '@cellwright/domain/cell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../api/control-panel.ts';
import { flagOverrides } from '../../api/flags.ts';
import { useFlagSources } from '../../api/use-flags.ts';
import { Segments } from '../../ui/Segments.tsx';
import { showError } from '../../ui/toasts.ts';
import styles from './ControlPanel.module.css';

type OnOff = 'on' | 'off';
type Here = 'cell' | OnOff;

const wordOf = (value: boolean): OnOff => (value ? 'on' : 'off');

/** One flag: its value in the cell and, if allowed, the override of this browser. */
export function FlagRow({ name, shared }: { readonly name: FlagName; readonly shared: boolean }) {
  const { t } = useTranslation('controlPanel');
  const change = useChangeFlag(name);
  const flag = t(`flags.${name}.title`);
  const description = t(`flags.${name}.description`);
  return (
    <div className={styles.flag} data-testid={`flag-${name}`}>
      <div className={styles.flagText}>
        <strong>{flag}</strong>
        {description !== '' && <span className={styles.muted}>{description}</span>}
      </div>
      <div className={styles.choice} data-waiting={change.isPending}>
        <span className={styles.choiceLabel}>{t('whole')}</span>
        <Segments<OnOff>
          label={t('wholeOf', { flag })}
          value={wordOf(shared)}
          choices={[
            { value: 'off', label: t('off') },
            { value: 'on', label: t('on') },
          ]}
          onChange={(value) => {
            if (value !== wordOf(shared) && !change.isPending) change.mutate(value === 'on');
          }}
        />
      </div>
      {flagEntry(name).allowSingleUser ? (
        <OverrideChoice name={name} flag={flag} />
      ) : (
        <p className={`${styles.muted} ${styles.wholeOnly}`}>{t('wholeOnly')}</p>
      )}
    </div>
  );
}

function OverrideChoice({ name, flag }: { readonly name: FlagName; readonly flag: string }) {
  const { t } = useTranslation('controlPanel');
  const { override } = useFlagSources(name);
  return (
    <div className={styles.choice}>
      <span className={styles.choiceLabel}>{t('here')}</span>
      <Segments<Here>
        label={t('hereOf', { flag })}
        value={override === undefined ? 'cell' : wordOf(override)}
        choices={[
          { value: 'cell', label: t('asCell') },
          { value: 'off', label: t('off') },
          { value: 'on', label: t('on') },
        ]}
        onChange={(value) => flagOverrides.set(name, value === 'cell' ? undefined : value === 'on')}
      />
    </div>
  );
}

/** Changes the shared flag; the shown value is the one that the cell has confirmed. */
function useChangeFlag(name: FlagName) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: boolean) => panelCell.featureFlags.patch('1', { [name]: value }),
    onSuccess: (flags) => queries.setQueryData(['featureFlags'], flags),
    onError: showError,
  });
}

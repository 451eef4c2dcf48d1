import { NativeSelect } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../../api/cell.ts';
import { useProfileInForce, useSpeedProfiles } from '../../../api/speed-profiles.ts';
import { withDistinctNames } from '../../../ui/distinct-names.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';

/** Selects the speed profile of the robot; a change applies from the next move. */
export function ProfileChoice() {
  const { t } = useTranslation();
  const { inForce, isReady, choose } = useProfileInForce();
  const { data } = useSpeedProfiles();
  const mayEdit = useMayOperate();
  if (!inForce) return null;
  // A profile that was removed after it was chosen is still in force.
  const others = (data?.items ?? []).filter(({ id }) => id !== inForce.id);
  const profiles = others.length === data?.items.length ? [inForce, ...others] : (data?.items ?? [inForce]);
  return (
    <NativeSelect
      size="md"
      className={styles.profile}
      classNames={{ label: styles.profileLabel }}
      label={t('editor.speedProfile')}
      leftSection={<IconGauge size={iconSizes.sm} aria-hidden />}
      disabled={!isReady || !mayEdit}
      data={withDistinctNames(profiles).map(({ id, name }) => ({ value: id, label: name }))}
      value={inForce.id}
      onChange={({ currentTarget: { value } }) => void choose(value)}
    />
  );
}

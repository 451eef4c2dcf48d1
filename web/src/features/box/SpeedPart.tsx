import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './Box.module.css';

const degrees = 180 / Math.PI;

/** How fast and how hard routines may move, profile by profile. Of the joints, the slowest is shown. */
export function SpeedPart() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['speedProfiles'],
    queryFn: ({ signal }) => cell.speedProfiles.find({ limit: 200 }, signal),
  });
  if (error)
    return <ErrorState title={t('box.settingsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('box.profileName')}</th>
          <th scope="col">{t('box.tooltipSpeed')}</th>
          <th scope="col">{t('box.jointSpeed')}</th>
          <th scope="col">{t('box.jointAcceleration')}</th>
          <th scope="col">{t('box.jerk')}</th>
          <th scope="col">{t('box.tablet')}</th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((profile) => (
          <tr key={profile.id}>
            <td>
              <strong>{profile.name}</strong>{' '}
              <span className={styles.muted}>{t(profile.factoryPreset === 'none' ? 'box.own' : 'box.factory')}</span>
            </td>
            <td>
              <Quantity value={profile.maxTooltipSpeed * 1000} digits={0} unit={t('quantity.mmPerSecond')} />
            </td>
            <td>
              <Quantity
                value={Math.min(...profile.maxJointSpeeds) * degrees}
                digits={0}
                unit={t('quantity.degPerSecond')}
              />
            </td>
            <td>
              <Quantity value={Math.min(...profile.maxJointAccelerations) * degrees} digits={0} unit="°/s²" />
            </td>
            <td>
              <Quantity value={profile.jerkLimit * degrees} digits={0} unit="°/s³" />
            </td>
            <td>{t(profile.tabletSafetyEnabled ? 'box.yes' : 'box.no')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

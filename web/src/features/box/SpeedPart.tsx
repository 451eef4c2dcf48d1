import type { SpeedProfile } from '@cellwright/domain/robot';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor, useMayOperate } from '../../api/cell.ts';
import { useProfileInForce, useSpeedProfiles } from '../../api/speed-profiles.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { inUnit } from '../../ui/length.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Box.module.css';
import profileStyles from './Profile.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import { useProfileEditing } from './use-profile-editing.ts';

const degrees = 180 / Math.PI;
const none: readonly SpeedProfile[] = [];

/** Limits of speed and force of each profile, and the profile in force. Of the joint limits, the lowest is shown. */
export function SpeedPart() {
  const { t } = useTranslation();
  const { data, error, refetch } = useSpeedProfiles();
  const { inForce, isReady, choose } = useProfileInForce();
  const mayChoose = useMayOperate();
  const length = useLengthUnit();
  const editing = useProfileEditing(data?.items ?? none);
  const mayEdit = useMayAuthor();
  if (error)
    return <ErrorState title={t('box.settingsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  return (
    <>
      <p className={styles.muted}>{t('box.profileHelp')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('box.profileName')}</th>
            <th scope="col">{t('box.tooltipSpeed')}</th>
            <th scope="col">{t('box.jointSpeed')}</th>
            <th scope="col">{t('box.jointAcceleration')}</th>
            <th scope="col">{t('box.jerk')}</th>
            <th scope="col">{t('box.tablet')}</th>
            <th scope="col">{t('box.inForce')}</th>
            {mayEdit && <th scope="col">{t('box.profileEdit')}</th>}
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
                <Quantity
                  value={inUnit(profile.maxTooltipSpeed, length)}
                  digits={Math.max(0, length.digits - 1)}
                  unit={`${length.unit}/s`}
                />
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
              <td>
                {profile.id === inForce?.id ? (
                  <span className={styles.inForce} data-testid="profile-in-force">
                    <IconCheck size={iconSizes.sm} aria-hidden />
                    {t('box.inForce')}
                  </span>
                ) : (
                  <Button
                    size="md"
                    variant="default"
                    aria-label={t('box.useProfileNamed', { name: profile.name })}
                    disabled={!isReady || !mayChoose}
                    onClick={() => void choose(profile.id)}
                  >
                    {t('box.useProfile')}
                  </Button>
                )}
              </td>
              {mayEdit && (
                <td>
                  <ProfileActions profile={profile} editing={editing} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {editing.edited && (
        <ProfileForm
          key={editing.edited.id}
          initial={editing.edited}
          isWaiting={editing.isSaving}
          onChange={editing.edit}
          onSave={editing.save}
          onCancel={editing.stop}
        />
      )}
    </>
  );
}

interface ProfileActionsProps {
  readonly profile: SpeedProfile;
  readonly editing: ReturnType<typeof useProfileEditing>;
}

/** Every profile can be copied; factory presets cannot be changed or removed. */
function ProfileActions({ profile, editing }: ProfileActionsProps) {
  const { t } = useTranslation();
  const { name } = profile;
  const isOwn = profile.factoryPreset === 'none';
  // Another unsaved profile would be lost.
  const isBusy = editing.edited !== undefined;
  return (
    <div className={profileStyles.rowActions}>
      {isOwn && (
        <Button
          size="md"
          variant="default"
          aria-label={t('box.profileEditNamed', { name })}
          disabled={isBusy}
          onClick={() => editing.edit(profile)}
        >
          {t('box.profileEdit')}
        </Button>
      )}
      <Button
        size="md"
        variant="default"
        aria-label={t('box.profileCopyNamed', { name })}
        disabled={isBusy}
        onClick={() => editing.copy(profile)}
      >
        {t('box.profileCopy')}
      </Button>
      {isOwn && (
        <Button
          size="md"
          variant="default"
          aria-label={t('box.profileRemoveNamed', { name })}
          disabled={isBusy}
          onClick={() => void editing.remove(profile)}
        >
          {t('box.remove')}
        </Button>
      )}
    </div>
  );
}

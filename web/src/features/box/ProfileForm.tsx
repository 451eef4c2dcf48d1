import { type SpeedProfile, speedProfileSchema } from '@cellwright/domain/robot';
import { radiansToDegrees } from '@cellwright/geometry';
import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLengthUnit } from '../../api/use-me.ts';
import { KeptNumber } from '../../ui/KeptNumber.tsx';
import { Section } from '../../ui/Page.tsx';
import styles from './Profile.module.css';

interface Props {
  readonly initial: SpeedProfile;
  readonly isWaiting: boolean;
  onChange(profile: SpeedProfile): void;
  onSave(profile: SpeedProfile): void;
  onCancel(): void;
}

type JointField = 'maxJointSpeeds' | 'maxJointAccelerations' | 'maxJointTorques' | 'collisionThresholds';
const scales = ['baseVelocityScaling', 'baseAccelerationScaling', 'scalingFactor'] as const;

/** Limits of a user's speed profile, in the units of the user. */
export function ProfileForm({ initial, isWaiting, onChange, onSave, onCancel }: Props) {
  const { t } = useTranslation();
  const { unit, factor, digits } = useLengthUnit();
  const [profile, setProfile] = useState(initial);
  const change = (part: Partial<SpeedProfile>) => {
    const next = { ...profile, ...part };
    setProfile(next);
    onChange(next);
  };
  const checked = speedProfileSchema.safeParse(profile);
  const number = useNumberField();
  const perSecond = { factor, digits: Math.max(0, digits - 1), unit: `${unit}/s` };
  const joints = (field: JointField, as: Scaled) => (
    <fieldset className={styles.joints}>
      <legend>{t(`box.profileFields.${field}`)}</legend>
      {profile[field].map((value, index) =>
        number(`J${index}`, value, as, (next) =>
          change({ [field]: profile[field].map((each, at) => (at === index ? next : each)) }),
        ),
      )}
    </fieldset>
  );
  return (
    <Section title={profile.name || t('box.profileName')}>
      <div className={styles.form}>
        <TextInput
          size="md"
          label={t('box.profileFields.name')}
          value={profile.name}
          error={profile.name.trim() === '' && t('box.profileNeedsName')}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <div className={styles.joints}>
          {number(t('box.profileFields.maxTooltipSpeed'), profile.maxTooltipSpeed, { ...perSecond, most: 5 }, (next) =>
            change({ maxTooltipSpeed: next }),
          )}
          {profile.maxTooltipAcceleration !== null &&
            number(
              t('box.profileFields.maxTooltipAcceleration'),
              profile.maxTooltipAcceleration,
              { ...perSecond, unit: `${unit}/s²`, most: 50 },
              (next) => change({ maxTooltipAcceleration: next }),
            )}
          {number(t('box.profileFields.jerkLimit'), profile.jerkLimit, angular('°/s³', 10_000), (next) =>
            change({ jerkLimit: next }),
          )}
        </div>
        <Switch
          size="md"
          label={t('box.profileFields.limitsToolAcceleration')}
          checked={profile.maxTooltipAcceleration !== null}
          onChange={({ currentTarget: { checked: isOn } }) =>
            change({ maxTooltipAcceleration: isOn ? defaultToolAcceleration : null })
          }
        />
        {joints('maxJointSpeeds', angular('°/s', 12))}
        {joints('maxJointAccelerations', angular('°/s²', 50))}
        <div className={styles.joints}>
          {scales.map((field) =>
            number(t(`box.profileFields.${field}`), profile[field], percent, (next) => change({ [field]: next })),
          )}
        </div>
        <Switch
          size="md"
          label={t('box.profileFields.tabletSafetyEnabled')}
          checked={profile.tabletSafetyEnabled}
          onChange={({ currentTarget: { checked: isOn } }) => change({ tabletSafetyEnabled: isOn })}
        />
        <details>
          <summary className={styles.summary}>{t('box.profileTorques')}</summary>
          {joints('maxJointTorques', torque)}
          {joints('collisionThresholds', torque)}
        </details>
        <Group>
          <Button
            size="md"
            loading={isWaiting}
            disabled={!checked.success}
            onClick={() => checked.success && onSave(checked.data)}
          >
            {t('box.save')}
          </Button>
          <Button size="md" variant="default" onClick={onCancel}>
            {t('box.cancel')}
          </Button>
        </Group>
      </div>
    </Section>
  );
}

/** m/s² */
const defaultToolAcceleration = 2;

/** Display of a stored number: its unit, digits and range. */
interface Scaled {
  /** From the stored unit. */
  readonly factor: number;
  readonly digits: number;
  readonly unit: string;
  /** Maximum in the stored unit. */
  readonly most: number;
  /** Minimum in the stored unit. Default: anything above 0. */
  readonly least?: number;
}

const angular = (unit: string, most: number): Scaled => ({ factor: radiansToDegrees(1), digits: 1, unit, most });
const percent: Scaled = { factor: 100, digits: 0, unit: '%', most: 1, least: 0.01 };
const torque: Scaled = { factor: 1, digits: 1, unit: 'N·m', most: 500 };

function useNumberField() {
  const { t } = useTranslation();
  return (label: string, value: number, as: Scaled, onKeep: (next: number) => void) => {
    const { factor, digits, unit, most, least = 10 ** -digits / factor } = as;
    const shown = (stored: number) => Number((stored * factor).toFixed(digits));
    return (
      <KeptNumber
        key={label}
        label={label}
        unit={unit}
        digits={digits}
        step={10 ** (digits === 0 ? 0 : 1 - digits)}
        value={shown(value)}
        isDisabled={false}
        refuse={(typed) =>
          typed >= shown(least) && typed <= shown(most)
            ? undefined
            : t('box.profileRange', { least: shown(least), most: shown(most) })
        }
        onKeep={(typed) => onKeep(Math.min(most, typed / factor))}
      />
    );
  };
}

import type { WirePose } from '@cellwright/domain/robot';
import { eulerDegreesFromQuaternion, quaternionFromEulerDegrees, type Vec3 } from '@cellwright/geometry';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeptNumber } from '../../ui/KeptNumber.tsx';
import type { LengthUnit } from '../../ui/length.ts';
import styles from './Positions.module.css';

interface Props {
  readonly pose: WirePose;
  /** Unit that lengths are shown in. */
  readonly length: LengthUnit;
  readonly isDisabled: boolean;
  onChange(pose: WirePose): void;
  /** Called with whether a field shows a value that was rejected. */
  onRefused?(isRefused: boolean): void;
}

const axes = ['x', 'y', 'z'] as const;
/** Angles that differ by less are the same rotation. */
const sameTurn = 1e-6;

/** Pose: its position in the unit of the user, and its rotation in degrees about x, y and z of the base. */
export function PoseFields({ pose, length, isDisabled, onChange, onRefused }: Props) {
  const { t } = useTranslation('scene');
  const { unit, factor, digits } = length;
  const { angles, turn } = useAngles(pose, onChange);
  const shared = {
    isDisabled,
    onRefused,
    refuse: (value: number) => (Number.isFinite(value) ? undefined : t('enterNumber')),
  };
  return (
    <>
      <div className={styles.three}>
        {axes.map((axis) => (
          <KeptNumber
            {...shared}
            key={axis}
            label={axis}
            unit={unit}
            digits={digits}
            step={stepOf(unit)}
            value={Number((pose[axis] * factor).toFixed(digits))}
            onKeep={(value) => onChange({ ...pose, [axis]: value / factor })}
          />
        ))}
      </div>
      <div className={styles.three}>
        {axes.map((axis, index) => (
          <KeptNumber
            {...shared}
            key={axis}
            label={t('turnAbout', { axis })}
            unit="°"
            digits={1}
            step={5}
            value={angles[index] ?? 0}
            onKeep={(value) => turn(index, value)}
          />
        ))}
      </div>
    </>
  );
}

/**
 * Keeps the angles of a rotation as they were typed. A rotation has many; the typed ones stay while they are
 * equivalent.
 */
function useAngles(pose: WirePose, onChange: (pose: WirePose) => void) {
  const [angles, setAngles] = useState<Vec3>(() => eulerDegreesFromQuaternion(pose));
  const { i, j, k, w } = pose;
  useEffect(() => {
    setAngles((typed) =>
      isSame(quaternionFromEulerDegrees(typed), { i, j, k, w }) ? typed : roundAll({ i, j, k, w }),
    );
  }, [i, j, k, w]);
  const turn = (axis: number, degrees: number) => {
    const [x, y, z] = angles.map((angle, each) => (each === axis ? degrees : angle));
    const next: Vec3 = [x ?? 0, y ?? 0, z ?? 0];
    setAngles(next);
    onChange({ ...pose, ...quaternionFromEulerDegrees(next) });
  };
  return { angles, turn };
}

/** Returns the step of the field, about one centimetre. */
export function stepOf(unit: 'm' | 'mm' | 'in'): number {
  return { m: 0.01, mm: 10, in: 0.5 }[unit];
}

type Turn = Pick<WirePose, 'i' | 'j' | 'k' | 'w'>;

function roundAll(turn: Turn): Vec3 {
  const [x, y, z] = eulerDegreesFromQuaternion(turn).map((angle) => Math.round(angle * 10) / 10);
  return [x ?? 0, y ?? 0, z ?? 0];
}

function isSame(one: Turn, other: Turn): boolean {
  return 1 - Math.abs(one.i * other.i + one.j * other.j + one.k * other.k + one.w * other.w) < sameTurn;
}

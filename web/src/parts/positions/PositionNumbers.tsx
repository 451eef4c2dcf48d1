import { type JointAngles, jointAnglesSchema, type Position, type WirePose } from '@cellwright/domain/robot';
import { degreesToRadians, radiansToDegrees } from '@cellwright/geometry';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeptNumber } from '../../ui/KeptNumber.tsx';
import type { LengthUnit } from '../../ui/length.ts';
import { Segments } from '../../ui/Segments.tsx';
import { PoseFields } from './PoseFields.tsx';
import styles from './Positions.module.css';

/** Names the TCP that a position refers to. */
type Tip = Pick<Position, 'tcpOption'>;

/** Kinematics of the cell's arm with its tool. */
export interface Postures {
  /** Returns base → the TCP that the position's own tcpOption names, metres, at joint angles in rad. */
  poseOf(joints: readonly number[], position: Tip): WirePose;
  /** Returns the joint angles of the posture nearest to `near` that has that TCP at a pose. Undefined out of reach. */
  jointsOf(pose: WirePose, near: readonly number[] | undefined, position: Tip): JointAngles | undefined;
  /** Returns the position from which typing starts: the current one, or the arm's ready pose if that is unknown. */
  begin(): Position;
  /** Limits of each joint, rad. */
  readonly limits: readonly { readonly lower: number; readonly upper: number }[];
}

interface Props {
  readonly position: Position;
  readonly length: LengthUnit;
  readonly postures: Postures;
  readonly isDisabled: boolean;
  onChange(position: Position): void;
}

const shownDigits = 2;

/** Position as numbers: the tool pose or the joint angles. Each follows when the other is typed. */
export function PositionNumbers({ position, length, postures, isDisabled, onChange }: Props) {
  const { t } = useTranslation('scene');
  const [shown, show] = useState<'pose' | 'joints'>('pose');
  const pose = position.pose ?? (position.jointAngles && postures.poseOf(position.jointAngles, position));
  const joints = position.jointAngles ?? (pose && postures.jointsOf(pose, undefined, position));
  return (
    <div className={styles.numbers} data-testid="position-numbers">
      <Segments<'pose' | 'joints'>
        label={t('numbers.title')}
        choices={[
          { value: 'pose', label: t('numbers.pose') },
          { value: 'joints', label: t('numbers.joints') },
        ]}
        value={shown}
        onChange={show}
      />
      {shown === 'pose' && pose && (
        <PoseFields
          pose={pose}
          length={length}
          isDisabled={isDisabled}
          onChange={(next) => onChange(atPose(position, next, postures))}
        />
      )}
      {shown === 'joints' && joints && (
        <div className={styles.three}>
          {joints.map((angle, index) => (
            <JointField
              // biome-ignore lint/suspicious/noArrayIndexKey: a joint is what it is by its place in the arm
              key={index}
              index={index}
              angle={angle}
              limits={postures.limits[index]}
              isDisabled={isDisabled}
              onKeep={(next) => {
                const moved = jointAnglesSchema.parse(joints.map((each, at) => (at === index ? next : each)));
                onChange(atJoints(position, moved, postures));
              }}
            />
          ))}
        </div>
      )}
      {!joints && (
        <p className={styles.beyond} role="status">
          {t('numbers.beyond')}
        </p>
      )}
    </div>
  );
}

interface JointFieldProps {
  readonly index: number;
  /** Angle, rad. */
  readonly angle: number;
  readonly limits: Postures['limits'][number] | undefined;
  readonly isDisabled: boolean;
  onKeep(angle: number): void;
}

function JointField({ index, angle, limits, isDisabled, onKeep }: JointFieldProps) {
  const { t } = useTranslation('scene');
  const [lower, upper] = [limits?.lower ?? -Math.PI, limits?.upper ?? Math.PI].map(inDegrees);
  const refuse = (degrees: number) => {
    if (!Number.isFinite(degrees)) return t('enterNumber');
    const isInside = lower !== undefined && upper !== undefined && degrees >= lower && degrees <= upper;
    return isInside ? undefined : t('numbers.range', { lower, upper });
  };
  return (
    <KeptNumber
      label={`J${index}`}
      unit="°"
      digits={shownDigits}
      step={1}
      value={inDegrees(angle)}
      isDisabled={isDisabled}
      refuse={refuse}
      onKeep={(degrees) => onKeep(degreesToRadians(degrees))}
    />
  );
}

function inDegrees(angle: number): number {
  return Number(radiansToDegrees(angle).toFixed(shownDigits));
}

/** Returns the position with another pose, and the joint angles of the nearest posture there, or none out of reach. */
export function atPose({ wristPose, ...rest }: Position, pose: WirePose, { jointsOf }: Postures): Position {
  return { ...rest, pose, jointAngles: jointsOf(pose, rest.jointAngles, rest) };
}

/** Returns the position with other joint angles, and the tool pose at them. */
export function atJoints({ wristPose, ...rest }: Position, jointAngles: JointAngles, { poseOf }: Postures): Position {
  return { ...rest, jointAngles, pose: poseOf(jointAngles, rest) };
}

import { defaultArm } from '@cellwright/arm';
import { type Pose, radiansToDegrees } from '@cellwright/geometry';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { readPose, readTravel, toolPoseOf } from '../../api/tool-pose.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { useJoints, useRobot } from '../../api/use-robot.ts';
import { inUnit } from '../../ui/length.ts';
import styles from './Jog.module.css';
import { JogRow } from './JogRow.tsx';
import type { JogMode, JogPress } from './jog-plan.ts';

interface Props {
  readonly mode: JogMode;
  readonly press: JogPress | undefined;
  readonly isDisabled: boolean;
  onStart(press: JogPress): void;
  onEnd(): void;
}

const axes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;

/** The six axes with where they are: joint angles, the tool in the base, or how far the tool has come in its own axes. */
export function JogRows({ mode, press, isDisabled, onStart, onEnd }: Props) {
  const { t } = useTranslation();
  const model = useArmModel() ?? defaultArm;
  const joints = useJoints();
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  const length = useLengthUnit();
  const startedAt = useRef<Pose>(undefined);
  const pose = joints && toolPoseOf(joints, tcp);
  const values = readValues(mode, joints, pose, startedAt.current);
  const jointNames = t('move.joints', { returnObjects: true });
  const axisNames = t('move.axes', { returnObjects: true });
  return (
    <div className={styles.rows}>
      {axes.map((axis, index) => {
        const isTurn = mode === 'joint' || index > 2;
        const range = model.joints[index]?.limits;
        const angle = joints?.[index];
        const share =
          mode === 'joint' && range && angle !== undefined
            ? (angle - range.lower) / (range.upper - range.lower)
            : undefined;
        const name = (mode === 'joint' ? jointNames[index] : axisNames[index]) ?? axis;
        return (
          <JogRow
            key={axis}
            short={mode === 'joint' ? `J${index}` : axis.toUpperCase()}
            name={name}
            value={isTurn ? values?.[index] : inUnit(values?.[index], length)}
            unit={isTurn ? t('quantity.degree') : length.unit}
            digits={isTurn ? 2 : length.digits}
            share={share}
            isActive={press?.axis === index}
            isDisabled={isDisabled || (press !== undefined && press.axis !== index)}
            testID={mode === 'joint' ? `J${index}` : axis}
            onStart={(direction) => {
              startedAt.current = pose;
              onStart({ axis: index, direction });
            }}
            onEnd={onEnd}
          />
        );
      })}
    </div>
  );
}

function readValues(
  mode: JogMode,
  joints: readonly number[] | undefined,
  pose: Pose | undefined,
  startedAt: Pose | undefined,
): readonly number[] | undefined {
  if (mode === 'joint') return joints?.map(radiansToDegrees);
  if (!pose) return undefined;
  return mode === 'base' ? readPose(pose) : readTravel(startedAt ?? pose, pose);
}

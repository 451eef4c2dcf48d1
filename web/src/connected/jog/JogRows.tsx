import { defaultArm } from '@cellwright/arm';
import type { Pose } from '@cellwright/geometry';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { usePacedJoints, useRobot } from '../../api/use-robot.ts';
import type { JointSource } from '../../parts/arm-view/joint-source.ts';
import { axisReaders, shareReader } from './axis-readers.ts';
import styles from './Jog.module.css';
import { JogRow } from './JogRow.tsx';
import type { JogMode, JogPress } from './jog-plan.ts';

interface Props {
  readonly mode: JogMode;
  readonly press: JogPress | undefined;
  readonly isDisabled: boolean;
  onStart(press: JogPress, onLate: () => void): void;
  onEnd(): void;
}

/** Update interval of the numbers: more than ten per second cannot be read. */
const pace = [100, 0] as const;
const axes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;

/**
 * The six axes with their values: joint angles, the tool pose in the base frame, or the tool's travel along its own
 * axes.
 */
export function JogRows({ mode, press, isDisabled, onStart, onEnd }: Props) {
  const { t } = useTranslation();
  const source = usePacedJoints(...pace);
  const length = useLengthUnit();
  const startedAt = useRef<Pose>(undefined);
  const readers = useAxisReaders(mode, source, startedAt);
  const shares = useShareReaders(mode, source);
  const jointNames = t('move.joints', { returnObjects: true });
  const axisNames = t('move.axes', { returnObjects: true });
  return (
    <div className={styles.rows}>
      {axes.map((axis, index) => {
        const isTurn = mode === 'joint' || index > 2;
        const read = readers.values[index];
        if (!read) return null;
        const name = (mode === 'joint' ? jointNames[index] : axisNames[index]) ?? axis;
        return (
          <JogRow
            key={axis}
            short={mode === 'joint' ? `J${index}` : axis.toUpperCase()}
            name={name}
            source={source}
            read={read}
            unit={isTurn ? t('quantity.degree') : length.unit}
            digits={isTurn ? 2 : length.digits}
            readShare={shares?.[index]}
            isActive={press?.axis === index}
            isDisabled={isDisabled || (press !== undefined && press.axis !== index)}
            testID={mode === 'joint' ? `J${index}` : axis}
            onStart={(direction, onLate) => {
              startedAt.current = readers.readTool();
              onStart({ axis: index, direction }, onLate);
            }}
            onEnd={onEnd}
          />
        );
      })}
    </div>
  );
}

function useAxisReaders(mode: JogMode, source: JointSource, startedAt: { readonly current: Pose | undefined }) {
  const length = useLengthUnit();
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  return useMemo(
    () => axisReaders({ mode, length, tcp, readJoints: () => source.joints, readStart: () => startedAt.current }),
    [mode, length, tcp, source, startedAt],
  );
}

function useShareReaders(mode: JogMode, source: JointSource) {
  const model = useArmModel() ?? defaultArm;
  return useMemo(
    () =>
      mode === 'joint'
        ? model.joints.map(({ limits }, index) => shareReader(() => source.joints, index, limits))
        : undefined,
    [mode, model, source],
  );
}

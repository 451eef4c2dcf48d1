import { IconAlertTriangle, IconKeyboard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLengthUnit } from '../../api/use-me.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { lengthText } from '../../ui/length.ts';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';
import { JogRows } from './JogRows.tsx';
import {
  angularSpeedsDegrees,
  angularStepsDegrees,
  type JogMode,
  type JogPress,
  type JogSettings,
  linearSpeedsMM,
  linearStepsMM,
} from './jog-plan.ts';

const continuous = -1;

export interface JogPanelProps {
  readonly settings: JogSettings;
  /** Undefined while nothing is pressed. */
  readonly press: JogPress | undefined;
  /** Reason why jogging is blocked, or why the arm does not move although a button is held. */
  readonly reason: string | undefined;
  readonly isDisabled: boolean;
  onSettings(settings: JogSettings): void;
  onStart(press: JogPress, onLate: () => void): void;
  onEnd(): void;
}

/** Jog controls: mode, step, speed, and six axes. */
export function JogPanel({ settings, press, reason, isDisabled, onSettings, onStart, onEnd }: JogPanelProps) {
  const { t } = useTranslation();
  const { mode, speed, step } = settings;
  const isJoint = mode === 'joint';
  const length = useLengthUnit();
  const steps = angularStepsDegrees.map((degrees, index) => ({
    value: index,
    label: isJoint
      ? `${decimalText(degrees)}°`
      : `${lengthText((linearStepsMM[index] ?? 0) / 1000, length)}\n${decimalText(degrees)}°`,
  }));
  const speeds = angularSpeedsDegrees.map((degrees, index) => ({
    value: index,
    label: isJoint
      ? `${degrees} ${t('quantity.degPerSecond')}`
      : `${lengthText((linearSpeedsMM[index] ?? 0) / 1000, length)}/s`,
  }));
  const modes: { value: JogMode; label: string }[] = [
    { value: 'joint', label: t('move.joint') },
    { value: 'tool', label: t('move.tool') },
    { value: 'base', label: t('move.base') },
  ];
  return (
    <section className={styles.panel} aria-label={t('move.title')}>
      <Segments
        label={t('move.frame')}
        choices={modes}
        value={mode}
        onChange={(next) => onSettings({ ...settings, mode: next })}
      />
      <div className={styles.settings}>
        <span>{t('move.stepSize')}</span>
        <Segments
          label={t('move.stepSize')}
          choices={[{ value: continuous, label: t('move.continuous') }, ...steps]}
          value={step ?? continuous}
          onChange={(next) => onSettings({ ...settings, step: next === continuous ? undefined : next })}
        />
        <span>{t('move.speed')}</span>
        <Segments
          label={t('move.speed')}
          choices={speeds}
          value={speed}
          onChange={(next) => onSettings({ ...settings, speed: next })}
        />
      </div>
      <div
        className={styles.word}
        data-tone={reason === undefined ? 'neutral' : 'caution'}
        role="status"
        data-testid="jog-reason"
      >
        {reason === undefined ? (
          <IconKeyboard size={iconSizes.sm} className="keyboard-only" aria-hidden />
        ) : (
          <IconAlertTriangle size={iconSizes.sm} aria-hidden />
        )}
        {reason ?? <span className="keyboard-only">{t('move.keys')}</span>}
      </div>
      <JogRows mode={mode} press={press} isDisabled={isDisabled} onStart={onStart} onEnd={onEnd} />
    </section>
  );
}

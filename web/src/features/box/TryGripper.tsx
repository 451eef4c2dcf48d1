import type { EquipmentRecord, NumberRange } from '@cellwright/domain';
import { type GripperCommand, type GripperDescription, gripperOutcomeSchema } from '@cellwright/equipment/capabilities';
import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot, useRunner } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './Box.module.css';

/** How far from the target counts as reached, m. */
const toleranceMeters = 0.003;

interface TryGripperProps {
  readonly device: EquipmentRecord;
  readonly gripper: GripperDescription;
}

/** Moves the fingers of a gripper, within the limits of its contract. */
export function TryGripper({ device, gripper }: TryGripperProps) {
  const { t } = useTranslation();
  const runner = useRunner();
  const isStale = useRobot((status) => status.isStale);
  const [direction, setDirection] = useState<GripperCommand['direction']>('inward');
  const widths = scale(gripper.widthRange[direction], 1000);
  const [widthMM, setWidth] = useState<number | string>(widths.maximum);
  const [force, setForce] = useState<number | string>(Math.round(gripper.forceRange.maximum / 2));
  const [speed, setSpeed] = useState<number | string>(50);
  const [pending, setPending] = useState<GripperCommand['control']>();
  const [answer, setAnswer] = useState<{ text: string; isGood: boolean }>();
  const speeds = scale(gripper.speedFractionRange, 100);
  const isReady =
    isWithin(widthMM, widths) && isWithin(force, gripper.forceRange) && isWithin(speed, speeds) && device.isEnabled;
  const actuate = async (control: GripperCommand['control']) => {
    const command: GripperCommand = {
      control,
      widthMeters: Number(widthMM) / 1000,
      direction,
      forceNewtons: Number(force),
      speedFraction: Number(speed) / 100,
      toleranceMeters,
      waitForGrip: true,
    };
    setPending(control);
    try {
      const order = { equipmentID: device.id, capability: 'gripper', command } as const;
      const { outcome } = await runner.send('actuateDevice', order, { epoch: runner.status.state?.stopEpoch });
      const { widthMeters, gripDetected } = gripperOutcomeSchema.parse(outcome);
      const grip = t(gripDetected ? 'box.held' : 'box.notHeld');
      setAnswer({ text: t('box.outcome', { width: (widthMeters * 1000).toFixed(1), grip }), isGood: true });
    } catch (error) {
      setAnswer({ text: error instanceof Error ? error.message : String(error), isGood: false });
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Section title={t('box.try')}>
      {!device.isEnabled && <p className={styles.muted}>{t('box.tryOff')}</p>}
      <Segments<GripperCommand['direction']>
        label={t('box.direction')}
        value={direction}
        onChange={setDirection}
        choices={[
          { value: 'inward', label: t('box.inward') },
          { value: 'outward', label: t('box.outward') },
        ]}
      />
      <div className={styles.fields}>
        <Amount label={t('box.width')} unit="mm" range={widths} value={widthMM} onChange={setWidth} />
        <Amount label={t('box.force')} unit="N" range={gripper.forceRange} value={force} onChange={setForce} />
        <Amount label={t('box.fingerSpeed')} unit="%" range={speeds} value={speed} onChange={setSpeed} />
      </div>
      <p className={answer && !answer.isGood ? styles.problem : styles.muted} role="status" data-testid="try-answer">
        {answer?.text}
      </p>
      <div className={styles.buttons}>
        {(['move', 'force_grip'] as const).map((control) => (
          <Button
            key={control}
            size="md"
            variant={control === 'move' ? 'default' : 'filled'}
            loading={pending === control}
            disabled={!isReady || isStale || pending !== undefined}
            onClick={() => void actuate(control)}
          >
            {t(control === 'move' ? 'box.moveFingers' : 'box.gripPart')}
          </Button>
        ))}
      </div>
    </Section>
  );
}

interface AmountProps {
  readonly label: string;
  readonly unit: string;
  readonly range: NumberRange;
  readonly value: number | string;
  onChange(value: number | string): void;
}

function Amount({ label, unit, range, value, onChange }: AmountProps) {
  const { t } = useTranslation();
  const limits = t('box.range', { minimum: trim(range.minimum), maximum: trim(range.maximum), unit });
  return (
    <NumberInput
      size="md"
      label={label}
      description={limits}
      error={isWithin(value, range) ? undefined : limits}
      suffix={` ${unit}`}
      hideControls
      value={value}
      onChange={onChange}
    />
  );
}

function scale({ minimum, maximum }: NumberRange, by: number): NumberRange {
  return { minimum: trim(minimum * by), maximum: trim(maximum * by) };
}

function trim(value: number): number {
  return Number(value.toFixed(3));
}

function isWithin(value: number | string, { minimum, maximum }: NumberRange): boolean {
  return typeof value === 'number' && value >= minimum && value <= maximum;
}

import type { EquipmentRecord, NumberRange } from '@cellwright/domain/equipment';
import type { GripperCommand, GripperDescription } from '@cellwright/equipment/capabilities';
import { gripperLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Quantity } from '../../ui/Quantity.tsx';
import { quantityText } from '../../ui/quantity-text.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Amount, isWithin, scale } from '../device-parts/Amount.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import { Fact, times } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'gripper'> = { Facts: GripperFacts, Trial: TryGripper };

/** Tolerance within which a target counts as reached, m. */
const toleranceMeters = 0.003;

/** Moves the fingers of a gripper, within the limits of its contract. */
function TryGripper({ device, description }: TrialProps<'gripper'>) {
  const { positions } = description;
  if (positions) return <TryOpenAndGrip device={device} positions={positions} />;
  return <TryFingers device={device} description={description} />;
}

/** Opens and closes a gripper that takes neither a width nor a force. */
function TryOpenAndGrip({ device, positions: { openMeters, closedMeters } }: OpenAndGripProps) {
  const { t } = useTranslation();
  const trial = useGripperTrial(device);
  const actuate = (control: GripperCommand['control'], widthMeters: number) =>
    trial.send(control, { control, widthMeters, direction: 'inward', toleranceMeters, waitForGrip: true });
  const isReady = true;
  return (
    <TrialSection
      device={device}
      trial={trial}
      actions={[
        { id: 'move', label: t('box.openFingers'), isReady, run: () => actuate('move', openMeters) },
        { id: 'force_grip', label: t('box.gripPart'), isReady, run: () => actuate('force_grip', closedMeters) },
      ]}
    />
  );
}

interface OpenAndGripProps {
  readonly device: EquipmentRecord;
  readonly positions: NonNullable<GripperDescription['positions']>;
}

function useGripperTrial(device: EquipmentRecord) {
  const { t } = useTranslation();
  return useDeviceTrial(device, 'gripper', ({ widthMeters, gripDetected }) => {
    const grip = t(gripDetected ? 'box.held' : 'box.notHeld');
    return t('box.outcome', { width: quantityText(widthMeters * 1000, 1), grip });
  });
}

function TryFingers({ device, description: gripper }: TrialProps<'gripper'>) {
  const { t } = useTranslation();
  const [direction, setDirection] = useState<GripperCommand['direction']>('inward');
  const widths = scale(gripper.widthRange[direction], 1000);
  const [widthMM, setWidth] = useState<number | string>(widths.maximum);
  const forces = forcesOf(gripper);
  const [force, setForce] = useState<number | string>(Math.round(forces.range.maximum / 2));
  const [speed, setSpeed] = useState<number | string>(50);
  const speeds = gripper.speedFractionRange && scale(gripper.speedFractionRange, 100);
  const isReady = isWithin(widthMM, widths) && isWithin(force, forces.range) && (!speeds || isWithin(speed, speeds));
  const trial = useGripperTrial(device);
  const actuate = (control: GripperCommand['control']) =>
    trial.send(control, {
      control,
      widthMeters: Number(widthMM) / 1000,
      direction,
      ...(forces.unit === 'N' ? { forceNewtons: Number(force) } : { forceFraction: Number(force) / 100 }),
      ...(speeds && { speedFraction: Number(speed) / 100 }),
      toleranceMeters,
      waitForGrip: true,
    });
  return (
    <TrialSection
      device={device}
      trial={trial}
      actions={[
        { id: 'move', label: t('box.moveFingers'), isReady, run: () => actuate('move') },
        { id: 'force_grip', label: t('box.gripPart'), isReady, run: () => actuate('force_grip') },
      ]}
    >
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
        <Amount
          label={t(gripper.opening === 'diameter' ? 'box.diameter' : 'box.width')}
          unit="mm"
          range={widths}
          value={widthMM}
          onChange={setWidth}
        />
        <Amount label={t('box.force')} unit={forces.unit} range={forces.range} value={force} onChange={setForce} />
        {speeds && <Amount label={t('box.fingerSpeed')} unit="%" range={speeds} value={speed} onChange={setSpeed} />}
      </div>
    </TrialSection>
  );
}

/** Returns the force range in newtons, or in percent of the maximum for a gripper that takes no newtons. */
function forcesOf({ forceRange, forceFractionRange }: GripperDescription): { unit: 'N' | '%'; range: NumberRange } {
  if (forceRange) return { unit: 'N', range: forceRange };
  return { unit: '%', range: scale(forceFractionRange ?? { minimum: 0, maximum: 1 }, 100) };
}

function GripperFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const gripper = gripperLiveStateSchema.safeParse(state).data;
  if (!gripper) return null;
  return (
    <>
      <Fact term={t('box.width')} testID="gripper-width">
        <Quantity value={times(gripper.widthMeters, 1000)} digits={1} unit={t('quantity.millimeter')} />
      </Fact>
      <Fact term={t('box.grip')}>{t(gripper.gripDetected ? 'box.yes' : 'box.no')}</Fact>
    </>
  );
}

import { liftLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Quantity } from '../../ui/Quantity.tsx';
import { quantityText } from '../../ui/quantity-text.ts';
import { Amount, isWithin, scale } from '../device-parts/Amount.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import { Fact, times } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'lift'> = { Facts: LiftFacts, Trial: TryLift };

const speeds = { minimum: 1, maximum: 100 };

/** Moves the lift under the arm to a height; the speed starts low. */
function TryLift({ device, description: { heightRange } }: TrialProps<'lift'>) {
  const { t } = useTranslation();
  const heights = scale(heightRange, 1000);
  const [height, setHeight] = useState<number | string>(heights.minimum);
  const [speed, setSpeed] = useState<number | string>(20);
  const trial = useDeviceTrial(device, 'lift', ({ heightMeters }) =>
    t('box.liftOutcome', { height: quantityText(heightMeters * 1000, 1) }),
  );
  const move = () => trial.send('move', { heightMeters: Number(height) / 1000, speedFraction: Number(speed) / 100 });
  const isReady = isWithin(height, heights) && isWithin(speed, speeds);
  return (
    <TrialSection
      device={device}
      trial={trial}
      actions={[{ id: 'move', label: t('box.moveLift'), isReady, run: move }]}
    >
      <div className={styles.fields}>
        <Amount label={t('box.height')} unit="mm" range={heights} value={height} onChange={setHeight} />
        <Amount label={t('box.fingerSpeed')} unit="%" range={speeds} value={speed} onChange={setSpeed} />
      </div>
    </TrialSection>
  );
}

function LiftFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const lift = liftLiveStateSchema.safeParse(state).data;
  if (!lift) return null;
  return (
    <Fact term={t('box.height')} testID="lift-height">
      <Quantity value={times(lift.heightMeters, 1000)} digits={1} unit={t('quantity.millimeter')} />
    </Fact>
  );
}

import {
  type ScrewdriverAction,
  screwdriverActions,
  screwdriverLiveStateSchema,
} from '@cellwright/equipment/capabilities';
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

export const ui: CapabilityUI<'screwdriver'> = { Facts: ScrewdriverFacts, Trial: TryScrewdriver };

/** Tightens, loosens or picks up a screw, or moves the shank. */
function TryScrewdriver({ device, description }: TrialProps<'screwdriver'>) {
  const { t } = useTranslation();
  const [action, setAction] = useState<ScrewdriverAction>('TIGHTEN');
  const lengths = scale(description.screwLengthRange, 1000);
  const shanks = scale(description.shankRange, 1000);
  const { forceRange, torqueRange } = description;
  const [force, setForce] = useState<number | string>(20);
  const [length, setLength] = useState<number | string>(15);
  const [torque, setTorque] = useState<number | string>(3);
  const [shank, setShank] = useState<number | string>(30);
  const trial = useDeviceTrial(device, 'screwdriver', ({ achievedTorqueNewtonMeters, shankPositionMeters }) =>
    t('box.screwOutcome', {
      torque: quantityText(achievedTorqueNewtonMeters, 2),
      shank: quantityText(shankPositionMeters * 1000, 1),
    }),
  );
  const isShank = action === 'MOVE_SHANK';
  const isReady = isShank
    ? isWithin(shank, shanks)
    : isWithin(force, forceRange) && isWithin(length, lengths) && isWithin(torque, torqueRange);
  const actuate = () =>
    trial.send('act', {
      action,
      forceNewtons: Number(force),
      screwLengthMeters: Number(length) / 1000,
      torqueNewtonMeters: Number(torque),
      shankPositionMeters: Number(shank) / 1000,
      waitForEnd: true,
    });
  return (
    <TrialSection
      device={device}
      trial={trial}
      actions={[{ id: 'act', label: t(`box.screwAction.${action}`), isReady, run: actuate }]}
    >
      <Segments<ScrewdriverAction>
        label={t('box.action')}
        value={action}
        onChange={setAction}
        choices={screwdriverActions.map((each) => ({ value: each, label: t(`box.screwAction.${each}`) }))}
      />
      <div className={styles.fields}>
        {isShank ? (
          <Amount label={t('box.shank')} unit="mm" range={shanks} value={shank} onChange={setShank} />
        ) : (
          <>
            <Amount label={t('box.force')} unit="N" range={forceRange} value={force} onChange={setForce} />
            <Amount label={t('box.screwLength')} unit="mm" range={lengths} value={length} onChange={setLength} />
            <Amount label={t('box.torque')} unit="Nm" range={torqueRange} value={torque} onChange={setTorque} />
          </>
        )}
      </div>
    </TrialSection>
  );
}

function ScrewdriverFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = screwdriverLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  return (
    <>
      <Fact term={t('box.shank')} testID="shank">
        <Quantity value={times(live.shankPositionMeters, 1000)} digits={1} unit={t('quantity.millimeter')} />
      </Fact>
      <Fact term={t('box.achievedTorque')} testID="achieved-torque">
        <Quantity value={live.achievedTorqueNewtonMeters} digits={2} unit="Nm" />
      </Fact>
    </>
  );
}

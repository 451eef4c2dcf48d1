import { welderLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { Quantity } from '../../ui/Quantity.tsx';
import { Fact } from '../device-parts/Fact.tsx';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

const millimetersPerMeter = 1000;

/** An arc is started by routines only: there is no trial. */
export const ui: CapabilityUI<'welder'> = { Facts: WelderFacts };

function WelderFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = welderLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  const { welder, arcValues } = live;
  return (
    <>
      <Fact term={t('box.weldArc')} testID="weld-arc">
        {t(`box.weldArcs.${welder.arc}`)}
      </Fact>
      {arcValues && (
        <>
          <Fact term={t('box.weldVoltage')} testID="weld-voltage">
            <Quantity value={arcValues.voltage} digits={1} unit="V" />
          </Fact>
          <Fact term={t('box.weldCurrent')}>
            <Quantity value={arcValues.current} digits={0} unit="A" />
          </Fact>
          <Fact term={t('box.weldWireSpeed')}>
            <Quantity value={arcValues.wireSpeed * millimetersPerMeter} digits={0} unit="mm/s" />
          </Fact>
        </>
      )}
      {welder.fault !== undefined && <Fact term={t('box.weldFault')}>{t(`box.weldFaults.${welder.fault}`)}</Fact>}
    </>
  );
}

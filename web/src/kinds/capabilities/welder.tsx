import { welderLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { Fact } from '../device-parts/Fact.tsx';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

/** An arc is started by routines only: there is no trial. */
export const ui: CapabilityUI<'welder'> = { Facts: WelderFacts };

function WelderFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const welder = welderLiveStateSchema.safeParse(state).data?.welder;
  if (!welder) return null;
  return (
    <>
      <Fact term={t('box.weldArc')} testID="weld-arc">
        {t(`box.weldArcs.${welder.arc}`)}
      </Fact>
      {welder.fault !== undefined && <Fact term={t('box.weldFault')}>{t(`box.weldFaults.${welder.fault}`)}</Fact>}
    </>
  );
}

import { variablesLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { valueText } from '../../ui/value-text.ts';
import { Fact } from '../device-parts/Fact.tsx';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'variables'> = { Facts: VariableFacts };

function VariableFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = variablesLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  return (
    <>
      <Fact term={t('box.robotThere')} testID="robot-there">
        {live.robotState === undefined ? '–' : t(`runner.${live.robotState}`)}
      </Fact>
      {live.variables.map(({ id, name, value }) => (
        <Fact key={id} term={name} testID={`variable-${id}`}>
          {valueText(t, value)}
        </Fact>
      ))}
    </>
  );
}

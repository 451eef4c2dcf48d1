import { registersLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { valueText } from '../../ui/value-text.ts';
import { Fact } from '../device-parts/Fact.tsx';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'registers'> = { Facts: RegisterFacts };

function RegisterFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = registersLiveStateSchema.safeParse(state).data;
  return live?.registers.map(({ id, name, value, problem }) => (
    <Fact key={id} term={name} testID={`register-${id}`}>
      {problem ?? valueText(t, value)}
    </Fact>
  ));
}

import type { ExternalControlView } from '@cellwright/calls';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import { FactTable } from '../FactTable.tsx';
import { showBits, showName } from './show-values.tsx';

interface Props {
  readonly title: string;
  readonly parts: ExternalControlView['inputs'];
}

/** Every byte of an assembly by name, with its value. */
export function AssemblyTable({ title, parts }: Props) {
  const { t } = useTranslation('externalControl');
  return (
    <Section title={title}>
      <FactTable
        headings={[t('byte'), t('name'), t('value'), t('bits')]}
        rows={parts.map((part) => ({
          id: part.name,
          cells: [part.offset, showName(part), part.value, showBits(part)],
        }))}
      />
    </Section>
  );
}

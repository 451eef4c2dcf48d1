import type { ExternalControlView } from '@cellwright/calls';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';

interface Props {
  readonly title: string;
  readonly parts: ExternalControlView['inputs'];
}

/** Every byte of an assembly by name, with its value. */
export function AssemblyTable({ title, parts }: Props) {
  const { t } = useTranslation('externalControl');
  return (
    <Section title={title}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('byte')}</Table.Th>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th>{t('value')}</Table.Th>
              <Table.Th>{t('bits')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map(({ name, offset, value, bits, help }) => (
              <Table.Tr key={name}>
                <Table.Td>{offset}</Table.Td>
                <Table.Td title={help}>{name}</Table.Td>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{bits.flatMap((bit) => (bit.isSet ? [bit.name] : [])).join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactRow {
  readonly id: string;
  /** One per heading. */
  readonly cells: readonly ReactNode[];
}

interface Props {
  readonly headings: readonly string[];
  readonly rows: readonly FactRow[];
  /** Width below which the table scrolls, px. */
  readonly minWidth?: number;
}

/** Table of facts; nothing in it can be changed. */
export function FactTable({ headings, rows, minWidth = 480 }: Props) {
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, cells }) => (
            <Table.Tr key={id}>
              {headings.map((heading, index) => (
                <Table.Td key={heading}>{cells[index]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

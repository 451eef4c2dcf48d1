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

/** A table of facts about external control; nothing in it can be changed. */
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

interface Value {
  readonly name: string;
  readonly help: string;
  readonly value: number;
  readonly bits: readonly { readonly name: string; readonly isSet: boolean }[];
}

/** Returns the name of a value with its help. */
export function showName({ name, help }: Value): ReactNode {
  return <span title={help}>{name}</span>;
}

/** Returns the names of the bits that are set. */
export function showBits({ bits }: Value): string {
  return bits.flatMap(({ name, isSet }) => (isSet ? [name] : [])).join(', ');
}

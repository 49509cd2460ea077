import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Detail {
  readonly label: string;
  readonly value: ReactNode;
}

/** The fields of one resource. A field without a value is left out. */
export function DetailList({ details }: { readonly details: readonly (Detail | false | undefined)[] }) {
  return (
    <Table variant="vertical" layout="auto">
      <Table.Tbody>
        {details
          .filter((detail) => detail !== false && detail !== undefined)
          .filter(({ value }) => value !== null && value !== undefined && value !== '')
          .map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Th w={{ base: 110, sm: 180 }} style={{ overflowWrap: 'anywhere' }}>
                {label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

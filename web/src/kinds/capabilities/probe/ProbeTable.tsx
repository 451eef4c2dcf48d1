import type { ProbeAnswer } from '@cellwright/domain/equipment';
import { decodingsOf } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import styles from '../../device-parts/DeviceParts.module.css';
import { type Choice, type ProbeRow, rowsOf, valueText } from './probe-table.ts';

interface ProbeTableProps {
  readonly answer: ProbeAnswer;
  /** True while the device has not answered since. */
  readonly isOld: boolean;
  onChoose(choice: Choice): void;
}

/** Shows each address of a range in every format and byte order; a click on a value chooses it. */
export function ProbeTable({ answer, isOld, onChoose }: ProbeTableProps) {
  const { t } = useTranslation();
  const { table } = answer;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.probe} aria-label={t('box.probe.values')} tabIndex={0} data-old={isOld}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('box.probe.address')}</th>
            <th scope="col">{t('box.probe.raw')}</th>
            {decodingsOf(table).map(({ format, order }) => (
              <th key={`${format} ${order}`} scope="col">
                {table === 'coil' || table === 'discreteInput' ? format : `${format} ${order}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(answer).map((row) => (
            <Row
              key={row.offset}
              row={row}
              onChoose={(decoding) => onChoose({ table, offset: row.offset, ...decoding })}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly row: ProbeRow;
  onChoose(decoding: Pick<Choice, 'format' | 'order'>): void;
}

function Row({ row: { offset, raw, decodings }, onChoose }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">{offset}</th>
      <td>{raw ?? '–'}</td>
      {decodings.map(({ format, order, value }) => (
        <td key={`${format} ${order}`}>
          {value === undefined ? (
            valueText(value)
          ) : (
            <button
              type="button"
              className={styles.probeValue}
              title={t('box.probe.keep', { offset, format, order })}
              data-testid={`probe-${offset}-${format}-${order}`}
              onClick={() => onChoose({ format, order })}
            >
              {valueText(value)}
            </button>
          )}
        </td>
      ))}
    </tr>
  );
}

import type { WirePose } from '@cellwright/domain/robot';
import { useTranslation } from 'react-i18next';
import { decimalText } from '../../../ui/decimal-text.ts';
import type { LengthUnit } from '../../../ui/length.ts';
import styles from '../Editor.module.css';
import type { PreviewRow } from './preview-transform.ts';

/** Positions that are listed; more do not help to decide. */
const maxRows = 30;

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly length: LengthUnit;
}

/** Positions before and after a change, those out of reach first. */
export function TransformPreview({ rows, length }: Props) {
  const { t } = useTranslation('transform');
  const beyond = rows.filter(({ isReachable }) => !isReachable);
  const ordered = [...beyond, ...rows.filter(({ isReachable }) => isReachable)];
  return (
    <>
      <div className={styles.previewTable}>
        <table className="tabular">
          <caption>{t('preview')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{`${t('before')} (${length.unit})`}</th>
              <th scope="col">{`${t('after')} (${length.unit})`}</th>
              <th scope="col">{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, maxRows).map(({ key, name, before, after, isReachable }) => (
              <tr key={key} data-beyond={!isReachable}>
                <th scope="row">{name}</th>
                <td>{placeText(before, length)}</td>
                <td>{placeText(after, length)}</td>
                <td>{t(isReachable ? 'states.fine' : 'states.beyond')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > maxRows && <p className={styles.hint}>{t('more', { count: rows.length - maxRows })}</p>}
      {beyond.length > 0 && (
        <p className={styles.problem} role="status">
          {t('beyond', { count: beyond.length })}
        </p>
      )}
    </>
  );
}

function placeText({ x, y, z }: WirePose, { factor, digits }: LengthUnit): string {
  return [x, y, z].map((each) => decimalText((each * factor).toFixed(digits))).join(' · ');
}

import { useTranslation } from 'react-i18next';
import { quantityText } from '../../ui/quantity-text.ts';
import type { PictureFacts } from './analyse-picture.ts';
import styles from './CameraViewer.module.css';

const height = 80;

/** Brightness of the pixels, from black on the left to white on the right. */
export function Histogram({ facts }: { readonly facts: PictureFacts }) {
  const { t } = useTranslation('cameraViewer');
  const { histogram, black, white } = facts;
  // The ends would hide everything between them.
  const highest = Math.max(...histogram.slice(1, -1), 0.001);
  const percent = (share: number) => quantityText(100 * share, 0);
  return (
    <figure className={styles.histogram}>
      <svg viewBox={`0 0 ${histogram.length} ${height}`} preserveAspectRatio="none" aria-hidden>
        {histogram.map((share, level) => {
          const bar = Math.min(height, (share / highest) * height);
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its level
          return <rect key={level} x={level} y={height - bar} width={1} height={bar} />;
        })}
      </svg>
      <figcaption>{t('clipped', { black: percent(black), white: percent(white) })}</figcaption>
    </figure>
  );
}

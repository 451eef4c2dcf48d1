import '../../i18n/picture.ts';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './LostPicture.module.css';

/** The parts of the state of a @react-three/fiber canvas that are used here. */
interface Picture {
  readonly gl: { readonly domElement: HTMLCanvasElement };
  invalidate(): void;
}

/** Follows whether the browser has taken the graphics away from a canvas: it does so when it is short of memory. */
export function useLostPicture() {
  const [isLost, setLost] = useState(false);
  const follow = useCallback(({ gl, invalidate }: Picture) => {
    const { domElement } = gl;
    domElement.addEventListener('webglcontextlost', () => setLost(true));
    domElement.addEventListener('webglcontextrestored', () => {
      setLost(false);
      invalidate();
    });
  }, []);
  return { isLost, follow };
}

/** A picture in 3D, with a note over it while it is not drawn. */
export function PictureFrame({ isLost, children }: { readonly isLost: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation('picture');
  return (
    <div className={styles.frame}>
      {children}
      {isLost && (
        <p className={styles.note} role="alert">
          {t('lost')}
        </p>
      )}
    </div>
  );
}

import '../../i18n/picture.ts';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './LostPicture.module.css';

/** Parts of the state of a @react-three/fiber canvas that are used here. */
interface Picture {
  readonly gl: { readonly domElement: HTMLCanvasElement };
  invalidate(): void;
}

/** Tracks whether the browser has taken the graphics context from a canvas, as it does when memory is low. */
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

/** 3D picture, with a note over it while it cannot be drawn. */
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

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceivedFrame } from '../../api/camera-frames.ts';
import { analysePicture, type PictureFacts } from './analyse-picture.ts';
import styles from './CameraViewer.module.css';

/** Facts are measured at most this often, ms, in a picture of this width. */
const analyseEveryMS = 250;
const analysedWidth = 320;

interface Props {
  readonly name: string;
  readonly frame: ReceivedFrame | undefined;
  readonly isCurrent: boolean;
  /** Shown over the picture when it is not current. */
  readonly notice: string;
  onFacts(facts: PictureFacts | undefined): void;
}

/** The picture of a camera. One that is not current is grey, with the reason across it. */
export function CameraPicture({ name, frame, isCurrent, notice, onFacts }: Props) {
  const { t } = useTranslation('cameraViewer');
  const canvas = useRef<HTMLCanvasElement>(null);
  const analysedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!frame) return;
    let isLeft = false;
    void createImageBitmap(frame.picture)
      .then((bitmap) => {
        if (!isLeft && canvas.current) draw(canvas.current, bitmap);
        const isDue = performance.now() - analysedAt.current >= analyseEveryMS;
        if (!isLeft && isDue) {
          analysedAt.current = performance.now();
          onFacts(measure(bitmap));
        }
        bitmap.close();
      })
      // A picture that cannot be read is not drawn; its age shows that nothing new came.
      .catch(() => onFacts(undefined));
    return () => {
      isLeft = true;
    };
  }, [frame, onFacts]);
  return (
    <div className={styles.picture} data-current={isCurrent} data-testid="camera-picture">
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={t('picture', { name })} />
      {!isCurrent && (
        <p className={styles.notice} role="status">
          {notice}
        </p>
      )}
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
}

function measure(bitmap: ImageBitmap): PictureFacts | undefined {
  const width = Math.min(analysedWidth, bitmap.width);
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(bitmap, 0, 0, width, height);
  return analysePicture(context.getImageData(0, 0, width, height));
}

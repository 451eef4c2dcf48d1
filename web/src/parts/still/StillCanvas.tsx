import { useEffect, useRef } from 'react';
import styles from './StillCanvas.module.css';

interface Props {
  readonly picture: ImageBitmap;
  readonly label: string;
}

/** A picture of a camera, as wide as its place allows. */
export function StillCanvas({ picture, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return (
    <canvas
      ref={canvas}
      className={styles.canvas}
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label={label}
    />
  );
}

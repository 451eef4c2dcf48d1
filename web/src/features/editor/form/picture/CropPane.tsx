import { Button } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findPoint, type Point } from '../../../../parts/still/picture-point.ts';
import { StillCanvas } from '../../../../parts/still/StillCanvas.tsx';
import { IdSelect } from '../../../../ui/IdSelect.tsx';
import { showError } from '../../../../ui/toasts.ts';
import { type Crop, cropBetween, cropToBase64, isLargeEnough, middleCrop } from './crop-picture.ts';
import styles from './Picture.module.css';
import { useCameras, useStill } from './use-still.ts';

interface Props {
  onTake(base64: string): void;
  onCancel(): void;
}

/** The current picture of a camera, of which a part is dragged out and taken. */
export function CropPane({ onTake, onCancel }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const { cameras, isLoaded } = useCameras();
  const camera = cameras.find(({ id }) => id === chosen) ?? cameras[0];
  const { picture, problem, again } = useStill(camera?.id);
  const [crop, setCrop] = useState<Crop>();
  const part = picture && (crop ?? middleCrop(picture));
  const take = async () => {
    if (picture && part) onTake(await cropToBase64(picture, part));
  };
  return (
    <div className={styles.pane}>
      {cameras.length > 1 && (
        <IdSelect
          label={t('editor.picture.camera')}
          choices={cameras.map(({ id, config }) => ({ id, name: config.name }))}
          value={camera?.id ?? ''}
          onChange={setChosen}
        />
      )}
      {isLoaded && !camera && <p role="status">{t('editor.picture.noCamera')}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {picture && part && <CropPicture picture={picture} crop={part} onChange={setCrop} />}
      <div className={styles.actions}>
        <Button size="md" disabled={!part || !isLargeEnough(part)} onClick={() => void take().catch(showError)}>
          {t('editor.picture.use')}
        </Button>
        <Button size="md" variant="default" disabled={!camera} onClick={again}>
          {t('editor.picture.again')}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {t('editor.picture.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface CropPictureProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  onChange(crop: Crop): void;
}

function CropPicture({ picture, crop, onChange }: CropPictureProps) {
  const { t } = useTranslation();
  const from = useRef<Point>(undefined);
  const { width, height } = picture;
  const pointAt = (event: PointerEvent) => findPoint(event, event.currentTarget.getBoundingClientRect(), picture);
  const share = (value: number, whole: number) => `${(100 * value) / whole}%`;
  return (
    <div
      className={styles.picture}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = pointAt(event);
      }}
      onPointerMove={(event) => {
        if (from.current) onChange(cropBetween(from.current, pointAt(event), picture));
      }}
      onPointerUp={() => {
        from.current = undefined;
      }}
      onPointerCancel={() => {
        from.current = undefined;
      }}
    >
      <StillCanvas picture={picture} label={t('editor.picture.drag')} />
      <div
        className={styles.crop}
        data-testid="crop"
        style={{
          left: share(crop.x, width),
          top: share(crop.y, height),
          width: share(crop.width, width),
          height: share(crop.height, height),
        }}
      />
    </div>
  );
}

import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RegionPicture } from '../../../../parts/region/RegionPicture.tsx';
import { middleRegion, type Region } from '../../../../parts/region/region.ts';
import { StillCanvas } from '../../../../parts/still/StillCanvas.tsx';
import { IdSelect } from '../../../../ui/IdSelect.tsx';
import { useCameras, useStill } from '../picture/use-still.ts';
import styles from './RegionPane.module.css';

interface Props {
  readonly title: string;
  /** Camera of the step; default: a wrist camera. */
  readonly cameraID: string | undefined;
  /** Undefined for the whole picture. */
  readonly region: Region | undefined;
  onTake(region: Region): void;
  onCancel(): void;
}

/** Chooses a region on the current picture of a camera. */
export function RegionPane({ title, cameraID, region, onTake, onCancel }: Props) {
  const { t } = useTranslation('region');
  const { t: say } = useTranslation();
  const [chosen, setChosen] = useState('');
  const { cameras, isLoaded } = useCameras();
  const camera = chooseCamera(cameras, cameraID ?? chosen);
  const still = useStill(camera?.id);
  const [draft, setDraft] = useState(region);
  const shown = still.picture && (draft ?? middleRegion(still.picture));
  return (
    <Modal opened onClose={onCancel} title={title} centered size="min(1200px, 96vw)" closeOnClickOutside={false}>
      <div className={styles.pane}>
        <div>{still.picture && shown && <Still picture={still.picture} region={shown} onChange={setDraft} />}</div>
        <div className={styles.tools}>
          {cameraID === undefined && cameras.length > 1 && (
            <IdSelect
              label={say('editor.picture.camera')}
              choices={cameras.map(({ id, config }) => ({ id, name: config.name }))}
              value={camera?.id ?? ''}
              onChange={setChosen}
            />
          )}
          {isLoaded && !camera && (
            <p role="status">{cameraID === undefined ? say('editor.picture.noCamera') : t('disabled')}</p>
          )}
          {still.problem !== undefined && <p role="alert">{still.problem}</p>}
          <p>{t('help')}</p>
          <Button size="md" disabled={!shown} onClick={() => shown && onTake(shown)}>
            {t('use')}
          </Button>
          <Button size="md" variant="default" disabled={!camera} onClick={still.again}>
            {say('editor.picture.again')}
          </Button>
          <Button size="md" variant="default" onClick={onCancel}>
            {say('editor.picture.cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Returns the camera with an id; without one, the camera of which a step takes pictures by default. */
function chooseCamera<Camera extends { id: string; config: { kind: string } }>(
  cameras: readonly Camera[],
  id: string,
): Camera | undefined {
  if (id !== '') return cameras.find((camera) => camera.id === id);
  return cameras.find(({ config }) => config.kind === 'WristCamera') ?? cameras[0];
}

interface StillProps {
  readonly picture: ImageBitmap;
  readonly region: Region;
  onChange(region: Region): void;
}

/** As large as the screen allows without scrolling. */
function Still({ picture, region, onChange }: StillProps) {
  const { t } = useTranslation('region');
  return (
    <div style={{ maxWidth: `calc((90dvh - var(--taken)) * ${picture.width / picture.height} + 88px)` }}>
      <RegionPicture size={picture} region={region} onChange={onChange}>
        <StillCanvas picture={picture} label={t('picture')} />
      </RegionPicture>
    </div>
  );
}

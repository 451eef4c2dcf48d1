import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { type CameraLiveState, cameraLiveStateSchema } from '@cellwright/equipment/capabilities';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../../api/use-live-state.ts';
import { quantityText } from '../../ui/quantity-text.ts';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import type { PictureFacts } from './analyse-picture.ts';
import { CameraPicture } from './CameraPicture.tsx';
import styles from './CameraViewer.module.css';
import { Histogram } from './Histogram.tsx';
import { useAge } from './use-age.ts';
import { useCameraFrames } from './use-camera-frames.ts';

const tones = {
  connected: 'good',
  connecting: 'notice',
  busy: 'caution',
  disconnected: 'danger',
} as const satisfies Record<string, Tone>;

/** One camera: its picture and its state. */
export function CameraViewer({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation('cameraViewer');
  const { frame, frameRate, problem } = useCameraFrames(device.id);
  const age = useAge(frame);
  const [facts, setFacts] = useState<PictureFacts>();
  const { data } = useLiveState(device);
  const live = cameraLiveStateSchema.safeParse(data).data;
  const isCurrent = frame !== undefined && age !== undefined && age <= frame.validForMS;
  const state = isCurrent ? 'connected' : stateWithoutPicture(live?.camera);
  return (
    <div className={styles.viewer}>
      <CameraPicture
        name={device.config.name}
        frame={frame}
        isCurrent={isCurrent}
        notice={problem ?? live?.error ?? t(frame ? 'old' : 'waiting')}
        onFacts={setFacts}
      />
      <dl className={styles.facts}>
        <Fact label={t('state')} id="camera-state">
          <StatusChip tone={tones[state]} word={t(`states.${state}`)} />
        </Fact>
        <Fact label={t('frameRate')} id="frame-rate">
          {isCurrent ? t('perSecond', { rate: quantityText(frameRate, 1) }) : '–'}
        </Fact>
        <Fact label={t('age')} id="frame-age">
          {age === undefined ? '–' : ageText(age)}
        </Fact>
        <Fact label={t('sharpness')} id="sharpness">
          {isCurrent ? quantityText(facts?.sharpness, 0) : '–'}
        </Fact>
      </dl>
      {isCurrent && facts && <Histogram facts={facts} />}
    </div>
  );
}

/** The picture is newer than the polled state: without one, a camera that was connected is not any more. */
function stateWithoutPicture(polled: CameraLiveState['camera'] = 'connecting'): CameraLiveState['camera'] {
  return polled === 'connected' ? 'connecting' : polled;
}

function ageText(age: number): string {
  return age < 10_000 ? `${quantityText(age, 0)} ms` : `${quantityText(age / 1000, 0)} s`;
}

interface FactProps {
  readonly label: string;
  readonly id?: string;
  readonly children: ReactNode;
}

function Fact({ label, id, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={id}>{children}</dd>
    </div>
  );
}

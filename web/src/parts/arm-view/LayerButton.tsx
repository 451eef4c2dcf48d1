import { ActionIcon, Switch } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/picture.ts';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ArmView.module.css';
import type { PathColoring } from './PathLine.tsx';

export const layerNames = ['objects', 'positions', 'paths', 'frames', 'shadows'] as const;
const pathColorings = ['speed', 'clearance'] as const satisfies readonly PathColoring[];
export type LayerName = (typeof layerNames)[number];

interface Props {
  readonly hidden: ReadonlySet<LayerName>;
  onHide(hidden: ReadonlySet<LayerName>): void;
  readonly coloring: PathColoring;
  onColor(coloring: PathColoring): void;
}

/** Button that lists the layers of the picture, each with a switch, and the colours of paths. */
export function LayerButton({ hidden, onHide, coloring, onColor }: Props) {
  const { t } = useTranslation('picture');
  const [isOpen, setOpen] = useState(false);
  const toggle = (layer: LayerName) => {
    const next = new Set(hidden);
    if (!next.delete(layer)) next.add(layer);
    onHide(next);
  };
  return (
    <>
      <ActionIcon
        size="md"
        variant={isOpen ? 'light' : 'default'}
        c={isOpen ? 'var(--text)' : undefined}
        aria-label={t('layers.label')}
        title={t('layers.label')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconStack2 size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <fieldset className={styles.layers} aria-label={t('layers.label')}>
          {layerNames.map((layer) => (
            <Switch
              key={layer}
              size="md"
              classNames={{ root: styles.layer, body: styles.layer }}
              label={t(`layers.${layer}`)}
              checked={!hidden.has(layer)}
              onChange={() => toggle(layer)}
            />
          ))}
          <Segments<PathColoring>
            label={t('coloring.label')}
            value={coloring}
            onChange={onColor}
            choices={pathColorings.map((value) => ({ value, label: t(`coloring.${value}`) }))}
          />
        </fieldset>
      )}
    </>
  );
}

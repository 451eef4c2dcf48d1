import { ActionIcon, Switch } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/picture.ts';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ArmView.module.css';
import type { ArmPath } from './arm-view-props.ts';
import type { ScenePalette } from './palette.ts';
import { colorOfClearance, colorOfSpeed, type PathColoring, wideClearance } from './path-colors.ts';

export const layerNames = ['objects', 'positions', 'paths', 'frames', 'shadows'] as const;
const pathColorings = ['speed', 'clearance'] as const satisfies readonly PathColoring[];
export type LayerName = (typeof layerNames)[number];

interface Props {
  readonly hidden: ReadonlySet<LayerName>;
  onHide(hidden: ReadonlySet<LayerName>): void;
  readonly coloring: PathColoring;
  onColor(coloring: PathColoring): void;
  /** Paths in the picture: without any there is nothing to colour. */
  readonly paths: readonly ArmPath[];
  readonly palette: ScenePalette;
}

/** Button that lists the layers of the picture, each with a switch, and the colours of paths. */
export function LayerButton({ hidden, onHide, coloring, onColor, paths, palette }: Props) {
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
          {paths.length > 0 && (
            <>
              <Segments<PathColoring>
                label={t('coloring.label')}
                value={coloring}
                onChange={onColor}
                choices={pathColorings.map((value) => ({ value, label: t(`coloring.${value}`) }))}
              />
              <Legend coloring={coloring} paths={paths} palette={palette} />
            </>
          )}
        </fieldset>
      )}
    </>
  );
}

/** Explains the colours of paths, or what is missing for them. */
function Legend({ coloring, paths, palette }: Pick<Props, 'coloring' | 'paths' | 'palette'>) {
  const { t } = useTranslation('picture');
  const isSpeed = coloring === 'speed';
  if (!isSpeed && paths.every(({ clearance }) => clearance === undefined)) {
    return <p className={styles.legend}>{t('coloring.noClearances')}</p>;
  }
  const [low, high] = isSpeed
    ? [colorOfSpeed(0, palette), colorOfSpeed(1, palette)]
    : [colorOfClearance(0, palette), colorOfClearance(wideClearance, palette)];
  return (
    <p className={styles.legend}>
      <span className={styles.scale} style={{ background: `linear-gradient(to right, ${low}, ${high})` }} />
      <span>{t(isSpeed ? 'coloring.slow' : 'coloring.contact')}</span>
      <span>{t(isSpeed ? 'coloring.fast' : 'coloring.free')}</span>
    </p>
  );
}

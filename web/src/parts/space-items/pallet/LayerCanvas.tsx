import {
  type BoxType,
  footprintOf,
  type LayerPattern,
  type PalletBox,
  type PalletSize,
} from '@cellwright/domain/pallet';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readShortcutKey } from '../../../ui/shortcut-key.ts';
import { changeBox, misplacedBoxes, snapBox, turnBox } from './layer-editing.ts';
import styles from './Pallet.module.css';

interface Props {
  readonly pattern: LayerPattern;
  readonly boxType: BoxType;
  readonly base: PalletSize;
  /** Number of each box, in placing order. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly chosenID: string | undefined;
  readonly isDisabled: boolean;
  onChoose(id: string): void;
  onChange(pattern: LayerPattern): void;
  onRemove(id: string): void;
}

/** Margin around the pallet, so that an overhanging box is visible, mm. */
const margin = 60;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Top view of a layer, y up: boxes are dragged by mouse or touch, and moved, rotated and removed by keys. */
export function LayerCanvas(props: Props) {
  const { pattern, boxType, base, numbers, chosenID, isDisabled, onChoose, onChange, onRemove } = props;
  const { t } = useTranslation('pallet');
  const svg = useRef<SVGSVGElement>(null);
  const [dragged, setDragged] = useState<{ readonly box: PalletBox; readonly grip: readonly [number, number] }>();
  const shown = dragged ? changeBox(pattern, dragged.box.id, () => dragged.box) : pattern;
  const misplaced = misplacedBoxes(shown, boxType, base);
  const placeOf = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const toPallet = svg.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPallet);
    return [x, base.widthMM - y];
  };
  const grab = (box: PalletBox) => (event: PointerEvent<SVGGElement>) => {
    onChoose(box.id);
    if (isDisabled) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = placeOf(event);
    setDragged({ box, grip: [x - box.x, y - box.y] });
  };
  const drag = (event: PointerEvent) => {
    if (!dragged) return;
    const { box, grip } = dragged;
    const [x, y] = placeOf(event);
    const others = pattern.boxList.filter(({ id }) => id !== box.id);
    setDragged({ box: snapBox(box, { x: x - grip[0], y: y - grip[1] }, others, boxType, base), grip });
  };
  const drop = () => {
    if (dragged && isMoved(pattern, dragged.box)) onChange(shown);
    setDragged(undefined);
  };
  const onKeyDown = (box: PalletBox) => (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (event.key === 'Enter' || event.key === ' ') onChoose(box.id);
    else if (isDisabled) return;
    else if (arrow) {
      const by = event.shiftKey ? 1 : 10;
      onChange(changeBox(pattern, box.id, (old) => ({ ...old, x: old.x + arrow[0] * by, y: old.y + arrow[1] * by })));
    } else if (readShortcutKey(event) === 'r') onChange(changeBox(pattern, box.id, turnBox));
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(box.id);
    else return;
    event.preventDefault();
  };
  return (
    <fieldset className={styles.frame} aria-label={t('layer')}>
      <svg
        ref={svg}
        className={styles.layer}
        viewBox={`${-margin} ${-margin} ${base.lengthMM + 2 * margin} ${base.widthMM + 2 * margin}`}
      >
        <title>{t('layer')}</title>
        <rect className={styles.palletTop} width={base.lengthMM} height={base.widthMM} />
        {shown.boxList.map((box) => {
          const { x, y, alongX, alongY } = footprintOf(box, boxType);
          const number = numbers.get(box.id) ?? 0;
          const words = { number, x: Math.round(x), y: Math.round(y), rotation: box.rotation };
          return (
            // biome-ignore lint/a11y/useSemanticElements: a shape in a drawing cannot be an HTML button
            <g
              key={box.id}
              className={styles.box}
              role="button"
              tabIndex={0}
              aria-label={t('box', words)}
              aria-pressed={box.id === chosenID}
              data-misplaced={misplaced.has(box.id)}
              transform={`translate(${x} ${base.widthMM - y})`}
              onPointerDown={grab(box)}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={() => setDragged(undefined)}
              onFocus={() => onChoose(box.id)}
              onKeyDown={onKeyDown(box)}
            >
              <rect x={-alongX / 2} y={-alongY / 2} width={alongX} height={alongY} />
              <FrontMark box={box} type={boxType} />
              <text fontSize={Math.min(alongX, alongY) * 0.4}>{number}</text>
            </g>
          );
        })}
      </svg>
      {misplaced.size > 0 && (
        <p className={styles.problem} role="alert">
          {t('outside')}
        </p>
      )}
    </fieldset>
  );
}

/** Marks the front of the unrotated box. */
function FrontMark({ box: { rotation }, type: { width, depth } }: { box: PalletBox; type: BoxType }) {
  return (
    <path
      className={styles.frontMark}
      transform={`rotate(${-rotation})`}
      d={`M ${-width * 0.25} ${depth * 0.42} H ${width * 0.25}`}
    />
  );
}

function isMoved({ boxList }: LayerPattern, { id, x, y }: PalletBox): boolean {
  const before = boxList.find((box) => box.id === id);
  return before !== undefined && (before.x !== x || before.y !== y);
}

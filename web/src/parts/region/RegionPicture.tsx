import '../../i18n/region.ts';
import { IconArrowsMove, IconRotateClockwise } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../ui/theme/theme.ts';
import { findPoint, type PictureSize, type Point } from '../still/picture-point.ts';
import styles from './Region.module.css';
import {
  type Corner,
  corners,
  findCorner,
  findDirection,
  moveTo,
  type Region,
  resizeTo,
  rotateBy,
  rotateTo,
} from './region.ts';

/** Distances of handles from the region, which separate those of a small region, px. */
const distances = { corner: 24, rotation: 48 } as const;
/** Largest distance of the middle of a handle from the picture, px. The handles of a region beyond it stay in reach. */
const reach = 22;
const upward = { right: 0, down: -1 };

interface Props {
  readonly size: PictureSize;
  readonly region: Region;
  onChange(region: Region): void;
  /** The picture, of any size on the screen. */
  readonly children: ReactNode;
}

/** A picture with a region that is dragged, resized and rotated by mouse, finger or keys. */
export function RegionPicture({ size, region, onChange, children }: Props) {
  const { t } = useTranslation('region');
  const frame = useRef<HTMLDivElement>(null);
  const toPicture = (event: PointerEvent): Point =>
    findPoint(event, frame.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }, size);
  const shared = { size, toPicture };
  const points = corners.map((corner) => findCorner(region, corner));
  const outline = points.map(({ x, y }) => `${x} ${y}`).join(' L ');
  const up = findDirection(region, upward);
  const top = { x: region.x + (up.x * region.height) / 2, y: region.y + (up.y * region.height) / 2 };
  return (
    <div className={styles.picture} ref={frame}>
      {children}
      <svg className={styles.shade} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
        <path fillRule="evenodd" d={`M 0 0 H ${size.width} V ${size.height} H 0 Z M ${outline} Z`} />
        <path className={styles.outline} d={`M ${outline} Z`} />
      </svg>
      <Handle
        {...shared}
        label={t('move')}
        at={region}
        onDrag={(point) => onChange(moveTo(region, point, size))}
        onNudge={({ x, y }) => onChange(moveTo(region, { x: region.x + x, y: region.y + y }, size))}
      >
        <IconArrowsMove size={iconSizes.sm} aria-hidden />
      </Handle>
      {corners.map((corner, index) => (
        <Handle
          {...shared}
          key={nameCorner(corner)}
          label={t(`corners.${nameCorner(corner)}`)}
          at={points[index] ?? region}
          away={{ direction: findDirection(region, corner), by: distances.corner }}
          onDrag={(point) => onChange(resizeTo(region, corner, point, size))}
          onNudge={({ x, y }) => {
            const from = findCorner(region, corner);
            onChange(resizeTo(region, corner, { x: from.x + x, y: from.y + y }, size));
          }}
        />
      ))}
      <Handle
        {...shared}
        label={t('rotate')}
        at={top}
        away={{ direction: up, by: distances.rotation }}
        onDrag={(_, pointer) => onChange(rotateTo(region, pointer))}
        onNudge={({ x, y }) => onChange(rotateBy(region, x + y))}
      >
        <IconRotateClockwise size={iconSizes.sm} aria-hidden />
      </Handle>
    </div>
  );
}

function nameCorner({ right, down }: Corner) {
  return `${down === -1 ? 'upper' : 'lower'}${right === -1 ? 'Left' : 'Right'}` as const;
}

interface HandleProps {
  readonly size: PictureSize;
  readonly toPicture: (event: PointerEvent) => Point;
  readonly label: string;
  /** Point of the picture that it moves. */
  readonly at: Point;
  readonly away?: { readonly direction: Point; readonly by: number };
  readonly children?: ReactNode;
  /** @param point new place of the point; `pointer` is where the pointer is. */
  onDrag(point: Point, pointer: Point): void;
  /** @param by pixels of the picture: one, or ten with the Shift key. */
  onNudge(by: Point): void;
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function Handle({ size, toPicture, label, at, away, children, onDrag, onNudge }: HandleProps) {
  const drag = useRef<Drag>(undefined);
  const shift = (axis: keyof Point) => (away ? away.direction[axis] * away.by : 0);
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    onNudge({ x: arrow.x * times, y: arrow.y * times });
  };
  const begin = (event: PointerEvent) => {
    if (drag.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const pointer = toPicture(event);
    drag.current = { id: event.pointerId, offset: { x: at.x - pointer.x, y: at.y - pointer.y } };
  };
  const move = (event: PointerEvent) => {
    if (drag.current?.id !== event.pointerId) return;
    const pointer = toPicture(event);
    const { offset } = drag.current;
    onDrag({ x: pointer.x + offset.x, y: pointer.y + offset.y }, pointer);
  };
  const drop = ({ pointerId }: PointerEvent) => {
    if (drag.current?.id === pointerId) drag.current = undefined;
  };
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={label}
      style={{
        left: placeInReach((100 * at.x) / size.width, shift('x')),
        top: placeInReach((100 * at.y) / size.height, shift('y')),
      }}
      onKeyDown={press}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <span className={styles.dot}>{children}</span>
    </button>
  );
}

/** Pointer that drags a handle, and the offset of the point that it moves, in pixels of the picture. */
interface Drag {
  readonly id: number;
  readonly offset: Point;
}

function placeInReach(percent: number, shift: number): string {
  return `clamp(${-reach}px, calc(${percent}% + ${shift}px), calc(100% + ${reach}px))`;
}

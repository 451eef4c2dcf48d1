import type { ComponentType, KeyboardEvent } from 'react';
import styles from './Segments.module.css';
import { iconSizes } from './theme/theme.ts';

export interface SegmentsProps<T extends string | number> {
  readonly label: string;
  readonly choices: readonly {
    readonly value: T;
    readonly label: string;
    /** Replaces the label where the container of the choices is too narrow for the labels. */
    readonly Icon?: ComponentType<{ readonly size: number }>;
  }[];
  readonly value: T;
  onChange(value: T): void;
}

/** Large segmented buttons for a few choices; arrow keys move between them. */
export function Segments<T extends string | number>(props: SegmentsProps<T>) {
  const { label, choices, value, onChange } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const index = choices.findIndex((choice) => choice.value === value) + by;
    const next = choices[(index + choices.length) % choices.length];
    if (!next) return;
    onChange(next.value);
    const buttons = event.currentTarget.querySelectorAll('button');
    buttons[(index + choices.length) % choices.length]?.focus();
  };
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be a large button with a keyboard of its own
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          className={styles.choice}
          onClick={() => onChange(choice.value)}
          title={choice.Icon && choice.label}
        >
          {choice.Icon ? <IconLabel Icon={choice.Icon} label={choice.label} /> : choice.label}
        </button>
      ))}
    </div>
  );
}

type Choice = SegmentsProps<string>['choices'][number];

function IconLabel({ Icon, label }: Pick<Choice, 'label'> & { readonly Icon: NonNullable<Choice['Icon']> }) {
  return (
    <>
      <span className={styles.icon} aria-hidden>
        <Icon size={iconSizes.md} />
      </span>
      <span className={styles.label}>{label}</span>
    </>
  );
}

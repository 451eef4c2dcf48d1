import { type UpdateSettings, type Weekday, weekdays } from '@cellwright/domain/software';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import styles from '../ControlPanel.module.css';

const firstWindow: NonNullable<UpdateSettings['window']> = { days: [...weekdays], from: '22:00', to: '04:00' };
const firstBackups: NonNullable<UpdateSettings['backups']> = { days: [...weekdays], at: '02:00', kept: 10 };

interface FieldsProps<Value> {
  readonly value: Value;
  onChange(value: Value): void;
}

/** Time window of updates, or none. */
export function WindowFields({ value, onChange }: FieldsProps<UpdateSettings['window']>) {
  const { t } = useTranslation('software');
  return (
    <>
      <Switch
        size="md"
        label={t('updateWindow')}
        checked={value !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? firstWindow : null)}
      />
      {value && (
        <div className={styles.pairs}>
          <DaysField label={t('windowDays')} value={value.days} onChange={(days) => onChange({ ...value, days })} />
          <TimeField label={t('from')} value={value.from} onChange={(from) => onChange({ ...value, from })} />
          <TimeField label={t('to')} value={value.to} onChange={(to) => onChange({ ...value, to })} />
        </div>
      )}
    </>
  );
}

/** Schedule of backups and how many are kept, or none. */
export function BackupScheduleFields({ value, onChange }: FieldsProps<UpdateSettings['backups']>) {
  const { t } = useTranslation('software');
  return (
    <>
      <Switch
        size="md"
        label={t('backupSchedule')}
        checked={value !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? firstBackups : null)}
      />
      {value && (
        <div className={styles.pairs}>
          <DaysField label={t('backupDays')} value={value.days} onChange={(days) => onChange({ ...value, days })} />
          <TimeField label={t('at')} value={value.at} onChange={(at) => onChange({ ...value, at })} />
          <NumberInput
            size="md"
            label={t('kept')}
            min={1}
            max={100}
            allowDecimal={false}
            value={value.kept}
            onChange={(kept) => onChange({ ...value, kept: kept === '' ? 1 : kept })}
          />
        </div>
      )}
    </>
  );
}

/** Time zone of the schedules. */
export function TimeZoneSelect({ value, onChange }: FieldsProps<string>) {
  const { t } = useTranslation('software');
  const zones = [...new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <NativeSelect
      size="md"
      label={t('timeZone')}
      value={value}
      data={zones}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface LabelledProps<Value> extends FieldsProps<Value> {
  readonly label: string;
}

function TimeField({ label, value, onChange }: LabelledProps<string>) {
  return (
    <TextInput
      size="md"
      type="time"
      required
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function DaysField({ label, value, onChange }: LabelledProps<Weekday[]>) {
  const { t } = useTranslation('software');
  const toggle = (toggled: Weekday) =>
    onChange(weekdays.filter((day) => (day === toggled ? !value.includes(day) : value.includes(day))));
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      {weekdays.map((day) => (
        <Button
          key={day}
          size="md"
          variant={value.includes(day) ? 'filled' : 'default'}
          aria-pressed={value.includes(day)}
          onClick={() => toggle(day)}
        >
          {t(`day.${day}`)}
        </Button>
      ))}
    </fieldset>
  );
}

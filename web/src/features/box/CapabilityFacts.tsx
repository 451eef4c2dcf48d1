import {
  actionsLiveStateSchema,
  gripperLiveStateSchema,
  liftLiveStateSchema,
  registersLiveStateSchema,
  type SensorReading,
  screwdriverLiveStateSchema,
  vacuumChannels,
  vacuumLiveStateSchema,
  variablesLiveStateSchema,
} from '@cellwright/equipment/capabilities';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorText } from '../../i18n/device-parts.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { valueText } from '../../ui/value-text.ts';

interface CapabilityFactsProps {
  readonly kind: string;
  /** Its live state, as its kind tells it. */
  readonly state: unknown;
}

/** What a device measures, by each thing that it can do. */
export function CapabilityFacts({ kind, state }: CapabilityFactsProps) {
  const has = capabilitiesOfKind(kind);
  return (
    <>
      {has.includes('actions') && <SensorFacts kind={kind} state={state} />}
      {has.includes('gripper') && <GripperFacts state={state} />}
      {has.includes('lift') && <LiftFacts state={state} />}
      {has.includes('registers') && <RegisterFacts state={state} />}
      {has.includes('screwdriver') && <ScrewdriverFacts state={state} />}
      {has.includes('vacuum') && <VacuumFacts state={state} />}
      {has.includes('variables') && <VariableFacts state={state} />}
    </>
  );
}

function SensorFacts({ kind, state }: CapabilityFactsProps) {
  const { t } = useTranslation();
  const live = actionsLiveStateSchema.safeParse(state).data;
  return live?.sensors.map(({ id, name, value, valueName, unit, problem }) => (
    <Fact key={id} term={sensorText(kind, name)} testID={`sensor-${id}`}>
      {typeof value === 'number' && unit !== undefined ? (
        <Quantity value={value} digits={unit === 'N' ? 1 : 3} unit={unit} />
      ) : (
        (problem ?? valueName ?? describeReading(t, value))
      )}
    </Fact>
  ));
}

function describeReading(t: TFunction, value: SensorReading['value']): string {
  return value === 'high' || value === 'low' ? t(`box.${value}`) : valueText(t, value);
}

function GripperFacts({ state }: { readonly state: unknown }) {
  const { t } = useTranslation();
  const gripper = gripperLiveStateSchema.safeParse(state).data;
  if (!gripper) return null;
  return (
    <>
      <Fact term={t('box.width')} testID="gripper-width">
        <Quantity value={times(gripper.widthMeters, 1000)} digits={1} unit={t('quantity.millimeter')} />
      </Fact>
      <Fact term={t('box.grip')}>{t(gripper.gripDetected ? 'box.yes' : 'box.no')}</Fact>
    </>
  );
}

function LiftFacts({ state }: { readonly state: unknown }) {
  const { t } = useTranslation();
  const lift = liftLiveStateSchema.safeParse(state).data;
  if (!lift) return null;
  return (
    <Fact term={t('box.height')} testID="lift-height">
      <Quantity value={times(lift.heightMeters, 1000)} digits={1} unit={t('quantity.millimeter')} />
    </Fact>
  );
}

function RegisterFacts({ state }: { readonly state: unknown }) {
  const { t } = useTranslation();
  const live = registersLiveStateSchema.safeParse(state).data;
  return live?.registers.map(({ id, name, value, problem }) => (
    <Fact key={id} term={name} testID={`register-${id}`}>
      {problem ?? valueText(t, value)}
    </Fact>
  ));
}

function VariableFacts({ state }: { readonly state: unknown }) {
  const { t } = useTranslation();
  const live = variablesLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  return (
    <>
      <Fact term={t('box.robotThere')} testID="robot-there">
        {live.robotState === undefined ? '–' : t(`runner.${live.robotState}`)}
      </Fact>
      {live.variables.map(({ id, name, value }) => (
        <Fact key={id} term={name} testID={`variable-${id}`}>
          {valueText(t, value)}
        </Fact>
      ))}
    </>
  );
}

function VacuumFacts({ state }: { readonly state: unknown }) {
  const { t } = useTranslation();
  const live = vacuumLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  return (
    <>
      {vacuumChannels.map((channel) => (
        <Fact key={channel} term={t('box.vacuumOf', { channel })} testID={`vacuum-${channel}`}>
          <Quantity value={times(live.vacuum?.[channel], 100)} digits={0} unit="%" />
        </Fact>
      ))}
      <Fact term={t('box.grip')}>{t(live.gripDetected ? 'box.yes' : 'box.no')}</Fact>
    </>
  );
}

function ScrewdriverFacts({ state }: { readonly state: unknown }) {
  const { t } = useTranslation();
  const live = screwdriverLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  return (
    <>
      <Fact term={t('box.shank')} testID="shank">
        <Quantity value={times(live.shankPositionMeters, 1000)} digits={1} unit={t('quantity.millimeter')} />
      </Fact>
      <Fact term={t('box.achievedTorque')} testID="achieved-torque">
        <Quantity value={live.achievedTorqueNewtonMeters} digits={2} unit="Nm" />
      </Fact>
    </>
  );
}

interface FactProps {
  readonly term: string;
  readonly testID?: string;
  readonly children: ReactNode;
}

function Fact({ term, testID, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd data-testid={testID}>{children}</dd>
    </div>
  );
}

function times(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value * by;
}

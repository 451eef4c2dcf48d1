import { ioPortName, type OutputAction } from '@cellwright/domain/robot';
import { type KnownEffect, readEffect, type UnknownEffect } from '@cellwright/domain/run';
import type { TFunction } from 'i18next';
import '../i18n/effects.ts';
import { portText } from '../i18n/device-parts.ts';
import { effectsEn } from '../i18n/en/effects.ts';
import { decimalText } from '../ui/decimal-text.ts';

type Effect = Pick<UnknownEffect, 'kind' | 'details'>;

/** Describes an effect: 'Output 3 high', the name of the device if it is known, 'POST http://…'; empty without details. */
export function effectText(t: TFunction<'effects'>, effect: KnownEffect, deviceName?: string): string {
  switch (effect.kind) {
    case 'setOutputs':
      return effect.outputs?.map((output) => outputText(t, output)).join(', ') ?? '';
    case 'actuateDevice':
      return deviceName ?? capabilityText(t, effect.device?.capability ?? 'actions');
    case 'sendHttpRequest':
      return effect.request ? `${effect.request.method} ${effect.request.url}` : '';
    default:
      return '';
  }
}

/** Returns the device that an effect commands. */
export function deviceOfEffect(effect: Effect | undefined): string | undefined {
  const known = effect && readEffect(effect);
  return known?.kind === 'actuateDevice' ? known.device?.equipmentID : undefined;
}

function outputText(t: TFunction<'effects'>, { level, pulseSeconds, ...port }: OutputAction): string {
  const name = portText(ioPortName(port));
  if (pulseSeconds === undefined) return t(level, { port: name });
  return t(`${level}For`, { port: name, seconds: decimalText(pulseSeconds) });
}

/** A capability of a package has no text. */
function capabilityText(t: TFunction<'effects'>, capability: string): string {
  return isCapability(capability) ? t(`devices.${capability}`) : capability;
}

function isCapability(name: string): name is keyof typeof effectsEn.devices {
  return Object.hasOwn(effectsEn.devices, name);
}

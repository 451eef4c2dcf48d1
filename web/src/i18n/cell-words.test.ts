import * as client from '@cellwright/client';
import { messageIDs, ProductError } from '@cellwright/domain/basics';
import * as allMessages from '@cellwright/domain/messages';
import { proofMessages } from '@cellwright/domain/runner-socket';
import { egressMessages } from '@cellwright/service-kit/egress';
import { builtStepContracts } from '@cellwright/steps/contracts';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cellErrors } from './cell-errors.ts';
import { translateMessage } from './cell-words.ts';
import { germanMessages } from './de/messages/index.ts';

/** Loads every catalogue of messages. */
const loaded = [allMessages, proofMessages, egressMessages, builtStepContracts, client];

async function inLanguage<T>(language: string, act: () => T): Promise<T> {
  await i18next.changeLanguage(language);
  return act();
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : undefined);

const { messages } = allMessages;

describe('Messages of the cell', () => {
  beforeAll(async () => {
    if (!i18next.isInitialized) await i18next.init({ lng: 'de', interpolation: { escapeValue: false } });
    await i18next.changeLanguage('de');
    await vi.waitFor(() => expect(translateMessage('Wrong PIN')).toBe('Die PIN ist falsch'));
  });
  afterAll(() => i18next.changeLanguage('en'));

  it('appear in German on a German page, and in English again on an English one', async () => {
    const error = new ProductError('brakes_must_be_disengaged', 'Release the brakes first');
    expect(await inLanguage('de', () => textOf(cellErrors.translate(error)))).toBe('Lösen Sie zuerst die Bremsen');
    expect(await inLanguage('en', () => cellErrors.translate(error))).toBe(error);
  });

  it('keep the parts that vary, and a full stop', async () => {
    const text = await inLanguage('de', () => translateMessage('Emergency stop button (E-Stop 1).'));
    expect(text).toBe('Not-Halt-Taster (E-Stop 1).');
    expect(translateMessage('Joint 3 is at its limit. Jog the other way')).toContain('Achse 3');
    expect(translateMessage('The database does not answer. Try again in a moment.')).toMatch(
      /^Die Datenbank .*wieder\.$/,
    );
  });

  it('about a run to continue appear in German with their parts', () => {
    const weld =
      'A weld cannot be continued in the middle. Check the seam, then choose the step to continue with: the weld itself or another';
    expect(translateMessage(`Step 2.1: ${weld}`)).toMatch(
      /^Schritt 2\.1: Eine Schweißnaht geht nicht in der Mitte weiter/,
    );
    expect(translateMessage('Step 2.1: The feeder is empty')).toBe('Step 2.1: The feeder is empty');
    const tool = "The tool's TCP moved by 80.0 mm since the interruption. Change it back, or stop and start again";
    expect(translateMessage(tool)).toMatch(
      /^Seit der Unterbrechung änderte sich das Werkzeug \(TCP um 80\.0 mm verschoben\)\. Machen Sie/,
    );
    const other =
      "The tool changed from 'A' to 'B': its mass changed from 0.4 kg to 1 kg since the pause. Change it back, or stop and start again";
    expect(translateMessage(other)).toContain('(von „A“ zu „B“, Masse von 0.4 kg auf 1 kg)');
    expect(
      translateMessage('The payload changed from 1 kg at the pause to 2 kg. Set it again, or stop the run'),
    ).toMatch(/^Die Nutzlast war bei der Pause 1 kg und ist jetzt 2 kg\./);
  });

  it('name the boxes on pallets in German, alone and within a message', () => {
    expect(translateMessage('box 2.1 on Left pallet')).toBe('Karton 2.1 auf Left pallet');
    expect(
      translateMessage('Collision ahead: the gripper would touch box 2.1 on Left pallet. Jog away from it'),
    ).toContain('Karton 2.1 auf Left pallet');
  });

  it('about a device appear in German with its name, and keep an unknown reason', () => {
    const late =
      "'2FG7': The gripper did not end the command within 9.4 s and was stopped. It did not answer. Check it before continuing";
    const german =
      '„2FG7“: Der Befehl endete nicht in 9.4 s und wurde abgebrochen. Das Gerät antwortete nicht. Sehen Sie nach, bevor Sie fortsetzen';
    expect(translateMessage(`Failed to actuate gripper: ${late}`)).toBe(`Der Greifer hat sich nicht bewegt: ${german}`);
    expect(translateMessage('Failed to actuate gripper: Modbus 4')).toBe('Der Greifer hat sich nicht bewegt: Modbus 4');
    expect(translateMessage('Line closed. The gripper may have moved. Check it before continuing')).toBe(
      'Line closed. Der Greifer hat sich vielleicht bewegt. Sehen Sie nach, bevor Sie fortsetzen',
    );
    expect(translateMessage("'2FG7': Bent")).toBe("'2FG7': Bent");
  });

  it('about the state of a device appear in German with their address and their inner words', () => {
    const lost = 'No connection to 192.168.1.1:502: connect ECONNREFUSED 192.168.1.1:502';
    expect(translateMessage(lost)).toBe('Keine Verbindung zu 192.168.1.1:502: connect ECONNREFUSED 192.168.1.1:502');
    expect(translateMessage('No connection to 192.168.1.1:502 within 500 ms')).toBe(
      'Keine Verbindung zu 192.168.1.1:502 in 500 ms',
    );
    expect(translateMessage('The device did not answer within 300 ms')).toBe('Das Gerät antwortete nicht in 300 ms');
    expect(translateMessage(`${lost}; check the gripper's power, cable and address`)).toMatch(
      /^Keine Verbindung zu 192\.168\.1\.1:502: .*\. Prüfen Sie Strom, Kabel und Adresse des Greifers$/,
    );
  });

  it('without a translation follow the German sentence of their code', async () => {
    const error = new ProductError('robot_not_idle', 'The robot is dancing', { hint: 1 });
    const shown = await inLanguage('de', () => cellErrors.translate(error));
    expect(textOf(shown)).toBe('Der Roboter ist noch beschäftigt. (The robot is dancing)');
    expect(shown).toMatchObject({ code: 'robot_not_idle', details: { hint: 1 }, cause: error });
    expect(cellErrors.translate(shown)).toBe(shown);
    expect(translateMessage('The box is full')).toBe('The box is full');
  });

  it('with an id are translated by it, with their parts, not by their text', () => {
    const part = { message: messages.jogAtJointLimit(3), messageId: 'spec.jogAtJointLimit', parameters: [3] };
    expect(translateMessage({ ...part, message: 'In other words' })).toBe(
      'Achse 3 ist an ihrer Grenze. Fahren Sie zurück',
    );
    expect(translateMessage({ message: 'Step 2: …', messageId: 'run.atStep', parameters: ['2', part] })).toBe(
      'Schritt 2: Achse 3 ist an ihrer Grenze. Fahren Sie zurück',
    );
    expect(translateMessage({ message: 'Too new', messageId: 'spec.notYet' })).toBe('Too new');
  });

  it('in the problems of an error appear in German', async () => {
    const problem = { kind: 'invalidConfiguration', message: 'Set a condition', messageId: 'If.setCondition' };
    const error = new ProductError('request_failed_validation', '1 validation errors', { problems: [problem] });
    expect(await inLanguage('de', () => cellErrors.translate(error))).toMatchObject({
      details: { problems: [{ message: 'Stellen Sie eine Bedingung ein' }] },
    });
  });

  it('each have German, and no German is without its message', () => {
    expect(loaded).toHaveLength(5);
    const german = Object.entries(germanMessages).flatMap(([catalogue, texts]) =>
      Object.keys(texts).map((name) => `${catalogue}.${name}`),
    );
    expect(german.toSorted()).toEqual(messageIDs.toSorted());
  });
});

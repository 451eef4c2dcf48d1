import type { control as english } from '../en/control.ts';
import type { Texts } from '../en.ts';

export const control: Texts<typeof english> = {
  nobody: 'Niemand steuert',
  you: 'Sie steuern',
  other: '{{name}} steuert',
  program: 'Das Programm {{name}} steuert',
  gone: '{{holder}} (nicht verbunden)',
  take: 'Steuerung nehmen',
  takeOver: 'Übernehmen',
  release: 'Abgeben',
  takeOverTitle: 'Von {{name}} übernehmen?',
  takeOverText:
    'Der Arm hält zuerst an. {{name}} sieht, dass Sie übernommen haben. Stehen Sie an der Zelle und sehen Sie den Arm?',
  present: 'Ich sehe den Arm: übernehmen',
  cancel: 'Lassen',
  releaseTitle: 'Steuerung abgeben?',
  releaseText:
    'Der Lauf bleibt, wie er ist. Wer den Arm als Nächstes steuert, ob Person oder Programm, kann ihn ohne Rückfrage fortsetzen.',
  lost_tookOver: '{{name}} hat um {{time}} die Steuerung übernommen',
  lost_paused: '{{name}} hat den Lauf um {{time}} angehalten und steuert jetzt',
  lostHelp: 'Um den Arm wieder zu steuern, übernehmen Sie die Steuerung.',
  read: 'OK',
};

import type { FieldTexts } from './texts.ts';

/** Fields that several step kinds have, by their path. A kind with another text has its own. */
export const deSharedStepFields: Readonly<Record<string, FieldTexts>> = {
  equipmentID: { label: 'Maschine', help: 'Ohne Auswahl: die einzige Maschine der Zelle' },
  waitForGrip: {
    label: 'Auf den Griff warten',
    help: 'Aus: Der Schritt endet, sobald der Greifer den Befehl angenommen hat',
  },
  action: { label: 'Aktion' },
  distanceUnit: { label: 'Einheit der Versätze' },
  camera: { label: 'Kamera', help: 'Ohne Auswahl: die einzige Handgelenkkamera der Zelle' },
  regionOfInterest: { label: 'Suchbereich', help: 'Teil des Bildes, in dem gesucht wird. Breite 0: das ganze Bild' },
  'regionOfInterest.x': { label: 'Mitte, von links' },
  'regionOfInterest.y': { label: 'Mitte, von oben' },
  'regionOfInterest.width': { label: 'Breite' },
  'regionOfInterest.height': { label: 'Höhe' },
  'regionOfInterest.rotation': { label: 'Drehung' },
  positionListID: { label: 'Positionsliste' },
  motionKind: { label: 'Bewegung' },
  targetKind: { label: 'Ziel' },
  target: { label: 'Position' },
  'target.jointAngles': { label: 'Gelenkwinkel' },
  'target.pose': { label: 'Pose der Werkzeugspitze' },
  positionListIndex: { label: 'Position in der Liste', help: 'Gezählt ab 0' },
  expression: {
    label: 'Position aus einem Ausdruck',
    help: 'Text: eine Position als JSON ({ "pose": … } oder { "jointAngles": … }) oder die Kennung einer Position',
  },
  tcpOption: {
    label: 'Werkzeugmittelpunkt (TCP)',
    help: 'Was zum Ziel gebracht wird; automatisch ist, womit die Position eingelernt wurde, oder der TCP des Werkzeugs im Einsatz',
  },
  motionSpeed: { label: 'Geschwindigkeit', help: 'Von den Geschwindigkeitsgrenzen' },
  shouldMatchJointAngles: {
    label: 'Gelenkwinkel einhalten',
    help: 'Ein: genau die eingelernten Gelenkwinkel. Aus: die Pose, in der nächsten erreichbaren Armstellung',
  },
  speedProfile: { label: 'Eigene Geschwindigkeitsgrenzen' },
  'speedProfile.maxJointSpeeds': { label: 'Größte Gelenkgeschwindigkeiten' },
  'speedProfile.maxTooltipSpeed': { label: 'Größte Geschwindigkeit der Werkzeugspitze' },
  blendConfig: { label: 'Überschleifen' },
  'blendConfig.blendRadius': {
    label: 'Überschleifradius',
    help: '0 fährt genau durch den Wegpunkt; Überschleifen nimmt höchstens die Hälfte der kürzeren Strecke',
  },
  speedLimitOption: { label: 'Geschwindigkeitsgrenzen' },
};

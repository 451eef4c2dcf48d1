/** Messages about pallets and their boxes. */
export const dePallet = {
  palletBaseMustBeSelected: 'Für Anfahrt oder Karton muss ein Palettenplatz gewählt sein',
  palletBaseNotFound: 'Den Palettenplatz gibt es nicht',
  palletBaseTooSmall: 'Der Palettenplatz ist zu klein für diese Kartons',
  invalidLayerOrBox: 'Diese Lage oder diesen Karton gibt es nicht',
  invalidLayerIndex: 'Lage {0} gibt es nicht: Sie muss zwischen 1 und {1} liegen',
  invalidBoxIndex: 'Karton {0} gibt es nicht: Er muss zwischen 1 und {1} liegen',
  boxTypeMustBeSelected: 'Zum Aufnehmen muss ein Kartontyp gewählt sein',
  targetSpaceItemRequired: 'Es fehlt das Raum-Element',
  targetSpaceItemNotFound: 'Das Raum-Element gibt es nicht',
  layerIndexRequired: 'Es fehlt die Lage',
  boxIndexRequired: 'Es fehlt der Karton',
  positionIndexRequired: 'Es fehlt die Position der Liste',
  updatingVisualizationFailed: 'Die Darstellung wurde nicht geändert',
  tooManyShown: 'Höchstens {0} Elemente können zugleich gezeigt werden. Verbergen Sie zuerst einige',
  boxTypeNotFound: 'Diesen Kartontyp gibt es nicht. Wählen Sie einen der Kartons dieser Palette',
  pickupPositionNotTaught: '„{0}“ hat keine Aufnahmeposition. Lernen Sie sie ein',
  palletDuplicateID: 'Die ID {1} ({0}) kommt zweimal vor. Geben Sie jedem Eintrag eine eigene',
  palletUnknownBoxType: 'Den Kartontyp von „{0}“ gibt es nicht. Wählen Sie einen anderen',
  palletUnknownPattern: 'Das Muster von Lage {0} gibt es nicht. Wählen Sie ein anderes',
  palletBoxesOverlap: 'Karton {1} und {2} von „{0}“ überlappen sich. Schieben Sie sie auseinander',
  palletApproachBlocked:
    'Karton {boxIndex} von Lage {layerIndex} ist aus Richtung {direction} nicht anzufahren: Karton {first} ist im Weg. Wählen Sie eine andere Richtung oder Reihenfolge',
  boxOutOfReach: 'Karton {boxIndex} von Lage {layerIndex} ist nicht erreichbar: Keine Gelenkwinkel führen dorthin',
  boxCannotBePlaced: 'Karton {boxIndex} von Lage {layerIndex} lässt sich nicht ablegen. {1}',
  sceneHasTooManyBoxes: 'Die Szene kann höchstens {0} Hindernisse haben. Verbergen Sie zuerst Kartons',
  boxIsChangedBySteps: '„{0}“ ist ein Karton auf einer Palette. Verbergen Sie ihn mit „Darstellung ändern“',
};

/** Messages about the references between space items. */
export const deSpace = {
  anchoredToItself: '„{0}“ kann nicht an sich selbst verankert sein. Wählen Sie ein anderes Element',
  noAnchor: 'Das Raum-Element {0} gibt es nicht, an dem „{1}“ verankert ist. Wählen Sie ein anderes',
  anchoredInACircle: '„{0}“ ist selbst an „{1}“ verankert. Wählen Sie ein Element, das diesem nicht folgt',
  anchorNotTaught: '„{0}“ ist noch nicht eingelernt. Lernen Sie es ein, bevor Sie „{1}“ daran verankern',
  positionWithoutPose: 'Position {0} von „{1}“ hat keine Pose und kann keinem Anker folgen. Lernen Sie sie neu ein',
  boxOnPallet: 'Karton {0}.{1} auf {2}',
  referenceNotAPlane: 'Der Bezug von „{0}“ muss eine Ebene sein. Wählen Sie eine Ebene',
};

/** Messages that schemas refuse with. */
export const deSchema = {
  assemblyMode:
    'Der Roboter ist im Montagebetrieb: Verbindungen von Programmen und Tokens sind aus. Stellen Sie zuerst den Betrieb „live“ ein',
  inputRequired: 'Eine Eingabe ist nötig ({0})',
  safetyOutputsCannotBeSet: 'Sicherheitsausgänge können nicht gesetzt werden',
  outsideGripperRange:
    '{0} {1} ist außerhalb des Bereichs dieses Greifers, {2}. Ändern Sie den Befehl oder die Einstellungen des Greifers',
  gripperForceIsAFraction: 'Dieser Greifer braucht seine Kraft als Anteil seiner größten Kraft',
  portIsTaken:
    '{0} gehört schon dem Gerät „{1}“. Wählen Sie einen anderen Anschluss, oder schalten Sie das Gerät zuerst aus',
  requiredParameter: 'Der Parameter {0} fehlt beim Aufruf von {1}',
  targetsEmpty: 'Mindestens ein Ziel ist nötig',
  meshTooLarge: 'Das Netz hat {0} Dreiecke, erlaubt sind {1}. Vereinfachen Sie es',
  payloadMassTooSmall: 'Die Traglast kann nicht kleiner als {0} kg sein',
  payloadMassTooLarge: 'Die Traglast kann nicht größer als {0} kg sein',
  mustSpecifyThreeCorners: 'Geben Sie genau drei Ecken an',
  limitTooSmall: 'Die Grenze muss größer als 0 sein.',
  offsetNegative: 'Der Versatz muss mindestens 0 sein.',
  equipmentNotFound: 'Das Gerät {0} gibt es nicht',
};

/** Messages about a value with the wrong type or size. */
export const deValue = {
  missing: 'Dies fehlt',
  wrongType: 'Dies hat den falschen Typ',
  text: 'Dies muss ein Text sein',
  number: 'Dies muss eine Zahl sein',
  wholeNumber: 'Dies muss eine ganze Zahl sein',
  truth: 'Dies muss wahr oder falsch sein',
  list: 'Dies muss eine Liste sein',
  object: 'Dies muss ein Objekt sein',
  time: 'Dies muss eine Zeit sein',
  empty: 'Dies muss leer sein',
  leftOut: 'Dies muss fehlen',
  wrongFormat: 'Dieses Format ist hier nicht erlaubt',
  wrongEntry: 'Dieser Eintrag ist hier nicht erlaubt',
  noFormatMatches: 'Dies entspricht keinem der erlaubten Formate',
  notEmpty: 'Dies darf nicht leer sein',
  multiple: 'Dies muss ein Vielfaches von {0} sein',
  unknownField: 'Ein Feld „{0}“ gibt es hier nicht. Meinten Sie „{1}“?',
  unknownFields: 'Das Feld {0} gibt es hier nicht. Berichtigen Sie den Namen, oder entfernen Sie es',
  mustBe: 'Dies muss {0} sein',
  mustBeOneOf: 'Dies muss eines davon sein: {0}',
  amount: 'Dies muss {0} {1} sein',
  characters: 'Dies muss {0} {1} Zeichen haben',
  entries: 'Dies muss {0} {1} Einträge haben',
  atLeast: 'mindestens',
  moreThan: 'mehr als',
  atMost: 'höchstens',
  lessThan: 'weniger als',
};

/** Messages that the schemas of pallets refuse with. */
export const dePalletShape = {
  palletMeasureNotPositive: 'Das Maß muss über 0 liegen ({0})',
  palletMeasureTooLarge: 'Das Maß kann höchstens {1} mm sein ({0})',
  palletMeasureNegative: 'Das Maß muss mindestens 0 sein ({0})',
  boxWeightTooLarge: 'Das Gewicht kann höchstens {0} kg sein',
  boxTurnedOtherwise: 'Ein Karton ist um 0, 90, 180 oder 270 Grad gedreht',
  layerHasTooManyBoxes: 'Eine Lage kann höchstens {0} Kartons haben',
};

import type { planCause as english } from '../en/plan-cause.ts';

export const planCause: typeof english = {
  key: {
    outOfReach: 'Das Ziel ist außerhalb der Reichweite des Arms.',
    beyondLimits: 'In jeder Stellung, die das Ziel erreicht, wäre eine Achse jenseits ihrer Grenze.',
    jointOutsideRange: 'Achse {{joint}} wäre bei {{at}} rad, außerhalb ihres Bereichs von {{from}} bis {{to}} rad.',
    armOutsideRange: 'Der Arm steht außerhalb seines Bereichs.',
    touchesBody: 'Diese würden sich berühren: {{body}} und {{other}}.',
    touchesObstacle: 'Diese würden sich berühren: {{body}} und „{{obstacle}}“.',
    touchesSomething: 'Der Arm würde etwas berühren.',
    everyPostureTouches: 'Auch in jeder anderen Stellung würde etwas berührt.',
    noWayInTime: 'Es wurde nicht rechtzeitig ein Umweg gefunden. Auf dem direkten Weg:',
    noWay: 'Es gibt keinen Weg zum Ziel.',
    wayTooTight: 'Der Umweg ist zu eng, um ihn ohne Halt zu fahren. Fügen Sie einen Wegpunkt hinzu.',
    moveTooLong:
      'Die Bewegung würde länger als eine Stunde dauern. Erhöhen Sie ihre Geschwindigkeit oder ihre Grenzwerte.',
    pathLeavesReach: 'Die Bahn verlässt nach {{percent}} % des Wegs die Reichweite des Arms.',
    pathLeavesLimits: 'Achse {{joint}} würde nach {{percent}} % des Wegs ihre Grenzen verlassen.',
    pathNearSingularity: 'Achse {{joint}} würde nach {{percent}} % des Wegs nahe einer Singularität zu schnell drehen.',
    weaveTooFast:
      'Das Pendeln bräuchte {{wanted}} Hz; der Arm kann hier mit {{able}} Hz pendeln. Verringern Sie die Vorschubgeschwindigkeit oder die Amplitude, oder vergrößern Sie die Periode.',
    otherEnd:
      'Die Bahn endet mit Achse {{joint}} bei {{found}} rad statt bei {{wanted}} rad. Nehmen Sie eine Gelenkbewegung, oder eine Pose als Ziel.',
    toolLeans: 'Das Werkzeug wäre am Ziel um {{lean}}° geneigt. Erlaubt sind {{allowed}}°.',
    toolTilts: 'Das Werkzeug würde sich neigen.',
    turnFirst: 'Bewegen Sie zuerst Achse {{joint}} auf {{angle}} rad. Von dort ist es möglich.',
    moveFirst: 'Bewegen Sie zuerst die Achsen auf {{joints}} rad. Von dort ist es möglich.',
  },
  body: {
    base: 'Fuß',
    shoulder: 'Schulter',
    upper_arm: 'Oberarm',
    forearm: 'Unterarm',
    wrist_1: 'Handgelenk 1',
    wrist_2: 'Handgelenk 2',
    wrist_3: 'Handgelenk 3',
    tool: 'Werkzeug',
    floor: 'Boden',
    stand: 'Ständer',
  },
};
